import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkSync } from "recheck";
import { scopeOf } from "../../../bofip/news/scope.ts";
import { Finder } from "../../../search/fulltext/excerpt/finder.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { type Expression, expressionKey, madeBy, readSources } from "./collect.ts";

// In this process: no native program, no Java, no thread.
process.env["RECHECK_SYNC_BACKEND"] = "pure";

/** Half of the checks take milliseconds, the longest a minute; a machine may be busy. */
const CHECK_LIMIT_MS = 300_000;

/** Steps alone decide, always in the same order: with the checker's own time limits, a busy machine finds faults. */
const PARAMETERS = {
  timeout: CHECK_LIMIT_MS,
  attackTimeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  randomSeed: 1,
  // Below the checker's own values, for speed; « a fault is found » checks that it is enough.
  maxIteration: 3,
  incubationLimit: 5000,
  attackLimit: 150_000_000,
};

const SETTING = "an address of the settings, which its operator writes and the start reads once";
/** Expressions that the checker finds fault with, or can't judge, and why they may stay. */
const EXCEPTIONS: readonly { readonly file: string; readonly begins: string; readonly reason: string }[] = [
  { file: "config/config.ts", begins: "/\\/+$/", reason: SETTING },
  { file: "config/embeddings.ts", begins: "/\\/+$/", reason: SETTING },
  { file: "config/fulltext.ts", begins: "/\\/+$/", reason: SETTING },
  { file: "config/traces.ts", begins: "/\\/+$/", reason: SETTING },
  { file: "search/vectors/qdrant/client.ts", begins: "/\\/+$/", reason: SETTING },
  {
    file: "search/fulltext/excerpt/beginnings.ts",
    begins: "/\\s*\\n\\s*|",
    reason: "given a stretch of an excerpt's length, 300 characters at most",
  },
  {
    file: "bofip/citations/sections.ts",
    begins: "/(?:(?<![\\p{L}\\d-])|(?<=(?<!\\p{L})(?:et|aux?|du|les?))(?=[IVXA-Z]+-))",
    reason: "given the few characters that stand before a mark",
  },
];

/** Files whose functions make expressions of what they are given, and calls that make every kind of them. */
const USES: Readonly<Record<string, () => void>> = {
  "bofip/news/scope.ts": () => scopeOf("Relèvement du taux", ""),
  "search/fulltext/excerpt/finder.ts": () => {
    for (const q of ["lot", "venir 10000 œuvr* pl*", '"le lot de 10 000"']) new Finder(parseQuery(q).node);
  },
};

const sources = await readSources();
const made = new Map<string, Awaited<ReturnType<typeof madeBy>>>();
for (const [file, found] of sources) if (found.made > 0) made.set(file, await madeBy(file, USES[file]));

const expressions: Expression[] = [...sources].flatMap(([file, { written }]) =>
  [...written, ...(made.get(file)?.expressions ?? [])].map(({ source, flags }) => ({ source, flags, file })),
);

const isExcepted = (expression: Expression) =>
  EXCEPTIONS.some(
    ({ file, begins }) => file === expression.file && expressionKey(expression).startsWith(begins),
  );
const toBeSafe = new Map(
  expressions.filter((expression) => !isExcepted(expression)).map((each) => [expressionKey(each), each]),
);

/**
 * Hashes of the expressions found safe so far: to judge them all takes minutes of processor, which `FULL=1` does all
 * the same. `UPDATE_JUDGED=1` adds those judged now to the list, and takes out those that are no more.
 */
const LIST = join(import.meta.dir, "judged.txt");
const listed = new Set((await Bun.file(LIST).text()).split("\n").filter((line) => line !== ""));
const isFull = process.env["FULL"] === "1";
const hashOf = (key: string) => new Bun.CryptoHasher("sha256").update(key).digest("hex").slice(0, 32);
const safe = new Set<string>();

describe("no expression takes more than linear time, whatever text it is applied to:", () => {
  for (const [key, { file, source, flags }] of toBeSafe) {
    if (!isFull && listed.has(hashOf(key))) continue;
    test(
      `${file} ${key.slice(0, 100)}`,
      () => {
        const verdict = checkSync(source, flags, PARAMETERS);
        expect([verdict.status, verdict.status === "vulnerable" ? verdict.attack.pattern : ""]).toEqual([
          "safe",
          "",
        ]);
        safe.add(hashOf(key));
      },
      CHECK_LIMIT_MS,
    );
  }

  test("the list of those found safe holds no other", () => {
    const current = new Set([...toBeSafe.keys()].map(hashOf));
    if (process.env["UPDATE_JUDGED"] === "1") {
      const judged = [...current].filter((hash) => safe.has(hash) || (!isFull && listed.has(hash)));
      writeFileSync(LIST, `${judged.sort().join("\n")}\n`);
    }
    const known = readFileSync(LIST, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    expect(known.filter((hash) => !current.has(hash))).toEqual([]);
  });
});

/** One of each kind of fault that was found in the product, or nearly came into it. */
describe("a fault is found:", () => {
  test.each([
    /\s*\n\s*/g,
    /-[1-9].*$/,
    /(?<![A-Z])\s+$/,
    / +(?=x)y/u,
    /(?<!a)(?:a|aa)+b(?!c)/u,
    /\nparams: [\s\S]*?(?=\n\s+at |\ncaused by: |$)/g,
    /<[^>]*>(?!x)/,
    /(?<=x)\S+$/,
    /(?<![A-Z])BOI(?:-[A-Z0-9]*)+(?!x)$/g,
    /\s*\n\s*|(?<!(?<![\p{L}])(?:art|al))x/u,
    /(?:\d+,? ?)+(?=€)/u,
  ])(
    "%p",
    ({ source, flags }) => {
      expect(checkSync(source, flags, PARAMETERS).status).toBe("vulnerable");
    },
    CHECK_LIMIT_MS,
  );
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
