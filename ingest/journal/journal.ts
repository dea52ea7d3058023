import type { Database } from "../../db/postgres/database.ts";
import { NO_COUNTS, type RunEnd, updateRun } from "../../db/runs/runs.ts";
import type {
  RunCounts,
  RunError,
  RunProof,
  RunStage,
  StageCounts,
  StageProgress,
  StageReport,
} from "../../db/schema/ingestion.ts";
import { Interrupted } from "./fault.ts";
import { StageClock } from "./stage-clock.ts";
import type { StageJournal } from "./stage-journal.ts";

/** Bounds the rows of runs; the count of rejections stays exact. */
const MAX_ERRORS = 100;
const REPORT_EVERY_MS = 1_000;

/** The stage's counter for each counter of the run. */
const TALLIES: Partial<Record<keyof RunCounts, keyof StageCounts>> = {
  unchanged: "unchanged",
  created: "added",
  modified: "changed",
  rederived: "changed",
  retired: "removed",
  rejected: "rejected",
};

/** What a run has done so far, written to its row about once a second for others to follow. */
export class Journal implements StageJournal {
  private counts: Record<keyof RunCounts, number> = { ...NO_COUNTS };
  private readonly errors: RunError[] = [];
  private readonly notices: string[] = [];
  private readonly stages = new StageClock();
  private proof: RunProof | null = null;
  private stage: RunStage | null = null;
  private progress: StageProgress | null = null;
  private asOf: string | null = null;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly runId: number,
    private readonly signal: AbortSignal,
    private readonly onStage: (report: StageReport) => void = () => {},
  ) {}

  async beginStage(stage: RunStage): Promise<void> {
    this.stage = stage;
    this.progress = null;
    this.leaveStage();
    this.stages.begin(stage);
    await this.report();
  }

  /**
   * Called between two batches: reports the progress of the stage; null, while it waits, leaves the last report.
   * @throws {Interrupted} when the run was asked to stop.
   */
  async advance(progress: StageProgress | null): Promise<void> {
    if (this.signal.aborted) throw new Interrupted();
    this.progress = progress ?? this.progress;
    if (performance.now() - this.reportedAt >= REPORT_EVERY_MS) await this.report();
  }

  count(name: keyof RunCounts, added = 1): void {
    this.counts[name] += added;
    const tally = TALLIES[name];
    if (tally !== undefined) this.tally(tally, added);
  }

  /** Counts for the current stage. */
  tally(name: keyof StageCounts, added: number): void {
    this.stages.count(name, added);
  }

  /** Whether the doctrine, as shown by the store, has changed. */
  hasWritten(): boolean {
    const { created, modified, retired, rederived } = this.counts;
    return created + modified + retired + rederived > 0;
  }

  /** Records a rejected record. */
  reject(error: RunError): void {
    this.count("rejected");
    this.note(error);
  }

  /** Records a remark for the operator about an accepted record. */
  note(error: RunError): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push(error);
  }

  /** Adds a sentence to the run's message, once. */
  warn(sentence: string): void {
    if (!this.notices.includes(sentence)) this.notices.push(sentence);
  }

  /** Records the outcome of the last stage. */
  proved(proof: RunProof): void {
    this.proof = proof;
  }

  async datedFrom(asOf: string): Promise<void> {
    this.asOf = asOf;
    await this.report();
  }

  private leaveStage(): void {
    const left = this.stages.current();
    if (left !== null) this.onStage(left);
  }

  end(status: RunEnd["status"], fault: string | null = null): RunEnd {
    this.leaveStage();
    const sentences = fault === null ? this.notices : [fault, ...this.notices];
    const message = sentences.length === 0 ? null : sentences.join(" ");
    const { counts, errors, proof } = this;
    return { status, counts, stages: this.stages.reports(), proof, errors, message };
  }

  private async report(): Promise<void> {
    this.reportedAt = performance.now();
    const { stage, progress, asOf, counts, errors } = this;
    const stages = this.stages.reports();
    await updateRun(this.database, this.runId, { stage, progress, asOf, counts, stages, errors });
  }
}
