/**
 * Loaded before a process of the API (`--preload`): reports how long the event loop was blocked, over the socket named
 * by `LOOP_TURNS_SOCKET`. Each reading begins the next measure.
 */
import { isMainThread } from "node:worker_threads";

const TICK_MS = 1;
const socket = Bun.env["LOOP_TURNS_SOCKET"];

if (isMainThread && socket !== undefined) {
  let longestMs = 0;
  let [tickedAt, workedMs] = [performance.now(), threadMs()];
  /** The turn since the last tick, which ends now. */
  const endTurn = () => {
    const [now, worked] = [performance.now(), threadMs()];
    longestMs = Math.max(longestMs, Math.min(now - tickedAt - TICK_MS, worked - workedMs));
    [tickedAt, workedMs] = [now, worked];
  };
  setInterval(endTurn, TICK_MS).unref();
  Bun.serve({
    unix: socket,
    fetch() {
      // What held the loop up to this very turn counts.
      endTurn();
      const read = longestMs;
      longestMs = 0;
      return Response.json(read);
    },
  }).unref();
}

/** Milliseconds of the processor that this thread has taken. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
