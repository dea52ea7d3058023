import { expect, test } from "bun:test";
import { TimeLimitPassed, withTimeout } from "../../../../db/engine/retry.ts";

const NEVER = new Promise<never>(() => {});

test("work that ends in time gives what it gives, or its own fault", async () => {
  expect(await withTimeout(60_000, Promise.resolve("done"))).toBe("done");
  await expect(withTimeout(60_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("work that does not end is left, with the limit that it passed", async () => {
  const fault = await withTimeout(1, NEVER).catch((error: unknown) => error);
  expect(fault).toEqual(new TimeLimitPassed(1));
});
