import type { RunStage, StageCounts, StageReport } from "../db/schema.ts";

interface Stage {
  readonly counts: Record<keyof StageCounts, number>;
  durationMs: number;
}

/** How long each stage of a run takes, and what it counts; a stage may be begun several times. */
export class StageClock {
  /** In the order in which they were first begun. */
  private readonly stages = new Map<RunStage, Stage>();
  private current: { readonly stage: Stage; since: number } | null = null;

  begin(name: RunStage): void {
    this.addElapsed();
    const stage = this.stages.get(name) ?? newStage();
    this.stages.set(name, stage);
    this.current = { stage, since: performance.now() };
  }

  /** Counts for the current stage; before the first one there is nothing to count. */
  count(name: keyof StageCounts, added: number): void {
    if (this.current !== null) this.current.stage.counts[name] += added;
  }

  /** All the stages begun so far, the current one up to now. */
  reports(): StageReport[] {
    this.addElapsed();
    return [...this.stages].map(([stage, { counts, durationMs }]) => ({
      stage,
      durationMs: Math.round(durationMs),
      ...counts,
    }));
  }

  private addElapsed(): void {
    if (this.current === null) return;
    const now = performance.now();
    this.current.stage.durationMs += now - this.current.since;
    this.current.since = now;
  }
}

function newStage(): Stage {
  return { counts: { added: 0, changed: 0, removed: 0, unchanged: 0, rejected: 0 }, durationMs: 0 };
}
