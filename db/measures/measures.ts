import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { withTimeout } from "../engine/retry.ts";
import type { Database } from "../postgres/database.ts";

/** V8's heap spaces don't exist in this engine, which walks its whole heap to report them: 40 ms a scrape. */
const HEAP_SPACES = ["total", "used", "available"].map((part) => `nodejs_heap_space_size_${part}_bytes`);

/**
 * The metrics of one process, in the Prometheus text format
 * (https://prometheus.io/docs/instrumenting/exposition_formats/): those of the process itself, and what is added.
 */
export class Measures {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const name of HEAP_SPACES) this.registry.removeSingleMetric(name);
  }

  /** Adds a gauge read at each scrape, one value per label; absent when it can't be read. */
  gauge(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [key, value] of await read().catch(() => [])) this.set({ [label]: key }, value);
      },
    });
  }

  /** Adds a gauge without labels, read at each scrape. */
  level(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  durations(name: string, help: string, ...labelNames: readonly string[]): Durations {
    return new Durations(name, help, labelNames, this.registry);
  }
}

/** Upper bounds, in seconds; the service aims at a few milliseconds, its time limits are a few seconds. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long something takes, by labels. */
class Durations {
  private readonly histogram: Histogram;
  /** Cached by labels: the library would otherwise look the series up at each observation. */
  private readonly series = new Map<string, Histogram.Internal<string>>();

  constructor(name: string, help: string, labelNames: readonly string[], registry: Registry) {
    this.histogram = new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [registry] });
  }

  /** @param labels their values, in the order of their names. */
  observe(seconds: number, ...labels: readonly string[]): void {
    const name = labels.join(" ");
    const series = this.series.get(name) ?? this.histogram.labels(...labels);
    this.series.set(name, series);
    series.observe(seconds);
  }

  /** Starts a timer; calling the result observes the elapsed seconds. */
  timer(): (...labels: readonly string[]) => void {
    const startedAt = performance.now();
    return (...labels) => this.observe((performance.now() - startedAt) / 1_000, ...labels);
  }
}

/** Adds which release this process runs. */
export function addBuildInfo(measures: Measures, version: string): void {
  const release = new Map([[version, 1]]);
  measures.gauge(
    "doctrine_build_info",
    "1 for the release that this process runs.",
    "version",
    async () => release,
  );
}

/** Adds how loaded the connections to the relational store are. @param pools by name; one may have several. */
export function addPoolGauges(measures: Measures, pools: Readonly<Record<string, Database>>): void {
  const add = (name: string, help: string, load: "max" | "open" | "inUse" | "pending") =>
    measures.gauge(name, `${help}.`, "pool", async () => {
      return new Map(Object.entries(pools).map(([pool, { $client }]) => [pool, $client.load()[load]]));
    });
  const those = "Connections to the relational store";
  add("doctrine_pool_connections_max", `${those} that this process may open`, "max");
  add("doctrine_pool_connections", `${those} that are open`, "open");
  add("doctrine_pool_connections_in_use", `${those} with a statement under way, or reserved`, "inUse");
  const waiting =
    "Statements that the relational store has not answered yet, those that wait for a connection included";
  add("doctrine_pool_statements", waiting, "pending");
}

/** Resolves when the store answers; null when that depends on another store, which does not. */
export type Probe = () => Promise<unknown>;

/** As `/v1/status`: a store that takes longer is of no use to a request. */
const LIMIT_MS = 2_000;
/** Several collectors, or an impatient one, probe no more than one. */
const LIFETIME_MS = 10_000;

interface Judged {
  readonly value: number | null;
  readonly atMs: number;
}

/**
 * Adds `doctrine_up`: 1 for a store that answers within two seconds, 0 for one that does not, absent when it can't be
 * judged. A probe's result is kept ten seconds, and a store that hangs is not asked again meanwhile.
 * @param nowMs a monotonic clock.
 */
export function addUpGauge(
  measures: Measures,
  probes: Readonly<Record<string, Probe>>,
  limitMs = LIMIT_MS,
  nowMs: () => number = () => performance.now(),
): void {
  const judges = Object.entries(probes).map(
    ([store, probe]) => [store, judgeOf(probe, limitMs, nowMs)] as const,
  );
  measures.gauge("doctrine_up", "1 when the store answers.", "store", async () => {
    const values = await Promise.all(judges.map(async ([store, judge]) => [store, await judge()] as const));
    return new Map(values.flatMap(([store, value]) => (value === null ? [] : [[store, value] as const])));
  });
}

function judgeOf(probe: Probe, limitMs: number, nowMs: () => number): () => Promise<number | null> {
  let last: Judged | null = null;
  let asking: Promise<number | null> | null = null;
  const ask = async (): Promise<number | null> => {
    const value = await probe().then(
      (answer) => (answer === null ? null : 1),
      () => 0,
    );
    last = { value, atMs: nowMs() };
    asking = null;
    return value;
  };
  return async () => {
    if (last !== null && asking === null && nowMs() - last.atMs < LIFETIME_MS) return last.value;
    asking ??= ask();
    return await withTimeout(limitMs, asking).catch(() => 0);
  };
}
