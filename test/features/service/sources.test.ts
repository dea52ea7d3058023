import { expect, test } from "bun:test";
import { type Coverage, NO_COVERAGE } from "../../../bofip/sources/coverage.ts";
import { judgeSources } from "../../../src/features/service/status.ts";

const SURVEYED = new Date("2026-06-20T04:00:00Z");
const LATE_DAYS = 16;

function judge(coverage: Partial<Coverage>, now: string, surveyedAt: Date | null = SURVEYED) {
  const state = { revision: 1, coverage: { ...NO_COVERAGE, ...coverage }, surveyedAt, law: null };
  return judgeSources(state, new Date(now), LATE_DAYS);
}

test.each([
  ["16 days after, in Paris", "2026-06-20T21:59:59Z", 16, true],
  ["17 days after, in Paris", "2026-06-20T22:00:00Z", 17, false],
])("%s", (_, now, retard_jours, ok) => {
  expect(judge({ until: "2026-06-04" }, now)).toEqual({
    ok,
    jusqu_au: "2026-06-04",
    releve_le: "2026-06-20T04:00:00.000Z",
    retard_jours,
    trous: [],
  });
});

test("sources that answer and tell no day are not in order", () => {
  expect(judge({}, "2026-06-20T22:00:00Z")).toMatchObject({ ok: false, jusqu_au: null, retard_jours: null });
});

test("nothing is late where official addresses were never asked, and gaps are told", () => {
  const gaps = [{ from: "2026-05-22", to: "2026-05-28" }];
  expect(judge({ until: "2020-01-01", gaps }, "2026-06-20T22:00:00Z", null)).toEqual({
    ok: true,
    jusqu_au: null,
    releve_le: null,
    retard_jours: null,
    trous: [{ du: "2026-05-22", au: "2026-05-28" }],
  });
});
