import { join } from "node:path";

/** What a load measured; latencies in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
}

/** Enough for a percentile, little enough for the minute limit of one key. */
const DURATION_MS = 4_000;
const WARM_UP = 20;

/** Calls `request` for some seconds from as many loops at once as `concurrency` says. */
export async function measure(concurrency: number, request: () => Promise<unknown>): Promise<Load> {
  for (let count = 0; count < WARM_UP; count += 1) await request();
  const latencies: number[] = [];
  const startedAt = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() - startedAt < DURATION_MS) latencies.push(await timed(request));
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: latencies.length / seconds, ...percentiles(latencies) };
}

/** Milliseconds that one call takes. */
export async function timed(request: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await request();
  return performance.now() - startedAt;
}

export function percentiles(latencies: readonly number[]): { p50: number; p95: number } {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** What `socket-load.ts` is told. */
export interface LoadOrder {
  readonly url: string;
  /** Requests are drawn from them at random. */
  readonly paths: readonly string[];
  /** The key of a path is that of its rank, round and round. */
  readonly keys: readonly string[];
  readonly concurrency: number;
  readonly durationMs: number;
}

/** What `socket-load.ts` measured. */
export interface OutsideLoad extends Load {
  readonly requests: number;
}

/** Loads a server from another process. @throws when an answer is not 200. */
export async function measureFromOutside(order: LoadOrder): Promise<OutsideLoad> {
  const generator = Bun.spawn([process.execPath, join(import.meta.dir, "socket-load.ts")], {
    stdin: new Blob([JSON.stringify(order)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(generator.stdout).text();
  if ((await generator.exited) !== 0) throw new Error("the load failed");
  const measured: OutsideLoad = JSON.parse(output);
  return measured;
}
