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

/**
 * What a run has done so far, written to its row about once a second for others to follow. Its stages follow each other
 * (`beginStage`) or go on beside each other (`open`): its row then shows the first that has not ended.
 */
export class Journal implements StageJournal, StageOpener {
  private counts: Record<keyof RunCounts, number> = { ...NO_COUNTS };
  private readonly errors: RunError[] = [];
  private readonly notices: string[] = [];
  private readonly stages = new StageClock();
  /** Those under way, in the order in which they were begun, and how far each is. */
  private readonly underWay = new Map<TimedStage, StageProgress | null>();
  /** The one that `beginStage` began. */
  private current: OpenStage | null = null;
  private proof: RunProof | null = null;
  private asOf: string | null = null;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly runId: number,
    private readonly signal: AbortSignal,
    private readonly onStage: (report: StageReport) => void = () => {},
  ) {}

  /** Begins a stage that ends with the beginning of another. */
  async beginStage(name: RunStage): Promise<void> {
    this.current = await this.open(name);
  }

  /** Begins a stage that goes on until it is closed. */
  async open(name: RunStage): Promise<OpenStage> {
    this.current?.close();
    this.current = null;
    const stage = this.stages.begin(name);
    this.underWay.set(stage, null);
    await this.report();
    return {
      advance: (progress) => this.advanceIn(stage, progress),
      count: (counter, added) => this.countIn(stage, counter, added),
      tally: (counter, added) => stage.count(counter, added),
      warn: (sentence) => this.warn(sentence),
      close: () => this.leave(stage),
    };
  }

  /** Between batches: reports a stage's progress; null leaves the last. @throws {Interrupted} on a request to stop */
  async advance(progress: StageProgress | null): Promise<void> {
    if (this.current === null) return this.assertGoesOn();
    await this.current.advance(progress);
  }

  count(name: keyof RunCounts, added?: number): void {
    if (this.current === null) this.countIn(null, name, added);
    else this.current.count(name, added);
  }

  tally(name: keyof StageCounts, added: number): void {
    this.current?.tally(name, added);
  }

  /** Whether the doctrine, as shown by the store, has changed. */
  hasWritten(): boolean {
    const { created, modified, retired, rederived } = this.counts;
    return created + modified + retired + rederived > 0;
  }

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

  end(status: RunEnd["status"], fault: string | null = null): RunEnd {
    for (const stage of this.underWay.keys()) this.leave(stage);
    const sentences = fault === null ? this.notices : [fault, ...this.notices];
    const message = sentences.length === 0 ? null : sentences.join(" ");
    const { counts, errors, proof } = this;
    return { status, counts, stages: this.stages.reports(), proof, errors, message };
  }

  private async advanceIn(stage: TimedStage, progress: StageProgress | null): Promise<void> {
    this.assertGoesOn();
    if (progress !== null) this.underWay.set(stage, progress);
    if (performance.now() - this.reportedAt >= REPORT_EVERY_MS) await this.report();
  }

  private countIn(stage: TimedStage | null, name: keyof RunCounts, added = 1): void {
    this.counts[name] += added;
    const tally = TALLIES[name];
    if (tally !== undefined) stage?.count(tally, added);
  }

  private assertGoesOn(): void {
    if (this.signal.aborted) throw new Interrupted();
  }

  private leave(stage: TimedStage): void {
    if (!this.underWay.delete(stage)) return;
    stage.stop();
    this.onStage(stage.report());
  }

  private async report(): Promise<void> {
    this.reportedAt = performance.now();
    const { asOf, counts, errors } = this;
    const [[stage, progress] = [null, null]] = this.underWay;
    const stages = this.stages.reports();
    await updateRun(this.database, this.runId, {
      stage: stage?.name ?? null,
      progress,
      asOf,
      counts,
      stages,
      errors,
    });
  }
}

/** How long each stage of a run takes, and its counts; several may be under way at once. */
class StageClock {
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
class TimedStage {
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

/** What a stage that brings a derived store in step reports to. */
export interface StageJournal {
  /** See `Journal.advance`. @throws {Interrupted} */
  advance(progress: StageProgress | null): Promise<void>;
  count(name: keyof RunCounts, added?: number): void;
  tally(name: keyof StageCounts, added: number): void;
  warn(sentence: string): void;
}

interface OpenStage extends StageJournal {
  close(): void;
}

/** Where stages are begun; several may be under way at once. */
export interface StageOpener {
  open(stage: RunStage): Promise<OpenStage>;
}

/** Outside any run only warnings are reported; the work still stops on `signal`. */
export function outsideRuns(signal: AbortSignal, warn: (sentence: string) => void): StageOpener {
  const unnoted: OpenStage = {
    async advance() {
      if (signal.aborted) throw new Interrupted();
    },
    count() {},
    tally() {},
    warn,
    close() {},
  };
  return { open: async () => unnoted };
}

/**
 * Bytes of source text between two garbage collections. Without them the engine lets a full-size ingestion grow beyond
 * 1 GB; a collection takes some 20 ms, too long to follow every batch. Over 3,000 documents of real size, 4 MB keep it
 * under 215 MB and 8 MB under 227; 12 MB save almost no time more, for 240 MB.
 */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

/** Keeps the thread's memory low: call it with what has been read and is no longer needed. */
export class Memory {
  private readBytes = 0;

  spent(bytes: number): void {
    this.readBytes += bytes;
    if (this.readBytes < COLLECT_EVERY_BYTES) return;
    this.readBytes = 0;
    Bun.gc(true);
  }
}
