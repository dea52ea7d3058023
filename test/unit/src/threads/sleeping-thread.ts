/** A thread whose tasks keep it busy for a while, or fail. */
import { serveTasks } from "../../../../src/threads/serve-tasks.ts";

export interface Nap {
  readonly name: string;
  readonly ms: number;
}

serveTasks(({ name, ms }: Nap): string => {
  if (ms < 0) throw new Error("no such nap");
  Bun.sleepSync(ms);
  return name;
});
