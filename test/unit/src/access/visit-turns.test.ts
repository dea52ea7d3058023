import { beforeEach, describe, expect, test } from "bun:test";
import { RequestAborted } from "../../../../db/admission/port.ts";
import {
  MOST_AT_ONCE,
  MOST_OF_ONE,
  MOST_WAITING,
  TooManyVisits,
  VisitTurns,
} from "../../../../src/access/visit-turns.ts";

let turns: VisitTurns;
/** The visits whose turn came, in order, and what became of the others. */
let started: string[];
let refused: [string, unknown][];
let ends: (() => void)[];
beforeEach(() => {
  turns = new VisitTurns();
  [started, refused, ends] = [[], [], []];
});

async function visit(address: string, count = 1, signal?: AbortSignal): Promise<void> {
  for (let rank = 0; rank < count; rank += 1)
    void turns.take(address, signal).then(
      (end) => {
        started.push(address);
        ends.push(end);
      },
      (reason) => refused.push([address, reason]),
    );
  await Bun.sleep(0);
}

async function end(count = 1): Promise<void> {
  for (const over of ends.splice(0, count)) over();
  await Bun.sleep(0);
}

/** As many addresses as it takes to hold every turn. */
async function occupy(): Promise<void> {
  for (let rank = 0; rank < MOST_AT_ONCE / MOST_OF_ONE; rank += 1) await visit(`busy ${rank}`, MOST_OF_ONE);
}

describe("visits of the pages", () => {
  test("are worked on a few at a time, the others in their turn", async () => {
    await occupy();
    await visit("a", 2);
    expect(started).toHaveLength(MOST_AT_ONCE);
    await end();
    expect(started).toHaveLength(MOST_AT_ONCE + 1);
    await end(MOST_AT_ONCE);
    expect(started).toHaveLength(MOST_AT_ONCE + 2);
  });

  test("from one address hold a quarter of the turns at most, a subscriber of IPv6 being one", async () => {
    await visit("2001:db8:1:2::1", MOST_AT_ONCE);
    await visit("2001:db8:1:2::2", MOST_AT_ONCE);
    expect(started).toHaveLength(MOST_OF_ONE);
    await visit("203.0.113.9");
    expect(started.at(-1)).toBe("203.0.113.9");
    await end();
    expect(started.slice(-1)).toEqual(["2001:db8:1:2::1"]);
    expect(started).toHaveLength(MOST_OF_ONE + 2);
  });

  test("of an address that holds its quarter let those of the others pass", async () => {
    await visit("slow", MOST_OF_ONE + 2);
    for (let rank = 0; rank < MOST_AT_ONCE; rank += 1) await visit(`203.0.113.${rank}`);
    const others = MOST_AT_ONCE - MOST_OF_ONE;
    expect(started).toHaveLength(MOST_AT_ONCE);
    ends.splice(MOST_OF_ONE, 1)[0]?.();
    await Bun.sleep(0);
    expect(started.at(-1)).toBe(`203.0.113.${others}`);
  });

  test("come one address after the other, a subscriber of IPv6 being one", async () => {
    await occupy();
    await visit("2001:db8:1:2::1", 2);
    await visit("2001:db8:1:2::2", 1);
    await visit("203.0.113.9", 2);
    await end(MOST_AT_ONCE);
    const first = ["2001:db8:1:2::1", "203.0.113.9", "2001:db8:1:2::1", "203.0.113.9"];
    expect(started.slice(MOST_AT_ONCE)).toEqual(first);
    await end();
    expect(started.at(-1)).toBe("2001:db8:1:2::2");
  });

  test("beyond those that may wait are refused at once", async () => {
    await visit("a", MOST_OF_ONE + MOST_WAITING);
    expect(refused).toEqual([]);
    await visit("a", 3);
    expect(refused).toEqual(Array.from({ length: 3 }, () => ["a", expect.any(TooManyVisits)]));
  });

  test("of another address take the place of the latest of the one that has most waiting", async () => {
    await occupy();
    await visit("flood", MOST_WAITING);
    await visit("other", 2);
    expect(refused).toEqual(Array.from({ length: 2 }, () => ["flood", expect.any(TooManyVisits)]));
    await end(2);
    expect(started.slice(MOST_AT_ONCE)).toEqual(["flood", "other"]);
  });

  test("of which each address has one waiting are not displaced by one more", async () => {
    await occupy();
    for (let rank = 0; rank < MOST_WAITING; rank += 1) await visit(`203.0.113.${rank}`);
    await visit("late");
    expect(refused).toEqual([["late", expect.any(TooManyVisits)]]);
  });

  test("that are left while they wait are not worked on, and give their place to the next", async () => {
    const left = new AbortController();
    await occupy();
    await visit("left", 2, left.signal);
    await visit("stays");
    left.abort();
    await end();
    expect(started.slice(MOST_AT_ONCE)).toEqual(["stays"]);
    await end(MOST_AT_ONCE);
    expect(refused).toEqual(Array.from({ length: 2 }, () => ["left", expect.any(RequestAborted)]));
  });

  test("end their turn once", async () => {
    await occupy();
    await visit("a", 2);
    const [over = () => {}] = ends;
    over();
    over();
    await Bun.sleep(0);
    expect(started).toHaveLength(MOST_AT_ONCE + 1);
  });
});
