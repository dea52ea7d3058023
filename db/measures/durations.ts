import { Histogram, type Registry } from "prom-client";

/** Upper bounds, in seconds; the service aims at a few milliseconds, its time limits are a few seconds. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long something takes, by labels. */
export class Durations {
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
