import type { Agenda } from "./agenda.ts";

/** Milliseconds; measured by `bun run bench leases --measure`. */
export interface StatementCost {
  /** There and back, with what both ends do beside executing it. */
  readonly transitMs: number;
  readonly fixedMs: number;
  readonly perKeyMs: number;
  /** The statement searches its batch for each key. */
  readonly perKeySquaredMs: number;
}

export function executionMs(cost: StatementCost, keys: number): number {
  return cost.fixedMs + cost.perKeyMs * keys + cost.perKeySquaredMs * keys * keys;
}

interface Statement {
  readonly keys: readonly number[];
  readonly execute: () => void;
  locked: number;
}

/**
 * A PostgreSQL server that admits: a statement locks the rows of its keys in their order, waiting for those that another
 * one holds, then takes a core for as long as it executes.
 */
export class Store {
  private readonly holders = new Map<number, Statement[]>();
  private readonly waitingForCore: Statement[] = [];
  private free: number;
  private isPaused = false;
  busyMs = 0;
  statements = 0;

  constructor(
    private readonly agenda: Agenda,
    private readonly cost: StatementCost,
    cores: number,
  ) {
    this.free = cores;
  }

  /** @param keys distinct. @param execute called when the statement commits, its rows still locked. */
  send(keys: readonly number[], execute: () => void): void {
    const statement = { keys: keys.toSorted((a, b) => a - b), execute, locked: 0 };
    this.agenda.after(this.cost.transitMs / 2, () => this.lock(statement));
  }

  /** Starts nothing for a while, as when a disk or a network stops. */
  pause(forMs: number): void {
    this.isPaused = true;
    this.agenda.after(forMs, () => {
      this.isPaused = false;
      while (this.free > 0 && this.waitingForCore.length > 0) this.start();
    });
  }

  private lock(statement: Statement): void {
    while (statement.locked < statement.keys.length) {
      const key = statement.keys[statement.locked] ?? 0;
      const queue = this.holders.get(key);
      if (queue === undefined) this.holders.set(key, [statement]);
      else if (queue[0] !== statement) {
        queue.push(statement);
        return;
      }
      statement.locked += 1;
    }
    this.waitingForCore.push(statement);
    this.start();
  }

  private start(): void {
    if (this.free === 0 || this.isPaused) return;
    const statement = this.waitingForCore.shift();
    if (statement === undefined) return;
    this.free -= 1;
    const takenMs = executionMs(this.cost, statement.keys.length);
    this.busyMs += takenMs;
    this.statements += 1;
    this.agenda.after(takenMs, () => this.end(statement));
  }

  private end(statement: Statement): void {
    statement.execute();
    this.free += 1;
    for (const key of statement.keys) {
      const queue = this.holders.get(key) ?? [];
      queue.shift();
      const [next] = queue;
      if (next === undefined) this.holders.delete(key);
      else this.lock(next);
    }
    this.start();
  }
}
