import { Counter } from "prom-client";
import { Measures } from "../../db/measures/measures.ts";
import { addBuildInfo, addPoolGauges } from "../../db/measures/process.ts";
import { addUpGauge } from "../../db/measures/up.ts";
import type { Database } from "../../db/postgres/database.ts";
import { pingStore } from "../../db/postgres/health.ts";
import type { RunEnd } from "../../db/runs/runs.ts";
import packageJson from "../../package.json" with { type: "json" };
import type { RunEvent } from "../queue/execute.ts";

const MILLISECONDS = 1_000;
const ENDS: readonly RunEnd["status"][] = ["succeeded", "failed", "interrupted"];

/** The metrics of a worker that is a process of its own: its runs, and how it reaches the relational store. */
export class WorkerMetrics extends Measures {
  private readonly runs = new Counter({
    name: "doctrine_runs_total",
    help: "Runs of ingestion that this worker has ended: succeeded, failed, interrupted.",
    labelNames: ["status"],
    registers: [this.registry],
  });
  private readonly stageSeconds = new Map<string, number>();
  private inProgress = 0;

  constructor(database: Database) {
    super();
    for (const status of ENDS) this.runs.inc({ status }, 0);
    this.level("doctrine_run_in_progress", "1 while this worker executes a run.", () => this.inProgress);
    this.gauge(
      "doctrine_run_stage_seconds",
      "How long each stage took, the last time that this worker went through it.",
      "stage",
      async () => this.stageSeconds,
    );
    addBuildInfo(this, packageJson.version);
    addPoolGauges(this, { primary: database });
    addUpGauge(this, { relational: () => pingStore(database) });
  }

  /** Counts an event of a run. */
  count(event: RunEvent): void {
    if (event.kind === "started") this.inProgress = 1;
    if (event.kind === "stage")
      this.stageSeconds.set(event.report.stage, event.report.durationMs / MILLISECONDS);
    if (event.kind !== "ended") return;
    this.inProgress = 0;
    this.runs.inc({ status: event.end.status });
  }
}
