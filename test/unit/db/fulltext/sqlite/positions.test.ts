import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { countOf } from "../../../../../db/fulltext/sqlite/postings/entry.ts";
import { PendingPostings } from "../../../../../db/fulltext/sqlite/postings/pending.ts";
import { readPhrase } from "../../../../../db/fulltext/sqlite/postings/phrase.ts";
import { MOST_POSITIONS } from "../../../../../db/fulltext/sqlite/postings/position.ts";
import { Postings } from "../../../../../db/fulltext/sqlite/postings/read.ts";
import { resetTables } from "../../../../../db/fulltext/sqlite/schema.ts";

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
  const database = new Database(":memory:", { strict: true });
  resetTables(database);
  const postings = new PendingPostings(database);
  for (const [index, { title = [], text = [] }] of documents.entries())
    postings.addPositions(index + 1, title, text);
  postings.write();
  const found = readPhrase(new Postings(database, 1), phrase.split(" ")).flatMap(({ entries }) =>
    [...entries].map(countOf),
  );
  expect(found).toEqual([...counts]);
});
