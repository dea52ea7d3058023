/**
 * Admission without HTTP, in a process of its own as an API process has it: reads an `AdmissionOrder` on standard input,
 * admits in that many loops at once, and writes an `OutsideLoad` on standard output.
 */
import { AdmissionQueue } from "../../../db/admission/queue.ts";
import { openRelational } from "../../../db/postgres/open.ts";
import { type OutsideLoad, percentiles } from "./load.ts";

/** What is to be admitted. */
export interface AdmissionOrder {
  readonly databaseUrl: string;
  /** How many of the first keys ask, one after the other. */
  readonly keys: number;
  readonly concurrency: number;
  readonly durationMs: number;
  /** The instant of the clock at which all processes begin. */
  readonly startsAt: number;
}

/** Far above what a load asks: both limits are kept and neither refuses. */
const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };

const order: AdmissionOrder = await Bun.stdin.json();
const store = await openRelational({
  database: { kind: "server", url: order.databaseUrl },
  dataDir: "",
});
const held = await store.database.$client<{ id: number }[]>`
  select id from api_keys order by id limit ${order.keys}`;
const admissions = new AdmissionQueue(store.database);
const latencies: number[] = [];
await Bun.sleep(Math.max(0, order.startsAt - Date.now()));
const startedAt = performance.now();
const loop = async (_: unknown, rank: number): Promise<void> => {
  for (let turn = rank; performance.now() - startedAt < order.durationMs; turn += 1) {
    const sinceMs = performance.now();
    const { outcome } = await admissions.admit(
      { ...UNLIMITED, keyId: held[turn % held.length]?.id ?? 0 },
      true,
    );
    if (outcome !== "accepted") throw new Error(outcome);
    latencies.push(performance.now() - sinceMs);
  }
};
await Promise.all(Array.from({ length: order.concurrency }, loop));
const seconds = (performance.now() - startedAt) / 1_000;
const load: OutsideLoad = {
  requests: latencies.length,
  perSecond: latencies.length / seconds,
  ...percentiles(latencies),
};
await Bun.write(Bun.stdout, JSON.stringify(load));
await store.close();
process.exit(0);
