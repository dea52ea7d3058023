import type { StageCounts } from "../../../db/schema/ingestion.ts";
import type { Journal } from "../../journal/journal.ts";

/** Told of a long piece of work as it goes, in whatever unit. */
export interface Work {
  begin(total: number): void;
  /** @throws {Interrupted} when the work is to stop here. */
  advance(done: number): Promise<void>;
  /** Passages embedded and kept. */
  countEmbedded(passages: number): void;
  /** Points of the index. */
  tally(name: keyof StageCounts, points: number): void;
}

/** Nobody is told. */
export const UNTOLD: Work = { begin() {}, advance: async () => {}, countEmbedded() {}, tally() {} };

/** A piece of work inside a stage of a run: its journal tells how far it is. */
export class Task implements Work {
  remaining = 0;
  private total = 0;

  constructor(private readonly journal: Journal) {}

  begin(total: number): void {
    this.total = total;
    this.remaining = total;
  }

  async advance(done: number): Promise<void> {
    this.remaining -= done;
    await this.journal.advance({ done: this.total - this.remaining, total: this.total });
  }

  countEmbedded(passages: number): void {
    this.journal.count("embedded", passages);
  }

  tally(name: keyof StageCounts, points: number): void {
    this.journal.tally(name, points);
  }
}
