import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readPhrase } from "../../../../../search/fulltext/sqlite/evaluate.ts";
import { MOST_POSITIONS, PendingPostings } from "../../../../../search/fulltext/sqlite/postings/pending.ts";
import {
  BLOCK_DOCUMENTS,
  countOf,
  Postings,
} from "../../../../../search/fulltext/sqlite/postings/read-postings.ts";
import { resetTables } from "../../../../../search/fulltext/sqlite/schema.ts";

interface Written {
  readonly title?: readonly string[];
  readonly text?: readonly string[];
}

const filled = (length: number) => Array.from({ length }, () => "mot");

test.each<[string, readonly Written[], string, readonly number[]]>([
  ["in the text", [{ text: ["un", "grand", "phare"] }], "grand phare", [1]],
  ["in the title, for ten", [{ title: ["grand", "phare"], text: ["grand", "phare"] }], "grand phare", [11]],
  ["several times", [{ text: ["phare", "phare", "phare"] }], "phare phare", [2]],
  ["in several documents", [{ text: ["a", "b"] }, { text: ["b", "a"] }, { text: ["a", "b"] }], "a b", [1, 1]],
  ["whichever word is the rarest", [{ text: ["a", "b", "c", "b", "c", "c", "a"] }], "b c c", [1]],
  ["from the title on to the text", [{ title: ["grand"], text: ["phare"] }], "grand phare", []],
  ["from the text on to the title", [{ title: ["phare"], text: ["grand"] }], "grand phare", []],
  ["from one document on to the next", [{ text: ["grand"] }, { text: ["phare"] }], "grand phare", []],
  ["with a word that is nowhere", [{ text: ["grand", "phare"] }], "grand phare blanc", []],
  [
    "at the last positions of a text",
    [{ text: [...filled(MOST_POSITIONS - 2), "grand", "phare"] }],
    "grand phare",
    [1],
  ],
  ["after them", [{ text: [...filled(MOST_POSITIONS), "grand", "phare"] }], "grand phare", []],
  [
    "from the longest text on to the title",
    [{ title: ["phare"], text: [...filled(MOST_POSITIONS), "grand"] }],
    "grand phare",
    [],
  ],
  [
    "from the longest title on to the next document",
    [{ title: [...filled(MOST_POSITIONS - 1), "grand"] }, { text: ["phare"] }],
    "grand phare",
    [],
  ],
])("a phrase %s", (_, documents, phrase, counts) => {
  const database = indexOf(new Map(documents.map((document, index) => [index + 1, document])));
  expect(found(new Postings(database, 1), phrase)).toEqual([...counts]);
});

test("a phrase is found in the few blocks where its rarest word is, and again once the others are known", () => {
  const blocks = 7;
  const everywhere = Array.from(
    { length: blocks },
    (_, block) => [block * BLOCK_DOCUMENTS + 1, { text: ["phare"] }] as const,
  );
  const database = indexOf(
    new Map<number, Written>([
      ...everywhere,
      [3 * BLOCK_DOCUMENTS + 2, { text: ["grand", "phare"] }],
      [5 * BLOCK_DOCUMENTS + 2, { title: ["grand", "phare"] }],
      [5 * BLOCK_DOCUMENTS + 3, { text: ["phare", "grand"] }],
    ]),
  );
  const postings = new Postings(database, blocks);
  expect(found(postings, "grand phare")).toEqual([1, 10]);
  expect(postings.ofTerm("position", "phare")).toHaveLength(blocks);
  expect(found(postings, "grand phare")).toEqual([1, 10]);
});

/** @param documents by number, increasing. */
function indexOf(documents: ReadonlyMap<number, Written>): Database {
  const database = new Database(":memory:", { strict: true });
  resetTables(database);
  const postings = new PendingPostings(database);
  for (const [id, { title = [], text = [] }] of documents) postings.addPositions(id, title, text);
  postings.write();
  return database;
}

/** Number of occurrences of the phrase in each document that contains it. */
function found(postings: Postings, phrase: string): number[] {
  return readPhrase(postings, phrase.split(" ")).flatMap(({ entries }) => [...entries].map(countOf));
}
