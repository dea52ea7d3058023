import { setTimeout as sleep } from "node:timers/promises";

const TIME_LIMIT_MS = 10_000;

/** Tries until `check` passes, for what a store lets be seen a moment later; gives its last failure after 10 s. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + TIME_LIMIT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
