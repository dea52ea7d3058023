import { describe, expect, test } from "bun:test";
import { RefreshedValue } from "../../../../db/engine/refreshed-value.ts";
import { rejectionOf } from "../../../rejection.ts";

const LIFETIME_MS = 1_000;

interface Reading {
  readonly number: number;
}

/** A value whose reads are resolved by hand, and a clock that does not advance. */
function held() {
  let now = 0;
  const readings: PromiseWithResolvers<Reading>[] = [];
  const given: (Reading | null)[] = [];
  const told: string[] = [];
  const read = (previous: Reading | null) => {
    given.push(previous);
    const reading = Promise.withResolvers<Reading>();
    readings.push(reading);
    return reading.promise;
  };
  const observer = {
    began: (name: string) => told.push(`${name} began`),
    succeeded: (name: string) => told.push(`${name} succeeded`),
    failed: (name: string, error: unknown) => told.push(`${name} failed: ${error}`),
  };
  const value = new RefreshedValue("essai", read, { lifetimeMs: LIFETIME_MS, observer, nowMs: () => now });
  const settle = async (outcome: number | string) => {
    const reading = readings.at(-1);
    if (typeof outcome === "number") reading?.resolve({ number: outcome });
    else reading?.reject(outcome);
    await Bun.sleep(0);
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { value, settle, pass, given, told, readings: () => readings.length };
}

describe("a value refreshed behind its readers", () => {
  test("is read once for all those who wait for the first one", async () => {
    const { value, settle, readings } = held();
    expect(value.peek()).toBeNull();
    const asked = [value.get(), value.get()];
    await settle(1);
    expect(await Promise.all(asked)).toEqual([{ number: 1 }, { number: 1 }]);
    await value.get();
    expect(readings()).toBe(1);
  });

  test("that is not recent enough is read again, twice when the read under way began too early", async () => {
    const { value, settle, readings } = held();
    const isRecent = ({ number }: Reading) => number >= 2;
    const first = value.recent(isRecent);
    await settle(1);
    await settle(2);
    expect(await first).toEqual({ number: 2 });
    expect(await value.recent(isRecent)).toEqual({ number: 2 });
    expect(readings()).toBe(2);
    const next = rejectionOf(value.recent(({ number }) => number >= 3));
    await settle("away");
    expect(await next).toBe("away");
    expect(value.peek()).toEqual({ number: 2 });
  });

  test("fails for those who wait for the first one, and is read again by the next", async () => {
    const { value, settle } = held();
    const asked = rejectionOf(value.get());
    await settle("away");
    expect(await asked).toBe("away");
    const next = value.get();
    await settle(1);
    expect(await next).toEqual({ number: 1 });
  });

  test("is given while it is old, once more than it is read, and then the new one", async () => {
    const { value, settle, pass, given, readings } = held();
    void value.get();
    await settle(1);
    pass(LIFETIME_MS - 1);
    expect([value.peek(), readings()]).toEqual([{ number: 1 }, 1]);
    pass(1);
    expect([value.peek(), await value.get(), readings()]).toEqual([{ number: 1 }, { number: 1 }, 2]);
    await settle(2);
    expect(value.peek()).toEqual({ number: 2 });
    expect(given).toEqual([null, { number: 1 }]);
  });

  test("stays when a refresh fails, which is tried again one lifetime later", async () => {
    const { value, settle, pass, told, readings } = held();
    void value.get();
    await settle(1);
    pass(LIFETIME_MS);
    value.peek();
    await settle("away");
    expect([await value.get(), readings()]).toEqual([{ number: 1 }, 2]);
    pass(LIFETIME_MS);
    value.peek();
    await settle(3);
    expect(value.peek()).toEqual({ number: 3 });
    const [began, succeeded] = ["essai began", "essai succeeded"];
    expect(told).toEqual([began, succeeded, began, "essai failed: away", began, succeeded]);
  });

  test("is read whatever its age when that is asked, together with a reading under way", async () => {
    const { value, settle, readings } = held();
    void value.get();
    await settle(1);
    value.refreshBehind();
    const refreshed = value.refresh();
    await settle(2);
    expect([await refreshed, value.peek(), readings()]).toEqual([{ number: 2 }, { number: 2 }, 2]);
  });
});
