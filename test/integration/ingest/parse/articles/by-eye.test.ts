import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { deriveEdition } from "../../../../../ingest/parse/derive.ts";
import { parseRecord } from "../../../../../ingest/parse/record.ts";

const EXPORT = new URL("../../../../../../shared/corpus/bofip-vigueur.jsonl.gz", import.meta.url);
const isThere = existsSync(EXPORT);
const reason = isThere ? "" : " (skipped: ../shared/corpus is absent)";

interface Listed {
  /** `BOI-… PGP`. */
  readonly edition: string;
  /** `CGI : 4 B`, `LPF : L. 55 →`. */
  readonly articles: ReadonlySet<string>;
}

/** The articles that a reader found, document by document. */
async function readListed(): Promise<readonly Listed[]> {
  const lines = (await Bun.file(new URL("by-eye.txt", import.meta.url)).text()).split("\n");
  const documents: { edition: string; articles: Set<string> }[] = [];
  for (const line of lines.filter((written) => written !== "" && !written.startsWith("#"))) {
    const [code = "", articles] = line.split(" : ");
    if (articles === undefined) documents.push({ edition: line, articles: new Set() });
    else for (const article of articles.split(" ; ")) documents.at(-1)?.articles.add(`${code} : ${article}`);
  }
  return documents;
}

/** The articles that the program finds, by `BOI-… PGP`. */
async function readFound(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const lines = Buffer.from(Bun.gunzipSync(await Bun.file(EXPORT).bytes()))
    .toString()
    .trim()
    .split("\n");
  const records = lines.map(parseRecord).filter((record) => record.kind === "contenu");
  return new Map(
    records.map((record) => {
      const { law } = deriveEdition({ ...record, id: record.boiId });
      const names = law.flatMap(({ genre, cle, article, champs }) => {
        if (genre !== "article") return [];
        const { etendue } = champs;
        return `${cle} : ${etendue ? `${etendue.de} → ${etendue.a ?? ""}` : article}`.trim();
      });
      return [`${record.boiId} ${record.pgp}`, new Set(names)];
    }),
  );
}

describe.skipIf(!isThere)(`the articles that a reader lists in real documents${reason}`, () => {
  test("are found, and no others, in 99 of 100 cases", async () => {
    const [listed, found] = await Promise.all([readListed(), readFound()]);
    const missed: string[] = [];
    const invented: string[] = [];
    let right = 0;
    for (const { edition, articles } of listed) {
      const ours = found.get(edition) ?? new Set<string>();
      right += articles.intersection(ours).size;
      missed.push(...[...articles.difference(ours)].map((article) => `${edition} : ${article}`));
      invented.push(...[...ours.difference(articles)].map((article) => `${edition} : ${article}`));
    }
    expect(listed.length).toBeGreaterThanOrEqual(30);
    expect(right).toBeGreaterThan(300);
    expect(missed.length / (right + missed.length), missed.join("\n")).toBeLessThanOrEqual(0.01);
    expect(invented.length / (right + invented.length), invented.join("\n")).toBeLessThanOrEqual(0.01);
  });
});
