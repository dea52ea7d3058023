import { describe, expect, test } from "bun:test";
import { checkSync } from "recheck";
import { Finder } from "../../db/fulltext/excerpt/finder.ts";
import { parseQuery } from "../../db/fulltext/query/parse.ts";
import { type Expression, expressionKey, madeBy, readSources } from "./collect.ts";

// In this process: no native program, no Java, no thread.
process.env["RECHECK_SYNC_BACKEND"] = "pure";

/** Half of the checks take milliseconds, the longest a few seconds; a machine may be busy. */
const CHECK_LIMIT_MS = 100_000;

/** Steps alone decide, always in the same order: with the checker's own time limits, a busy machine finds faults. */
const PARAMETERS = {
  timeout: CHECK_LIMIT_MS,
  attackTimeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  randomSeed: 1,
};

const SETTING = "an address of the settings, which its operator writes and the start reads once";
const CHECKED_BY_TIMING =
  "beyond the checker (inline flags, several thousand characters); « the time to derive a document grows with " +
  "its text » in test/ingest/parse/references.test.ts times it";

/** Expressions that the checker finds fault with, or can't judge, and why they may stay. */
const EXCEPTIONS: readonly { readonly file: string; readonly begins: string; readonly reason: string }[] = [
  { file: "db/config.ts", begins: "/\\/+$/", reason: SETTING },
  { file: "db/vectors/qdrant/client.ts", begins: "/\\/+$/", reason: SETTING },
  {
    file: "db/fulltext/excerpt/sentences.ts",
    begins: "/\\s*\\n\\s*|",
    reason: "given a stretch of an excerpt's length, 300 characters at most",
  },
  { file: "ingest/parse/articles.ts", begins: "/(?:(?:[Aa]rticle|", reason: CHECKED_BY_TIMING },
  { file: "ingest/parse/articles.ts", begins: "/(?<code>", reason: CHECKED_BY_TIMING },
  { file: "ingest/parse/articles.ts", begins: "/(?:premier", reason: CHECKED_BY_TIMING },
];

/** Files whose functions make expressions of what they are given, and calls that make every kind of them. */
const USES: Readonly<Record<string, () => void>> = {
  "db/fulltext/excerpt/finder.ts": () => {
    for (const q of ["lot", "venir 10000 œuvr* pl*", '"le lot de 10 000"']) new Finder(parseQuery(q).node);
  },
};

const sources = await readSources();
const made = new Map<string, Awaited<ReturnType<typeof madeBy>>>();
for (const [file, found] of sources) if (found.made > 0) made.set(file, await madeBy(file, USES[file]));

const expressions: Expression[] = [...sources].flatMap(([file, { written }]) =>
  [...written, ...(made.get(file)?.expressions ?? [])].map(({ source, flags }) => ({ source, flags, file })),
);

describe("no expression takes more than linear time, whatever text it is applied to:", () => {
  const isExcepted = (expression: Expression) =>
    EXCEPTIONS.some(
      ({ file, begins }) => file === expression.file && expressionKey(expression).startsWith(begins),
    );
  const judged = new Map(
    expressions.filter((expression) => !isExcepted(expression)).map((each) => [expressionKey(each), each]),
  );
  for (const [key, { file, source, flags }] of judged) {
    test(
      `${file} ${key.slice(0, 100)}`,
      () => {
        const verdict = checkSync(source, flags, PARAMETERS);
        expect([verdict.status, verdict.status === "vulnerable" ? verdict.attack.pattern : ""]).toEqual([
          "safe",
          "",
        ]);
      },
      CHECK_LIMIT_MS,
    );
  }
});

test("every exception is one of an expression that there is", () => {
  const stale = EXCEPTIONS.filter(
    ({ file, begins }) =>
      !expressions.some((each) => each.file === file && expressionKey(each).startsWith(begins)),
  );
  expect(stale).toEqual([]);
});

test("every expression that a program makes was made, to be judged", () => {
  const places = [...made].map(([file, { places }]) => [file, places]);
  expect(places).toEqual([...made.keys()].map((file) => [file, sources.get(file)?.made ?? 0]));
});
