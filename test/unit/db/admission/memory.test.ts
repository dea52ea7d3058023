import { expect, test } from "bun:test";
import { NO_COVERAGE } from "../../../../bofip/sources/coverage.ts";
import { AdmissionMemory } from "../../../../db/admission/memory.ts";
import type { Admission, Allowance } from "../../../../db/admission/port.ts";

const ALLOWANCE: Allowance = { keyId: 1, minuteLimit: 60, monthlyQuota: 1000 };
const AT = new Date("2026-11-20T12:00:00Z");
const CORPUS = { revision: 7, coverage: NO_COVERAGE, surveyedAt: null, law: null };

/** A memory in which key 1 was judged by the store at 0 ms. */
function remembering(judged: Partial<Admission> = {}) {
  let now = 0;
  const memory = new AdmissionMemory(() => now);
  memory.remember(ALLOWANCE.keyId, {
    outcome: "accepted",
    isCharged: true,
    at: AT,
    corpus: CORPUS,
    minuteLimit: 60,
    minuteRemaining: 59,
    monthlyQuota: 1000,
    monthUsed: 100,
    monthRemaining: 900,
    ...judged,
  });
  const setTime = (ms: number) => {
    now = ms;
  };
  const admit = (awaySinceMs: number, at = AT) => memory.admit(ALLOWANCE, awaySinceMs, true, at);
  return { memory, setTime, admit };
}

for (const { title, awaySinceMs, nowMs, at = AT, isLetIn } of [
  { title: "just judged, at once", awaySinceMs: 0, nowMs: 0, isLetIn: true },
  { title: "judged 59 s before, at once", awaySinceMs: 59_000, nowMs: 59_000, isLetIn: true },
  { title: "judged 61 s before, at once", awaySinceMs: 61_000, nowMs: 61_000, isLetIn: false },
  { title: "judged 59 s before, 30 s later", awaySinceMs: 59_000, nowMs: 89_000, isLetIn: true },
  { title: "just judged, 31 s later", awaySinceMs: 0, nowMs: 31_000, isLetIn: false },
  {
    title: "judged in another month",
    awaySinceMs: 0,
    nowMs: 0,
    at: new Date("2026-12-01T00:00:00Z"),
    isLetIn: false,
  },
]) {
  test(`a key ${title}: ${isLetIn ? "is let in" : "is not"}`, () => {
    const { setTime, admit } = remembering();
    setTime(nowMs);
    expect(admit(awaySinceMs, at)?.outcome ?? null).toBe(isLetIn ? "accepted" : null);
  });
}

test("a key that this process never judged is not let in", () => {
  const { memory } = remembering();
  expect(memory.admit({ ...ALLOWANCE, keyId: 2 }, 0, true, AT)).toBeNull();
});

test("counters go on from the last decision, which gives the state of the corpus too", () => {
  const { admit } = remembering();
  const shown = [admit(0), admit(0)].map((admission) => [
    admission?.minuteRemaining,
    admission?.monthRemaining,
    admission?.corpus.revision,
  ]);
  expect(shown).toEqual([
    [58, 899, 7],
    [57, 898, 7],
  ]);
});

test("the minute limit holds; what it had used before leaves it evenly", () => {
  const { setTime, admit } = remembering({ minuteRemaining: 20 });
  const outcomes = (times: number) =>
    Array.from({ length: times }, () => admit(0)?.outcome).filter((outcome) => outcome === "accepted").length;
  expect(outcomes(30)).toBe(20);
  // A quarter of the 40 that were used has left.
  setTime(15_000);
  expect(outcomes(30)).toBe(10);
  expect(admit(0)).toMatchObject({ outcome: "rate_limited", isCharged: false, minuteRemaining: 0 });
});

test("the quota holds, and a unit that is taken back can be given again", () => {
  const { memory, admit } = remembering({ monthUsed: 998, monthRemaining: 2 });
  const outcomes = () => [admit(0), admit(0), admit(0)].map((admission) => admission?.outcome);
  expect(outcomes()).toEqual(["accepted", "accepted", "quota_exceeded"]);
  expect(memory.takeBack(ALLOWANCE.keyId)).toBe(true);
  expect(outcomes()).toEqual(["accepted", "quota_exceeded", "quota_exceeded"]);
});

test("what the store may have charged is not charged again", () => {
  const { memory } = remembering();
  expect(memory.admit(ALLOWANCE, 0, false, AT)).toMatchObject({ outcome: "accepted", isCharged: false });
  expect(memory.takeBack(ALLOWANCE.keyId)).toBe(false);
});
