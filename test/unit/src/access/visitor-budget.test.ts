import { beforeEach, describe, expect, test } from "bun:test";
import { VISITOR_BURST_MS, type Visit, VisitorBudget } from "../../../../src/access/visitor-budget.ts";

const ADDRESS = "203.0.113.9";
const MINUTE_MS = 60_000;

let nowMs: number;
let budget: VisitorBudget;
beforeEach(() => {
  nowMs = 1_000;
  budget = new VisitorBudget(3_000, () => nowMs);
});

function enter(address = ADDRESS): Visit {
  const visit = budget.arrive(address);
  if ("waitSeconds" in visit) throw new Error(`refused for ${visit.waitSeconds} s`);
  return visit;
}

/** A visit of this duration, alone. */
function visit(ms: number, address = ADDRESS, isFree = false): void {
  const { leave } = enter(address);
  nowMs += ms;
  leave(isFree);
}

describe("the work that an address without a key may cause", () => {
  test("is ten seconds at once, then three a minute; the refusal gives the seconds to wait", () => {
    visit(VISITOR_BURST_MS);
    expect(budget.arrive(ADDRESS)).toEqual({ waitSeconds: 1 });
    nowMs += 1_000;
    visit(500);
    expect(budget.arrive(ADDRESS)).toEqual({ waitSeconds: 9 });
    nowMs += 9_000;
    visit(1);
  });

  test("never grows beyond ten seconds, however long it was not used", () => {
    nowMs += 100 * MINUTE_MS;
    visit(VISITOR_BURST_MS + 10_000);
    expect(budget.arrive(ADDRESS)).toHaveProperty("waitSeconds");
  });

  test("lets an office behind one address work: a hundred pages and sixty searches every minute", () => {
    for (let minute = 0; minute < 60; minute += 1) {
      const start = nowMs;
      for (let page = 0; page < 100; page += 1) visit(5);
      for (let search = 0; search < 60; search += 1) visit(40);
      nowMs = start + MINUTE_MS;
    }
  });

  test("is shared by visits that wait for each other: together they pay the time that passed", () => {
    const visits = Array.from({ length: 300 }, () => enter());
    nowMs += 6_000;
    for (const { leave } of visits) leave(false);
    // 6 s of work and half a millisecond each are spent; a visit of 3.9 s earns back 0.2 s while it lasts.
    visit(3_900);
    visit(200);
    expect(budget.arrive(ADDRESS)).toHaveProperty("waitSeconds");
  });

  test("is not spent by another address, nor by what failed on our side", () => {
    visit(VISITOR_BURST_MS, "203.0.113.10");
    visit(60_000, ADDRESS, true);
    visit(1);
  });

  test("is that of a subscriber, whatever its address of IPv6, and of no other", () => {
    visit(VISITOR_BURST_MS, "2001:db8:1:2::1");
    expect(budget.arrive("2001:db8:1:2:ffff::9")).toHaveProperty("waitSeconds");
    visit(1, "2001:db8:1:3::1");
  });

  test("costs at least half a millisecond a visit: an address is refused beyond some twenty thousand at once", () => {
    const visitsAtOnce = VISITOR_BURST_MS / 0.5;
    for (let count = 0; count < visitsAtOnce; count += 1) visit(0);
    expect(budget.arrive(ADDRESS)).toHaveProperty("waitSeconds");
  });

  test("is charged once a visit, and a debt is no greater than what is given at once", () => {
    const { leave } = enter();
    nowMs += 20 * VISITOR_BURST_MS;
    leave(false);
    leave(false);
    expect(budget.arrive(ADDRESS)).toEqual({ waitSeconds: 201 });
  });
});
