import type { RunCounts, RunStage, StageCounts, StageProgress } from "../../db/schema/ingestion.ts";
import { Interrupted } from "./fault.ts";

/** What a stage that brings a derived store in step reports to. */
export interface StageJournal {
  /** See `Journal.advance`. @throws {Interrupted} */
  advance(progress: StageProgress | null): Promise<void>;
  count(name: keyof RunCounts, added?: number): void;
  tally(name: keyof StageCounts, added: number): void;
  warn(sentence: string): void;
}

/** A stage under way. */
export interface OpenStage extends StageJournal {
  /** Ends it. */
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
