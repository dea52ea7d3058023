import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

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
