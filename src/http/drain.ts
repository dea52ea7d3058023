import type { AnyElysia } from "elysia";
import { withTimeout } from "../../db/engine/timeout.ts";

/** How long requests in progress may take once no new one is accepted. */
const LIMIT_MS = 10_000;

/**
 * Shuts down a serving process. While it drains it still answers, reports that it is not ready and asks clients to
 * close their connections, so that a proxy turns to other processes before connections are refused.
 */
export class Drain {
  #isDraining = false;

  /** @param delayMs how long requests are still accepted: as long as a proxy takes to notice. */
  constructor(private readonly delayMs: number) {}

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Resolves when the server accepts nothing more and has answered every accepted request. */
  async end(app: AnyElysia): Promise<void> {
    this.#isDraining = true;
    await Bun.sleep(this.delayMs);
    const { server } = app;
    if (server === null) return;
    // Requests that have not ended in time are cut.
    await withTimeout(LIMIT_MS, server.stop(false)).catch(() => {});
    await server.stop(true);
  }
}
