import type { AnyElysia } from "elysia";
import { withTimeout } from "../../db/engine/timeout.ts";

/** How long what is under way may take once nothing new is accepted. */
const LIMIT_MS = 10_000;

/**
 * The end of a process that serves. While it drains it still answers, says that it is not ready and asks
 * clients to close their connections, so that a proxy turns to other processes before connections are refused.
 */
export class Drain {
  #isDraining = false;

  /** @param delayMs how long requests are still accepted: as long as a proxy takes to notice. */
  constructor(private readonly delayMs: number) {}

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Resolves when the server accepts nothing more and has answered what it had accepted. */
  async end(app: AnyElysia): Promise<void> {
    this.#isDraining = true;
    await Bun.sleep(this.delayMs);
    const { server } = app;
    if (server === null) return;
    // What has not ended in time is cut.
    await withTimeout(LIMIT_MS, server.stop(false)).catch(() => {});
    await server.stop(true);
  }
}
