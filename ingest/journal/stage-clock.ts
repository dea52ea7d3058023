import type { RunStage, StageCounts, StageReport } from "../../db/schema/ingestion.ts";

interface Stage {
  readonly name: RunStage;
  readonly counts: Record<keyof StageCounts, number>;
  durationMs: number;
}

/** How long each stage of a run takes, and its counts; a stage may be begun several times. */
export class StageClock {
  /** In the order in which they were first begun. */
  private readonly stages = new Map<RunStage, Stage>();
  private running: { readonly stage: Stage; since: number } | null = null;

  begin(name: RunStage): void {
    this.addElapsed();
    const stage = this.stages.get(name) ?? newStage(name);
    this.stages.set(name, stage);
    this.running = { stage, since: performance.now() };
  }

  /** Counts for the current stage; does nothing before the first one. */
  count(name: keyof StageCounts, added: number): void {
    if (this.running !== null) this.running.stage.counts[name] += added;
  }

  /** The current stage, up to now. */
  current(): StageReport | null {
    this.addElapsed();
    return this.running === null ? null : reportOf(this.running.stage);
  }

  /** All the stages begun so far, the current one up to now. */
  reports(): StageReport[] {
    this.addElapsed();
    return [...this.stages.values()].map(reportOf);
  }

  private addElapsed(): void {
    if (this.running === null) return;
    const now = performance.now();
    this.running.stage.durationMs += now - this.running.since;
    this.running.since = now;
  }
}

function newStage(name: RunStage): Stage {
  return { name, counts: { added: 0, changed: 0, removed: 0, unchanged: 0, rejected: 0 }, durationMs: 0 };
}

function reportOf({ name, durationMs, counts }: Stage): StageReport {
  return { stage: name, durationMs: Math.round(durationMs), ...counts };
}
