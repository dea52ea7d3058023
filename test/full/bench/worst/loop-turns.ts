/**
 * Loaded before a process of the API (`--preload`): tells how long the event loop was held, over the socket named by
 * `LOOP_TURNS_SOCKET`. Each reading begins the next measure.
 */
import { isMainThread } from "node:worker_threads";

const TICK_MS = 1;
const socket = Bun.env["LOOP_TURNS_SOCKET"];

if (isMainThread && socket !== undefined) {
  let longestMs = 0;
  let tickedAt = performance.now();
  setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - tickedAt - TICK_MS);
    tickedAt = now;
  }, TICK_MS).unref();
  Bun.serve({
    unix: socket,
    fetch() {
      // What held the loop up to this very turn counts.
      const read = Math.max(longestMs, performance.now() - tickedAt - TICK_MS);
      longestMs = 0;
      tickedAt = performance.now();
      return Response.json(read);
    },
  }).unref();
}
