import type { RunStage, StageCounts, StageReport } from "../../db/schema/ingestion.ts";

/** How long each stage of a run takes, and its counts; several may be under way at once. */
export class StageClock {
  /** In the order in which they were first begun. */
  private readonly stages = new Map<RunStage, TimedStage>();

  /** Begins a stage, or goes on with one that was begun before. */
  begin(name: RunStage): TimedStage {
    const stage = this.stages.get(name) ?? new TimedStage(name);
    this.stages.set(name, stage);
    stage.resume();
    return stage;
  }

  /** All the stages begun so far, those under way up to now. */
  reports(): StageReport[] {
    return [...this.stages.values()].map((stage) => stage.report());
  }
}

/** A stage of a run: its time under way, and what it counted. */
export class TimedStage {
  private readonly counts = { added: 0, changed: 0, removed: 0, unchanged: 0, rejected: 0 };
  private elapsedMs = 0;
  private since: number | null = null;

  constructor(readonly name: RunStage) {}

  resume(): void {
    this.since ??= performance.now();
  }

  stop(): void {
    this.elapsedMs = this.durationMs();
    this.since = null;
  }

  count(name: keyof StageCounts, added: number): void {
    this.counts[name] += added;
  }

  report(): StageReport {
    return { stage: this.name, durationMs: Math.round(this.durationMs()), ...this.counts };
  }

  private durationMs(): number {
    return this.elapsedMs + (this.since === null ? 0 : performance.now() - this.since);
  }
}
