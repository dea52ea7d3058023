import { describe, expect, test } from "bun:test";
import {
  type CoverageFacts,
  coverageOf,
  dayOfExport,
  NO_COVERAGE,
} from "../../../../bofip/sources/coverage.ts";

const TODAY = "2026-07-01";
const STOCK = { kind: "stock", from: "2026-05-21", to: "2026-05-21", isApplied: true } as const;

function flux(from: string, to: string, isApplied = true) {
  return { kind: "flux", from: `2026-${from}`, to: `2026-${to}`, isApplied } as const;
}

interface Case {
  readonly facts: Partial<CoverageFacts>;
  readonly until: string | null;
  readonly gaps?: readonly (readonly [string, string])[];
}

const CASES: Readonly<Record<string, Case>> = {
  "nothing at all": { facts: {}, until: null },
  "a stock": { facts: { archives: [STOCK] }, until: "2026-05-21" },
  "an export alone: the sample, a local file": {
    facts: { exports: ["2026-03-02", "2026-04-14"] },
    until: "2026-04-14",
  },
  "the latest of a stock and an export": {
    facts: { exports: ["2026-06-10"], archives: [STOCK] },
    until: "2026-06-10",
  },
  "a stock and fluxes that touch, in any order": {
    facts: { archives: [flux("05-29", "06-04"), flux("05-22", "05-28"), STOCK] },
    until: "2026-06-04",
  },
  "a flux whose period overlaps the stock's day": {
    facts: { archives: [STOCK, flux("05-15", "05-28")] },
    until: "2026-05-28",
  },
  "a flux that ended before the stock says nothing": {
    facts: { archives: [STOCK, flux("05-01", "05-07")] },
    until: "2026-05-21",
  },
  "a missing flux stops it": {
    facts: { archives: [STOCK, flux("05-29", "06-04")] },
    until: "2026-05-21",
    gaps: [["2026-05-22", "2026-05-28"]],
  },
  "two missing fluxes are two gaps": {
    facts: { archives: [STOCK, flux("05-29", "06-04"), flux("06-12", "06-18")] },
    until: "2026-05-21",
    gaps: [
      ["2026-05-22", "2026-05-28"],
      ["2026-06-05", "2026-06-11"],
    ],
  },
  "the last flux is named and could not be had": {
    facts: { archives: [STOCK, flux("05-22", "05-28"), flux("05-29", "06-04", false)] },
    until: "2026-05-28",
    gaps: [["2026-05-29", "2026-06-04"]],
  },
  "an export after a missing flux": {
    facts: { exports: ["2026-05-30"], archives: [STOCK, flux("05-29", "06-04")] },
    until: "2026-06-04",
  },
  "a stock after a missing flux": {
    facts: { archives: [STOCK, flux("05-29", "06-04"), { ...STOCK, from: "2026-06-10", to: "2026-06-10" }] },
    until: "2026-06-10",
  },
  "a stock that is named alone": { facts: { archives: [{ ...STOCK, isApplied: false }] }, until: null },
  "fluxes without what they change": { facts: { archives: [flux("05-22", "05-28")] }, until: null },
  "a period that goes on after today": {
    facts: { archives: [STOCK, flux("05-22", "07-09"), flux("07-10", "07-16", false)] },
    until: TODAY,
  },
};

describe("the last day that sources speak of", () => {
  test.each(Object.entries(CASES))("%s", (_, { facts, until, gaps = [] }) => {
    const coverage = coverageOf({ exports: [], archives: [], ...facts }, TODAY);
    expect(coverage.until).toBe(until);
    expect(coverage.gaps).toEqual(gaps.map(([from, to]) => ({ from, to })));
  });

  test("nothing is known of no fact", () => {
    expect(coverageOf({ exports: [], archives: [] }, TODAY)).toEqual(NO_COVERAGE);
  });

  test("what came by exports has their day, fluxes that follow them apart", () => {
    const archives = [STOCK, flux("05-22", "05-28"), flux("05-29", "06-04")];
    expect(coverageOf({ exports: ["2025-12-29"], archives }, TODAY)).toMatchObject({
      until: "2026-06-04",
      news: "2025-12-29",
      fromExport: "2025-12-29",
      fromStock: "2026-06-04",
    });
    expect(coverageOf({ exports: ["2026-05-28"], archives: archives.slice(2) }, TODAY)).toMatchObject({
      until: "2026-06-04",
      news: "2026-05-28",
      fromExport: "2026-06-04",
      fromStock: null,
    });
  });
});

describe("the day of an export", () => {
  test.each([
    ["made in the morning", "2026-06-05T04:00:00Z", "2026-06-04"],
    ["made at night, the next day in Paris", "2026-06-05T22:30:00Z", "2026-06-05"],
  ])("%s", (_, instant, day) => {
    expect(dayOfExport({ processedAt: new Date(instant), newestRecord: "2026-05-01" })).toBe(day);
  });

  test("its newest record, when nobody says when it was made", () => {
    expect(dayOfExport({ processedAt: null, newestRecord: "2026-05-01" })).toBe("2026-05-01");
  });
});
