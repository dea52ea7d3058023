import { describe, expect, test } from "bun:test";
import { retry } from "../../../../db/engine/retry.ts";

const PASSING = new Error("later");
const FINAL = new Error("never");
const isTransient = (fault: unknown) => fault === PASSING;
const PATIENCE = { attempts: 3, firstDelayMs: 1 };

/** Fails with each fault in turn, then succeeds; counts its attempts. */
function failing(...faults: readonly Error[]) {
  let attempts = 0;
  const work = async () => {
    const fault = faults[attempts];
    attempts += 1;
    if (fault !== undefined) throw fault;
    return "done";
  };
  return { work, attempts: () => attempts };
}

describe("work that may be attempted again", () => {
  test("is, until it succeeds", async () => {
    const { work, attempts } = failing(PASSING, PASSING);
    expect(await retry(work, PATIENCE, { isTransient })).toBe("done");
    expect(attempts()).toBe(3);
  });

  test("is given up after as many attempts as patience allows, with its last fault", async () => {
    const { work, attempts } = failing(PASSING, PASSING, PASSING, PASSING);
    await expect(retry(work, PATIENCE, { isTransient })).rejects.toBe(PASSING);
    expect(attempts()).toBe(3);
  });

  test("is given up at once when its fault will not pass", async () => {
    const { work, attempts } = failing(FINAL);
    await expect(retry(work, PATIENCE, { isTransient })).rejects.toBe(FINAL);
    expect(attempts()).toBe(1);
  });

  test("is counted anew each time it goes further", async () => {
    const { work, attempts } = failing(PASSING, PASSING, PASSING, PASSING, PASSING);
    expect(await retry(work, PATIENCE, { isTransient, hasAdvanced: () => true })).toBe("done");
    expect(attempts()).toBe(6);
  });

  test("is not waited for beyond the time that all of it may take", async () => {
    const { work, attempts } = failing(PASSING, PASSING);
    const asked = { isTransient, waitAskedMs: () => 3_600_000 };
    await expect(retry(work, { ...PATIENCE, totalMs: 60_000 }, asked)).rejects.toBe(PASSING);
    expect(attempts()).toBe(1);
  });

  test("waits no longer than the longest wait, whatever a server asks", async () => {
    const { work } = failing(PASSING);
    const asked = { isTransient, waitAskedMs: () => 3_600_000 };
    expect(await retry(work, { ...PATIENCE, maxDelayMs: 1 }, asked)).toBe("done");
  });

  test("stops waiting when it is aborted", async () => {
    const { work } = failing(PASSING);
    const asked = { isTransient, waitAskedMs: () => 3_600_000, signal: AbortSignal.timeout(5) };
    await expect(retry(work, PATIENCE, asked)).rejects.toThrow("aborted");
  });
});
