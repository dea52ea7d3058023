import { Type as t } from "@sinclair/typebox";

const RouteRow = t.Object({
  name: t.String(),
  answers: t.Integer(),
  p50: t.Number(),
  p95: t.Number(),
  p99: t.Number(),
  max: t.Number(),
});

/** What a load was answered. Latencies are of the answers 200 and 304, in milliseconds. */
export const LoadReport = t.Object({
  rows: t.Array(RouteRow),
  statuses: t.Record(t.String(), t.Integer()),
  /** Clients that left before their answer. */
  left: t.Integer(),
  faults: t.Array(t.String()),
});
export type LoadReport = typeof LoadReport.static;

const MAX_FAULTS = 20;

/** Adds up what the clients of a load saw. */
export class Account {
  left = 0;
  private readonly latencies = new Map<string, number[]>();
  private readonly statuses = new Map<number, number>();
  private readonly faults: string[] = [];

  answered(name: string, status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status !== 200 && status !== 304) return;
    const known = this.latencies.get(name);
    if (known === undefined) this.latencies.set(name, [ms]);
    else known.push(ms);
  }

  fault(text: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(text);
  }

  report(): LoadReport {
    const rows = [...this.latencies].map(([name, latencies]) => rowOf(name, latencies));
    return {
      rows: rows.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      statuses: Object.fromEntries([...this.statuses].map(([status, count]) => [String(status), count])),
      left: this.left,
      faults: this.faults,
    };
  }
}

function rowOf(name: string, latencies: readonly number[]): LoadReport["rows"][number] {
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { name, answers: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** The rows as one table of text. */
export function tableOf({ rows }: LoadReport): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(width) : cell.padStart(9))).join(" ");
  return [
    line(["route", "réponses", "p50 ms", "p95 ms", "p99 ms", "max ms"]),
    ...rows.map(({ name, answers, ...times }) =>
      line([
        name,
        String(answers),
        ...[times.p50, times.p95, times.p99, times.max].map((ms) => ms.toFixed(1)),
      ]),
    ),
  ].join("\n");
}
