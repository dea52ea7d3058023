import type { Journal } from "../journal.ts";

/** Told of what there is to do, then of what is done. */
export interface Work {
  begin(total: number): void;
  advance(done: number): Promise<void>;
}

/** A long piece of work inside a stage, in whatever unit: what is left of it is told as it goes. */
export class Task implements Work {
  remaining = 0;
  private total = 0;

  constructor(readonly journal: Journal) {}

  begin(total: number): void {
    this.total = total;
    this.remaining = total;
  }

  /** @throws {Interrupted} when the run was asked to stop. */
  async advance(done: number): Promise<void> {
    this.remaining -= done;
    await this.journal.advance({ done: this.total - this.remaining, total: this.total });
  }
}
