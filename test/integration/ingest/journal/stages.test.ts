/** What the row of a run tells of its stages. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { claimRun, readRun, requestRun } from "../../../../db/runs/runs.ts";
import type { StageReport } from "../../../../db/schema/ingestion.ts";
import { Interrupted } from "../../../../ingest/journal/fault.ts";
import { Journal } from "../../../../ingest/journal/journal.ts";
import { openEmbedded } from "../../../servers/stores.ts";

let store: RelationalStore;
let journal: Journal;
let id: number;
let stop: AbortController;
let left: StageReport[];

beforeAll(async () => {
  store = await openEmbedded();
});
afterAll(() => store.close());
beforeEach(async () => {
  id = await requestRun(store.database, { source: "/exports", forced: true });
  await claimRun(store.database);
  stop = new AbortController();
  left = [];
  journal = new Journal(store.database, id, stop.signal, (report) => left.push(report));
});

const namesOf = (reports: readonly StageReport[]) => reports.map(({ stage }) => stage);

/** The row as a reader sees it, once the journal has written it again. */
async function shown() {
  await journal.datedFrom("2026-01-01");
  const run = await readRun(store.database, id);
  return [run?.stage, run?.progress, namesOf(run?.stages ?? [])];
}

test("the row shows the first stage that has not ended, and how far it is", async () => {
  await journal.beginStage("plan");
  await journal.advance({ done: 1, total: 2 });
  expect(await shown()).toEqual(["plan", { done: 1, total: 2 }, ["plan"]]);
  const words = await journal.open("fulltext");
  const vectors = await journal.open("vectors");
  await words.advance({ done: 3, total: 4 });
  await vectors.advance({ done: 5, total: 6 });
  expect(await shown()).toEqual(["fulltext", { done: 3, total: 4 }, ["plan", "fulltext", "vectors"]]);
  words.close();
  expect(await shown()).toEqual(["vectors", { done: 5, total: 6 }, ["plan", "fulltext", "vectors"]]);
  expect(namesOf(left)).toEqual(["plan", "fulltext"]);
});

test("each stage counts for itself what is done beside another, and the run counts it all", async () => {
  const words = await journal.open("fulltext");
  const vectors = await journal.open("vectors");
  words.tally("added", 2);
  vectors.tally("added", 30);
  words.count("indexed", 2);
  vectors.count("embedded", 30);
  const { stages, counts } = journal.end("succeeded");
  expect(stages.map(({ stage, added }) => [stage, added])).toEqual([
    ["fulltext", 2],
    ["vectors", 30],
  ]);
  expect([counts.indexed, counts.embedded]).toEqual([2, 30]);
});

test("a stage that is begun again goes on counting where it was left", async () => {
  await journal.beginStage("read");
  journal.tally("unchanged", 1);
  await journal.beginStage("diff");
  await journal.beginStage("read");
  journal.tally("unchanged", 2);
  const { stages } = journal.end("succeeded");
  expect(stages.map(({ stage, unchanged }) => [stage, unchanged])).toEqual([
    ["read", 3],
    ["diff", 0],
  ]);
});

test("a run that is asked to stop stops every stage, and its end tells how far each came", async () => {
  const words = await journal.open("fulltext");
  const vectors = await journal.open("vectors");
  vectors.tally("added", 7);
  stop.abort();
  for (const stage of [words, vectors]) await expect(stage.advance(null)).rejects.toThrow(Interrupted);
  const { stages } = journal.end("interrupted");
  expect(stages.map(({ stage, added }) => [stage, added])).toEqual([
    ["fulltext", 0],
    ["vectors", 7],
  ]);
  expect(namesOf(left)).toEqual(["fulltext", "vectors"]);
});
