import type { Span, Tracing } from "../db/tracing/span.ts";
import type { RunEvent } from "./queue/execute.ts";

/** Makes a trace of each run of ingestion, from its events: the run, and its stages. */
export class RunTraces {
  private run: Span | null = null;

  /** @param nowMs of the clock of the day. */
  constructor(
    private readonly tracing: Pick<Tracing, "root">,
    private readonly nowMs: () => number = Date.now,
  ) {}

  tell(event: RunEvent): void {
    if (event.kind === "started")
      this.run = this.tracing.root("ingestion", {
        "doctrine.run": event.id,
        "doctrine.forced": event.request.forced,
      });
    if (event.kind === "stage") {
      // A stage is known once it has ended.
      const { stage, durationMs, ...counts } = event.report;
      this.run?.child(stage, attributesOf(counts), new Date(this.nowMs() - durationMs)).end();
    }
    if (event.kind !== "ended") return;
    const { status } = event.end;
    this.run?.describe({ "doctrine.status": status });
    this.run?.end(status === "succeeded" ? undefined : status);
    this.run = null;
  }
}

function attributesOf(counts: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, count]) =>
      typeof count === "number" ? [[`doctrine.${name}`, count] as const] : [],
    ),
  );
}
