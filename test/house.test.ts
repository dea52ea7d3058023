/** What the house may not become again: docs/architecture.md, « Rooms and arrows ». */
import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { lonePages, readExecuted, readHouse } from "../deploy/house.ts";

const ROOT = join(import.meta.dir, "..");
/** They only fall: a rise takes a line of the changelog that names what the product does more. */
const MOST_FILES = 701;
const MOST_LINES = 89_700;
/** Those that are left, entries of lists, threads and tables among them. */
const MOST_LONE_PAGES = 29;

/** Commands that operators know by their files. */
const COMMANDS_BESIDE = ["ingest/proof.ts", "src/keys.ts"];

/** Files of which a function runs for one warm request, or for the first import of one record; two or three by the clock. */
const MOST_EXECUTED = { "a §": 47, "a search": 67, "a record": 155 };

const house = await readHouse();

test("its files and its lines only fall", () => {
  expect(house.length).toBeLessThanOrEqual(MOST_FILES);
  expect(house.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThanOrEqual(MOST_LINES);
});

test("what one file alone imports is part of it, but for those that are left", () => {
  expect(lonePages(house).length).toBeLessThanOrEqual(MOST_LONE_PAGES);
});

test("no file stands beside a folder of its name", () => {
  const folders = new Set(house.map(({ path }) => dirname(path)));
  const beside = house.map(({ path }) => path).filter((path) => folders.has(path.replace(/\.tsx?$/, "")));
  expect(beside.toSorted()).toEqual(COMMANDS_BESIDE);
});

// A reader who comes from a search has not read the comment above.
test("no comment begins with The same, Likewise, Of", async () => {
  const texts = await Promise.all(house.map(({ path }) => Bun.file(join(ROOT, path)).text()));
  const pointing = texts.flatMap((text) => [
    ...text.matchAll(/\/(?:\/|\*\*?(?:\n\s*\*)?) ?(?:The same|Likewise|Of)\b.*/g),
  ]);
  expect(pointing.map(([comment]) => comment)).toEqual([]);
});

test("one snapshot of the schema is kept, the last", () => {
  const snapshots = [...new Bun.Glob("*_snapshot.json").scanSync(join(ROOT, "db/migrations/meta"))];
  const migrations = [...new Bun.Glob("*.sql").scanSync(join(ROOT, "db/migrations"))].toSorted();
  expect(snapshots).toEqual([`${migrations.at(-1)?.slice(0, 4)}_snapshot.json`]);
});

test("what a request or a record runs through can be followed", async () => {
  const executed = await readExecuted();
  expect(Object.keys(executed)).toEqual(Object.keys(MOST_EXECUTED));
  for (const [act, most] of Object.entries(MOST_EXECUTED))
    expect({ act, most, executed: executed[act]?.slice(most) }).toEqual({ act, most, executed: [] });
}, 120_000);
