import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { sourceHash } from "../../../../ingest/parse/canonical.ts";
import { type Derived, deriveEdition } from "../../../../ingest/parse/derive.ts";
import { type ContenuRecord, parseRecord, type SourceRecord } from "../../../../ingest/parse/record.ts";

const CORPUS = new URL("../../../../../shared/corpus/", import.meta.url);

// The real test corpus stands beside the project on the workshop's machines only.
const isThere = existsSync(CORPUS);
const describeCorpus = isThere ? describe : describe.skip;
const reason = isThere ? "" : " (skipped: ../shared/corpus is absent)";

/** Content of each record when this list was made: letters and digits, §, references, mentions. */
const READING = new URL("corpus-reading.tsv", import.meta.url);
const NOTHING = { id: "", html: null, texte: null };

const idOf = (record: SourceRecord) => (record.kind === "contenu" ? record.boiId : record.id);

async function readExport(): Promise<SourceRecord[]> {
  const zipped = await Bun.file(new URL("bofip-vigueur.jsonl.gz", CORPUS)).bytes();
  return Buffer.from(Bun.gunzipSync(zipped)).toString().trim().split("\n").map(parseRecord);
}

/** Bodies of an archive's editions, by `PGP/date`. */
async function readArchive(name: string): Promise<Map<string, string>> {
  const files = await new Bun.Archive(await Bun.file(new URL(name, CORPUS)).bytes()).files();
  const pages = [...files].filter(([path]) => path.endsWith("/data.html"));
  return new Map(
    await Promise.all(
      pages.map(async ([path, file]) => {
        const [pgp = "", date = ""] = path.split("/").slice(-3);
        return [`${Number.parseInt(pgp, 10)}/${date}`, await file.text()] as const;
      }),
    ),
  );
}

describeCorpus(`the real test corpus${reason}`, async () => {
  if (!isThere) return;
  const records = await readExport();
  const derived = new Map<SourceRecord, Derived>(
    records.map((record) => [
      record,
      deriveEdition({ id: idOf(record), html: record.html, texte: record.texte }),
    ]),
  );
  const contenus = records.filter((record): record is ContenuRecord => record.kind === "contenu");

  test("is read whole: 455 documents' records and 424 actualités", () => {
    expect(contenus).toHaveLength(455);
    expect(records).toHaveLength(879);
  });

  test("leaves no mark of the source in the texts", () => {
    for (const { html, texte } of derived.values()) {
      expect(texte).not.toMatch(/<\/?(?:p|a|ul|li|td)\b|""|&[a-z]+;|\n{3}| \n|^\s|\s$/);
      expect(html).not.toMatch(
        /=""|javascript:|Contenu:|<(?!\/?(?:p|a|ul|li|h\d|table|caption|t[rdh]|strong)\b)/,
      );
    }
  });

  test("gives every numbered paragraph, in order, without overlap", () => {
    let count = 0;
    for (const [record, { paragraphes, texte }] of derived) {
      count += paragraphes.length;
      paragraphes.forEach(({ start, end, numero }, index) => {
        const words = texte.slice(start, end);
        expect(words, `${idOf(record)} § ${numero}`).toBe(words.trim());
        expect(words.length).toBeGreaterThan(0);
        expect(start).toBeGreaterThanOrEqual(paragraphes[index - 1]?.end ?? 0);
      });
    }
    const numbers = records.map(
      ({ html }) => html?.match(/class="numero-de-paragraphe-western"/g)?.length ?? 0,
    );
    expect(count).toBe(numbers.reduce((a, b) => a + b, 0));
  });

  test("resolves the references among its 452 documents, and keeps those that lead outside", () => {
    const ids = new Set(contenus.map(({ boiId }) => boiId));
    const edges = new Set<string>();
    for (const record of contenus)
      for (const { target } of derived.get(record)?.references ?? []) edges.add(`${record.boiId} ${target}`);
    const inside = [...edges].filter((edge) => ids.has(edge.split(" ")[1] ?? ""));
    expect(ids.size).toBe(452);
    expect(inside.length).toBeGreaterThan(980);
    expect(edges.size - inside.length).toBeGreaterThan(760);
  });

  test("loses no letter, § or reference that the reading of its 455 records had", async () => {
    const lines = (await Bun.file(READING).text()).trimEnd().split("\n").slice(1);
    const lost = contenus.filter((record, index) => {
      const [boiId, pgp, ...had] = lines[index]?.split("\t") ?? [];
      const { texte, paragraphes, references } = derived.get(record) ?? deriveEdition(NOTHING);
      const mentions = references.reduce((sum, reference) => sum + reference.mentions, 0);
      const letters = texte.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      expect([boiId, Number(pgp)]).toEqual([record.boiId, record.pgp]);
      const has = [letters, paragraphes.length, references.length, mentions];
      return has.some((count, column) => count < Number(had[column]));
    });
    expect(lost.map(idOf)).toEqual([]);
  });

  test("has one fingerprint for the editions that the stock archive and the export share", async () => {
    const stock = await readArchive("bofip_stock_live_20260521.tgz");
    const differing: string[] = [];
    let shared = 0;
    for (const record of contenus) {
      const html = stock.get(`${record.pgp}/${record.debutDeValidite}`);
      if (html === undefined) continue;
      shared += 1;
      if (sourceHash({ ...record, html, texte: null }) !== sourceHash(record)) differing.push(record.boiId);
    }
    expect(shared).toBeGreaterThan(110);
    // The export has this one without its HTML (documented quirk).
    expect(differing).toEqual(["BOI-IR-PAS-10-10"]);
  });

  test("shows the eight withdrawn or moved documents of the stock, and none in the export", async () => {
    const stock = await readArchive("bofip_stock_live_20260521.tgz");
    const tombstones = [...stock.values()].map(
      (html) => deriveEdition({ id: "BOI-IR", html, texte: null }).tombstone,
    );
    expect(tombstones.filter((tombstone) => tombstone?.kind === "retire")).toHaveLength(6);
    expect(tombstones.filter((tombstone) => tombstone?.kind === "transfere")).toEqual([
      { kind: "transfere", avis: expect.any(String), transferts: [expect.any(String)] },
      { kind: "transfere", avis: expect.any(String), transferts: [expect.any(String)] },
    ]);
    expect([...derived.values()].filter(({ tombstone }) => tombstone !== null)).toEqual([]);
  });
});
