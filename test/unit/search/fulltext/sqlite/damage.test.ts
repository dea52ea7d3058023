/** An index that does not contain what was written to it never gives a wrong result: it reports that it is damaged. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FILTER } from "../../../../../db/engine/document-filter.ts";
import { EngineUnavailable, StoreDamaged } from "../../../../../db/engine/unavailable.ts";
import { analyze } from "../../../../../search/fulltext/analyzer/index.ts";
import type { FullTextReader } from "../../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import { openSqliteReader } from "../../../../../search/fulltext/sqlite/reader.ts";
import { replaceSqliteIndex } from "../../../../../search/fulltext/sqlite/replace.ts";
import { openSqliteWriter } from "../../../../../search/fulltext/sqlite/writer.ts";
import { randomOf } from "../../../../full/faults/random.ts";
import { testCorpus } from "../../../../integration/search/fulltext/corpus.ts";

const SEED = 34;
const corpus = testCorpus();

let folder: string;
let path: string;
let reader: FullTextReader;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fulltext-"));
  path = join(folder, "fulltext.sqlite");
  await fill();
  reader = openSqliteReader(path);
});
afterEach(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

const fill = () => replaceSqliteIndex(path, (writer) => writer.upsert(corpus));

const search = (q: string, filter = NO_FILTER) =>
  reader.search({ query: parseQuery(q).node, filter, limit: 20, offset: 0 });

async function hashes(): Promise<Map<string, string>> {
  const writer = openSqliteWriter(path);
  try {
    return await writer.hashes();
  } finally {
    await writer.close();
  }
}

function alter(work: (database: Database) => void): void {
  const database = new Database(path);
  work(database);
  database.close();
}

describe("a bit flipped in each of four posting lists", () => {
  const terms = randomOf(SEED, "terms")
    .shuffle(["impôt", "crédit", "taxe", "navire", "vignoble", "phare"])
    .slice(0, 4);

  beforeEach(() =>
    alter((database) => {
      const random = randomOf(SEED, "bits");
      for (const term of terms) {
        const { id, entries } = database
          .query<{ id: number; entries: Uint8Array }, [string]>(
            "SELECT rowid AS id, entries FROM postings WHERE field = 'stem' AND term = ?",
          )
          .get(analyze(term)[0]?.stem ?? "") ?? { id: 0, entries: new Uint8Array(1) };
        const at = random.below(entries.length);
        entries[at] = (entries[at] ?? 0) ^ (1 << random.below(8));
        database.query("UPDATE postings SET entries = ? WHERE rowid = ?").run(entries, id);
      }
    }),
  );

  test.each(terms)("refuses a search for %s by name", async (term) => {
    await expect(search(term)).rejects.toThrow(StoreDamaged);
    await expect(search(term)).rejects.toThrow("L'index plein texte est abîmé");
  });

  test("leaves alone the searches that do not read them", async () => {
    expect((await search("exonération")).total).toBeGreaterThan(0);
    await expect(reader.ping()).resolves.toBeUndefined();
  });

  test("is found by who compares the index with the relational store", async () => {
    await expect(hashes()).rejects.toThrow(StoreDamaged);
  });

  test("is forgotten once the index is filled anew", async () => {
    await expect(search(terms[0] ?? "")).rejects.toThrow(StoreDamaged);
    await fill();
    expect((await search(terms[0] ?? "")).total).toBeGreaterThan(0);
    await expect(reader.ping()).resolves.toBeUndefined();
    expect((await hashes()).size).toBe(corpus.length);
  });
});

const everything = { ...NO_FILTER, domaine: "IR" };

test.each([
  [
    "a list that is lost",
    "DELETE FROM postings WHERE field = 'stem' AND term = 'impot'",
    () => search("impôt"),
  ],
  [
    "a list that bears another name",
    "UPDATE postings SET term = 'impos' WHERE field = 'stem' AND term = 'impot'",
    () => search("impôt"),
  ],
  [
    "a list cut short",
    "UPDATE postings SET entries = substr(entries, 1, 6) WHERE term = 'impot'",
    () => search("impôt"),
  ],
  [
    "a list that is no list",
    "UPDATE postings SET entries = 'non' WHERE term = 'impot'",
    () => search("impôt"),
  ],
  [
    "a list of a filter",
    "DELETE FROM postings WHERE field = 'domaine' AND term = 'IR'",
    () => search("impôt", everything),
  ],
  [
    "a list of a facet",
    "DELETE FROM postings WHERE field = 'type' AND term = 'rescrit'",
    () => reader.facets(parseQuery("impôt").node, NO_FILTER),
  ],
  [
    "a list among those of a beginning",
    "DELETE FROM postings WHERE field = 'word' AND term = 'immeuble'",
    () => search("imme*"),
  ],
  [
    "a word of the vocabulary",
    "DELETE FROM postings WHERE field = 'word' AND term = 'immeuble'",
    () => reader.wordsBeginning("imm"),
  ],
  [
    "positions",
    "DELETE FROM postings WHERE field = 'position' AND term = 'impot'",
    () => search('"impôt de"'),
  ],
  ["a seal", "DELETE FROM seals WHERE field = 'stem' AND term = 'impot'", () => search("impôt")],
  ["lengths", "UPDATE lengths SET lengths = zeroblob(8192)", () => search("impôt")],
  ["lengths that are lost", "DELETE FROM lengths", () => search("impôt")],
  [
    "a name",
    "UPDATE documents SET boi_id = 'BOI-IR-X' WHERE boi_id = 'BOI-IR-LIQ'",
    () => search("ensemble"),
  ],
  ["a document that is lost", "DELETE FROM documents WHERE boi_id = 'BOI-IR-LIQ'", () => search("ensemble")],
  ["a document named", "DELETE FROM documents WHERE boi_id = 'BOI-IR-LIQ'", () => search("BOI-IR-LIQ")],
  [
    "a title",
    "UPDATE documents SET titre = 'rien' WHERE boi_id = 'BOI-IR-LIQ'",
    () => reader.suggest("quotient", 5),
  ],
  ["the trigrams of a title", "DELETE FROM titles WHERE rowid = 3", () => reader.suggest("quotient", 5)],
  ["a table", "DROP TABLE postings", () => search("impôt")],
])("%s is refused as damaged, and proved so", async (_, statement, ask) => {
  alter((database) => database.run(statement));
  await expect(ask()).rejects.toThrow(StoreDamaged);
  await expect(hashes()).rejects.toThrow(StoreDamaged);
});

test("what is appended, replaced and removed keeps its seals", async () => {
  const writer = openSqliteWriter(path);
  await writer.upsert(corpus.slice(0, 8));
  await writer.remove(corpus.slice(8, 12).map(({ boiId }) => boiId));
  expect((await writer.hashes()).size).toBe(corpus.length - 4);
  await writer.settle();
  expect((await writer.hashes()).size).toBe(corpus.length - 4);
  await writer.upsert(corpus.slice(8, 12));
  expect((await writer.hashes()).size).toBe(corpus.length);
  await writer.close();
});

test("what removes documents does not make a damaged list look whole", async () => {
  alter((database) =>
    database.run(`
      UPDATE postings SET entries = CAST(entries || x'ffffff7f' AS BLOB) WHERE field = 'stem' AND term = 'impot'`),
  );
  const writer = openSqliteWriter(path);
  await writer.remove(corpus.slice(0, 40).map(({ boiId }) => boiId));
  await writer.settle();
  await writer.close();
  await expect(search("impôt")).rejects.toThrow(StoreDamaged);
});

test("a bit flipped anywhere in the file gives the right answer or a named refusal", async () => {
  const questions = [
    () => search("impôt"),
    () => search("immeuble navire"),
    () => search('"taxe du"'),
    () => search("exon* SAUF crédit"),
    () => search("BOI-IR-LIQ-20-10"),
    () =>
      search("crédit", {
        ...NO_FILTER,
        domaine: "TVA",
        type: "rescrit",
        chemin: "TVA",
        articles: ["CGI:150 U"],
      }),
    () => reader.facets(parseQuery("impôt").node, NO_FILTER),
    () => reader.count(parseQuery("régime OU seuil").node, { ...NO_FILTER, matiere: "IR" }),
    () => reader.wordsBeginning("d"),
    () => reader.suggest("amortisement", 5),
    () => reader.suggest("BOI-IR", 5),
    () => reader.suggest("impot", 5),
  ];
  const expected = [];
  for (const ask of questions) expected.push(await ask());
  await reader.close();
  const file = realpathSync(path);
  const whole = readFileSync(file);
  const random = randomOf(SEED, "file");
  const held = await hashes();
  let [refusals, proofs] = [0, 0];
  for (let round = 0; round < 400; round++) {
    const spoilt = Buffer.from(whole);
    // Damages any offset of a page, and as often its header, which gives the kind of the page.
    const within = random.below(2) === 0 ? random.below(4_096) : random.below(64);
    const at = random.below(whole.length / 4_096) * 4_096 + within;
    spoilt[at] = (spoilt[at] ?? 0) ^ (1 << random.below(8));
    writeFileSync(file, spoilt);
    reader = openSqliteReader(path);
    let isRefused = false;
    for (const [index, ask] of questions.entries()) {
      const answer = await ask().catch((error: unknown) => error);
      if (answer instanceof EngineUnavailable) isRefused = true;
      else expect({ at, index, answer }).toEqual({ at, index, answer: expected[index] });
    }
    await reader.close();
    for (const beside of ["-wal", "-shm", "-journal"]) rmSync(`${file}${beside}`, { force: true });
    const proof = await hashes().catch((error: unknown) => error);
    // Both cases are rebuilt: a damaged index, and one that seems to be of another version.
    const isFilledAnew = proof instanceof StoreDamaged || Bun.deepEquals(proof, new Map());
    if (!isFilledAnew) expect({ at, isRefused, proof }).toEqual({ at, isRefused: false, proof: held });
    if (isRefused) refusals += 1;
    if (isFilledAnew) proofs += 1;
  }
  expect(refusals).toBeGreaterThan(20);
  expect(proofs).toBeGreaterThan(150);
  writeFileSync(file, whole);
}, 60_000);
