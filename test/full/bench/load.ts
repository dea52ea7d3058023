import { join } from "node:path";

/** What a load measured; latencies in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Enough for a percentile, little enough for the minute limit of one key. */
const DURATION_MS = 4_000;
const WARM_UP = 20;

/** Calls `request` for some seconds from `concurrency` loops at once. */
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

export function percentiles(latencies: readonly number[]): Omit<Load, "perSecond"> {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** A GET, or a POST when it has a body, of JSON. */
export interface BenchRequest {
  readonly path: string;
  /** By default POST with a body, GET without. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The order given to `socket-load.ts`. */
export interface LoadOrder {
  readonly url: string;
  /** Drawn from at random. */
  readonly requests: readonly BenchRequest[];
  /** Each is asked once, in turn: the load ends with them, if its time is not over before. */
  readonly isUnique?: boolean;
  readonly concurrency: number;
  readonly durationMs: number;
}

/** What `socket-load.ts` measured. */
export interface OutsideLoad extends Load {
  readonly requests: number;
}

/** Loads a server from another process. @throws when an answer is not 200. */
export function measureFromOutside(order: LoadOrder): Promise<OutsideLoad> {
  return measureBy("socket-load.ts", order);
}

/** What a program of this folder measures, in a process of its own, by an order of its own. @throws when it fails. */
export async function measureBy(program: string, order: object): Promise<OutsideLoad> {
  const generator = Bun.spawn([process.execPath, join(import.meta.dir, program)], {
    stdin: new Blob([JSON.stringify(order)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(generator.stdout).text();
  if ((await generator.exited) !== 0) throw new Error("the load failed");
  const measured: OutsideLoad = JSON.parse(output);
  return measured;
}
