import {
  claimRun,
  findResumable,
  interruptOrphanRuns,
  type RunEnd,
  type RunRequest,
  scheduleRun,
} from "../../db/runs/runs.ts";
import type { StageReport } from "../../db/schema/ingestion.ts";
import { type IngestionDeps, runIngestion } from "../run.ts";

/** What happens while runs are executed, told to whoever logs it; plain values, that a thread may send. */
export type RunEvent =
  | { readonly kind: "started"; readonly id: number; readonly request: RunRequest }
  | { readonly kind: "stage"; readonly id: number; readonly report: StageReport }
  | { readonly kind: "ended"; readonly id: number; readonly end: RunEnd };

export type OnRunEvent = (event: RunEvent) => void;

export interface DrainDeps extends Omit<IngestionDeps, "onStage"> {
  /** Whether a scheduled run that was interrupted is taken up again first. */
  readonly resumes: boolean;
  readonly onEvent: OnRunEvent;
}

/** Executes all the runs asked for, oldest first. The caller holds the ingestion lock. */
export async function drainRuns(deps: DrainDeps): Promise<void> {
  const { database, signal, clock, onEvent } = deps;
  await interruptOrphanRuns(database);
  const resumable = deps.resumes ? await findResumable(database) : null;
  if (resumable !== null) await scheduleRun(database, resumable, clock());
  while (!signal.aborted) {
    const run = await claimRun(database);
    if (run === null) return;
    const { id, source, forced } = run;
    onEvent({ kind: "started", id, request: { source, forced } });
    const onStage = (report: StageReport) => onEvent({ kind: "stage", id, report });
    onEvent({ kind: "ended", id, end: await runIngestion({ ...deps, onStage }, run) });
  }
}
