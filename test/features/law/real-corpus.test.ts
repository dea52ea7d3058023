import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { fileURLToPath } from "node:url";
import type { CommentedArticle } from "../../../src/features/law/answer.ts";
import type { ParagraphAnswer } from "../../../src/features/paragraphs/answer.ts";
import type { ErrorBody } from "../../../src/http/errors/api-error.ts";
import claims from "../../fixtures/claims/articles.json";
import { hasRealCorpus } from "../../fixtures/real-corpus.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(600_000);

const EXPORT = fileURLToPath(new URL("../../../../shared/corpus/bofip-vigueur.jsonl.gz", import.meta.url));
const reason = hasRealCorpus ? "" : " (skipped: ../shared/corpus is absent)";
const PAGE = 100;

describe.skipIf(!hasRealCorpus)(`articles of law in the real test corpus${reason}`, () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await openService(EXPORT);
    key = await service.key("interne", { minuteLimit: 1_000_000 });
  });
  afterAll(() => service.close());

  const ask = (path: string) => service.get(path, key);

  async function readPage(code: string, article: string, offset: number): Promise<CommentedArticle | null> {
    const path = `/v1/articles/${code}/${encodeURIComponent(article)}?limit=${PAGE}&offset=${offset}`;
    const response = await ask(path);
    if (response.status === 404) return null;
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as CommentedArticle;
  }

  async function readDocuments(code: string, article: string): Promise<CommentedArticle["documents"]> {
    const first = await readPage(code, article, 0);
    const documents = [...(first?.documents ?? [])];
    for (let offset = PAGE; offset < (first?.total ?? 0); offset += PAGE)
      documents.push(...((await readPage(code, article, offset))?.documents ?? []));
    return documents;
  }

  test("of 40 articles, the document that comments it, or one below it, is first for 32 or more", async () => {
    const missed: string[] = [];
    for (const { code_cle, article, documents: right } of claims.commentaires) {
      const documents = await readDocuments(code_cle, article);
      const rank = documents.findIndex(({ boi_id }) =>
        right.some((boiId) => boi_id === boiId || boi_id.startsWith(`${boiId}-`)),
      );
      if (rank !== 0) missed.push(`${code_cle} ${article}: ${rank + 1} of ${documents.length}`);
    }
    console.log(`${claims.commentaires.length - missed.length} of 40 first; not: ${missed.join("; ")}`);
    expect(claims.commentaires.length - missed.length, missed.join("\n")).toBeGreaterThanOrEqual(32);
  });

  test.each(claims.citations)("$code_cle $article is cited by $boi_id: $nature", async (claim) => {
    const documents = await readDocuments(claim.code_cle, claim.article);
    const found = documents.find(({ boi_id }) => boi_id === claim.boi_id);
    // An article cited only in ranges has no list: its ranges come with the refusal.
    if (documents.length === 0) expect(await rangesAround(claim)).toContain(claim.boi_id);
    else expect(found?.nature).toBe(claim.nature === "nommee" ? "nommee" : "etendue");
  });

  async function rangesAround({
    code_cle,
    article,
  }: {
    code_cle: string;
    article: string;
  }): Promise<string[]> {
    const response = await ask(`/v1/articles/${code_cle}/${encodeURIComponent(article)}`);
    const { details } = (await response.json()) as ErrorBody;
    return details?.etendues?.flatMap(({ documents }) => documents) ?? [];
  }

  test.each(claims.negatifs)("$code_cle $article is not cited by $boi_id_absent", async (claim) => {
    const documents = await readDocuments(claim.code_cle, claim.article);
    expect(documents.map(({ boi_id }) => boi_id)).not.toContain(claim.boi_id_absent);
  });

  test.each(claims.non_cites.filter((claim) => !claim.tolere))("$adresse is 404", async ({ adresse }) => {
    const response = await ask(`/v1/articles/${adresse.split("/").map(encodeURIComponent).join("/")}`);
    const { error } = (await response.json()) as ErrorBody;
    expect([response.status, error.code]).toEqual([404, "article_not_cited"]);
  });

  test("a § says what it names itself, not what the document names first", async () => {
    const response = await ask("/v1/boi/BOI-IR-RICI-220-40/paragraphes/20");
    const { articles } = (await response.json()) as ParagraphAnswer;
    expect(articles.find(({ article }) => article === "151 septies")).toMatchObject({
      precision: "II",
      occurrences: [{ paragraphe: "20", precision: "II" }],
    });
  });
});
