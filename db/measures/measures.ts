import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { Durations } from "./durations.ts";

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
