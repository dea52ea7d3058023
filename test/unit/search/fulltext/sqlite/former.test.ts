/** The index of an earlier release serves until ingestion has filled a new one beside it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FILTER } from "../../../../../db/engine/document-filter.ts";
import { EngineUnavailable } from "../../../../../db/engine/unavailable.ts";
import type { FullTextReader } from "../../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import {
  openSqliteReader,
  openSqliteWriter,
  replaceSqliteIndex,
} from "../../../../../search/fulltext/sqlite/index.ts";
import { writeFormerIndex } from "../../../../fixtures/upgrade/former-fulltext.ts";
import { testCorpus } from "../../../../integration/search/fulltext/corpus.ts";
import { counted, matching } from "../../../../integration/search/fulltext/oracle.ts";
import { randomQueries } from "../../../../integration/search/fulltext/random-queries.ts";

const corpus = testCorpus();
const FILTERS_OF_1_4 = ["domaine", "type", "matiere"] as const;

let folder: string;
let path: string;
let reader: FullTextReader;

function openFolder(): void {
  folder = mkdtempSync(join(tmpdir(), "fulltext-"));
  path = join(folder, "fulltext.sqlite");
  reader = openSqliteReader(path);
}

async function closeFolder(): Promise<void> {
  await reader.close();
  rmSync(folder, { recursive: true });
}

const found = async (q: string, filter = NO_FILTER): Promise<string[]> => {
  const page = await reader.search({ query: parseQuery(q).node, filter, limit: 1_000, offset: 0 });
  return page.hits.map(({ boiId }) => boiId).sort();
};

describe("the index of release 1.4.0", () => {
  beforeAll(() => {
    openFolder();
    writeFormerIndex(path, "1.4.0", corpus);
  });
  afterAll(closeFolder);

  test("finds, counts and sorts by value exactly the documents of any query under any filters", async () => {
    for (const { q, filter } of randomQueries(corpus, { seed: 14, count: 60, criteria: FILTERS_OF_1_4 })) {
      const query = parseQuery(q).node;
      const expected = matching(corpus, query, filter);
      const documents = corpus.filter(({ boiId }) => expected.includes(boiId));
      expect({ q, filter, found: await found(q, filter) }).toEqual({ q, filter, found: expected });
      expect(await reader.count(query, filter)).toBe(expected.length);
      expect((await reader.facets(query, filter)).domaine).toEqual(counted(documents, "domaine"));
    }
  });

  test("says that it is not there yet to who asks for the law that it lacks", async () => {
    for (const side of ["decision", "norme", "reponse"])
      await expect(found("impôt", { ...NO_FILTER, [side]: "CE-248065" })).rejects.toThrow(EngineUnavailable);
  });

  test("tells words and titles that begin as typed", async () => {
    expect([...(await reader.wordsBeginning("hipp"))]).toEqual([["hippocampe", 2]]);
    expect((await reader.suggest("amortisement", 5))[0]).toBe("BOI-BIC-AMT-10");
  });

  test("puts the document that a query names first, whatever else holds its words", async () => {
    const query = parseQuery("BOI-IR-LIQ-20-10").node;
    const { hits } = await reader.search({ query, filter: NO_FILTER, limit: 2, offset: 0 });
    expect(hits[0]?.boiId).toBe("BOI-IR-LIQ-20-10");
  });

  test("counts as empty for who writes, so that everything is indexed anew", async () => {
    const writer = openSqliteWriter(path);
    expect((await writer.hashes()).size).toBe(0);
    await writer.close();
  });

  test("gives way to the new one, filled beside it, without a search failing", async () => {
    const before = await found("impôt");
    const meanwhile: string[][] = [];
    await replaceSqliteIndex(path, async (writer) => {
      for (const document of corpus.slice(0, 3)) {
        await writer.upsert([document]);
        meanwhile.push(await found("impôt"));
      }
    });
    expect(meanwhile).toEqual([before, before, before]);
    expect(await found("impôt")).toEqual(matching(corpus.slice(0, 3), parseQuery("impôt").node));
  });
});

describe("the index of release 1.3.0, which has no filters", () => {
  beforeEach(() => {
    openFolder();
    writeFormerIndex(path, "1.3.0", corpus);
  });
  afterEach(closeFolder);

  test("goes on answering without them, and in a domain", async () => {
    const inDomain = { ...NO_FILTER, domaine: "IR" };
    expect(await found("impôt")).toEqual(matching(corpus, parseQuery("impôt").node));
    expect(await found("impôt", inDomain)).toEqual(matching(corpus, parseQuery("impôt").node, inDomain));
  });

  test("says that it is not there yet to who asks for them", async () => {
    await expect(found("impôt", { ...NO_FILTER, type: "rescrit" })).rejects.toThrow(EngineUnavailable);
  });

  test("has them once filled anew beside", async () => {
    await replaceSqliteIndex(path, (writer) => writer.upsert(corpus));
    const filter = { ...NO_FILTER, type: "rescrit" } as const;
    expect(await found("impôt", filter)).toEqual(matching(corpus, parseQuery("impôt").node, filter));
  });
});
