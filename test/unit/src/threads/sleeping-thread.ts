/** A thread whose tasks keep it busy for a while, or fail. */
import { serveRequests } from "../../../../db/engine/thread.ts";

export interface Nap {
  readonly name: string;
  readonly ms: number;
}

serveRequests(({ name, ms }: Nap): string => {
  if (ms < 0) throw new Error("no such nap");
  Bun.sleepSync(ms);
  return name;
});
