import { expect, test } from "bun:test";
import { findAbsences, type Presence } from "../../../../ingest/facts/known-absences.ts";
import { factOrder } from "../../../../ingest/facts/state.ts";

interface Case {
  readonly promise: string;
  /** Editions known of the document. */
  readonly editions: readonly { date: string; from: "export" | "archive" }[];
  /** Exports, oldest first: as-of date, and the date of their edition of the document, if any. */
  readonly exports: readonly [asOf: string, held: string | null][];
  readonly absences: readonly string[];
}

const SINCE_2020 = [{ date: "2020-01-01", from: "export" }] as const;

const CASES: readonly Case[] = [
  {
    promise: "a document held is not absent",
    editions: SINCE_2020,
    exports: [["2020-02-01", "2020-01-01"]],
    absences: [],
  },
  {
    promise: "the first export that lacks it dates the absence",
    editions: SINCE_2020,
    exports: [
      ["2020-02-01", "2020-01-01"],
      ["2020-03-01", null],
      ["2020-04-01", null],
    ],
    absences: ["2020-03-01"],
  },
  {
    promise: "an export older than the edition says nothing",
    editions: SINCE_2020,
    exports: [
      ["2019-06-01", null],
      ["2020-02-01", "2020-01-01"],
    ],
    absences: [],
  },
  {
    promise: "an export of the edition's own date counts for what came by an export",
    editions: SINCE_2020,
    exports: [
      ["2020-01-01", "2020-01-01"],
      ["2020-01-01", null],
    ],
    absences: ["2020-01-01"],
  },
  {
    promise: "an export of the edition's own date says nothing of what came by an archive",
    editions: [{ date: "2020-01-01", from: "archive" }],
    exports: [
      ["2020-01-01", null],
      ["2020-05-01", null],
    ],
    absences: ["2020-05-01"],
  },
  {
    promise: "the return of the same edition cancels the absence",
    editions: SINCE_2020,
    exports: [
      ["2020-02-01", "2020-01-01"],
      ["2020-03-01", null],
      ["2020-04-01", "2020-01-01"],
    ],
    absences: [],
  },
  {
    promise: "a return by a newer edition leaves the absence in the history",
    editions: [...SINCE_2020, { date: "2020-04-01", from: "export" }],
    exports: [
      ["2020-02-01", "2020-01-01"],
      ["2020-03-01", null],
      ["2020-04-01", "2020-04-01"],
    ],
    absences: ["2020-03-01"],
  },
  {
    promise:
      "the return of an edition of the absence's own date cancels it: the export that holds it came last",
    editions: [...SINCE_2020, { date: "2020-03-01", from: "export" }],
    exports: [
      ["2020-03-01", "2020-03-01"],
      ["2020-03-01", null],
      ["2020-03-01", "2020-03-01"],
    ],
    absences: [],
  },
  {
    promise: "an archive's edition within the gap is withdrawn by the next export that lacks it",
    editions: [...SINCE_2020, { date: "2020-03-15", from: "archive" }],
    exports: [
      ["2020-03-01", null],
      ["2020-04-01", null],
    ],
    absences: ["2020-03-01", "2020-04-01"],
  },
];

test.each([...CASES])("$promise", async ({ editions, exports, absences }) => {
  const orders = new Map([["BOI-A", editions.map(({ date, from }) => factOrder(date, from))]]);
  const found = await findAbsences(orders, presences(exports));
  expect(found.get("BOI-A") ?? []).toEqual([...absences]);
});

async function* presences(exports: Case["exports"]): AsyncGenerator<Presence> {
  for (const [asOf, held] of exports) yield { asOf, latest: new Map(held === null ? [] : [["BOI-A", held]]) };
}
