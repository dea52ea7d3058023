import { recordDebt } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import { STORE_NAMES } from "../../db/runs/view.ts";
import type { StageCounts, StageProgress } from "../../db/schema/ingestion.ts";
import type { StageJournal } from "../journal/journal.ts";
import type { Applied, Follower } from "./in-step.ts";

/** A derived store being brought in step, inside a run or outside any. */
interface StoreInRun {
  readonly database: Database;
  readonly store: DerivedStore;
  readonly journal: StageJournal;
  readonly now: Date;
}

/** A derived store being brought in step in a run: reports progress to the journal, and its debt to the store. */
export class Task implements Follower {
  /** What is left to do, as last measured on the store. */
  remaining = 0;

  constructor(readonly run: StoreInRun) {}

  /** Counts for the stage what it does to the store. */
  tally(name: keyof StageCounts, entries: number): void {
    this.run.journal.tally(name, entries);
  }

  expects(wanted: number): void {
    this.remaining = wanted;
  }

  /** The debt is recorded before anything is written: a run killed from here on leaves it as well. */
  async compared(unchanged: number, remaining: number, documents: number): Promise<void> {
    const { database, store, now } = this.run;
    this.remaining = remaining;
    this.tally("unchanged", unchanged);
    if (remaining === 0) return;
    const reason = `remplissage inachevé, ${remaining} ${STORE_NAMES[store].unit} à écrire`;
    await recordDebt(database, store, { reason, now, documents });
  }

  /** @throws {Interrupted} when the run must stop here. */
  async wrote(progress: StageProgress | null): Promise<void> {
    await this.run.journal.advance(progress);
  }

  async applied({ added, changed, removed }: Applied): Promise<void> {
    const { database, store, journal } = this.run;
    this.remaining -= added + changed + removed;
    const { written } = STORE_NAMES[store];
    if (written !== null) journal.count(written, added + changed);
    this.tally("added", added);
    this.tally("changed", changed);
    this.tally("removed", removed);
    await announceChange(database);
  }
}
