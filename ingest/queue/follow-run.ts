import { setTimeout as sleep } from "node:timers/promises";
import type { RunView } from "../../db/runs/view.ts";
import { isEnded, ProgressDisplay } from "./progress.ts";

const POLL_MS = 250;

/** Shows a run on standard error until it ends, and returns its final state. @param read returns its present state. */
export async function followToEnd(read: () => Promise<RunView>): Promise<RunView> {
  const display = new ProgressDisplay(process.stderr);
  for (;;) {
    const run = await read();
    display.show(run);
    if (isEnded(run)) {
      display.end();
      return run;
    }
    await sleep(POLL_MS);
  }
}
