import { readDebts } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { lookAtStores, owedStores } from "../derived/generations.ts";
import type { DerivedStores } from "../derived/stores.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 120_000;
/** How often stores that owe nothing as far as the relational one knows are asked what they are. */
const LOOK_EVERY_MS = 10_000;

interface PaymentsDeps {
  readonly database: Database;
  readonly stores: DerivedStores;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
  /** From 0 to 1; waits vary by it, so that workers refused together do not come back together. */
  readonly random?: () => number;
}

/**
 * Decides when derived stores are to be brought in step outside runs: at once when one is owed something, then, as
 * long as it stays owed, after waits that double up to two minutes, for ever; at once again when it answers anew.
 */
export class Payments {
  private attempts = 0;
  private nextAtMs = Number.NEGATIVE_INFINITY;
  private looksAtMs = Number.NEGATIVE_INFINITY;
  private away: readonly DerivedStore[] = [];
  private readonly nowMs: () => number;
  private readonly random: () => number;

  constructor(private readonly deps: PaymentsDeps) {
    this.nowMs = deps.nowMs ?? (() => performance.now());
    this.random = deps.random ?? Math.random;
  }

  /** Whether stores are to be brought in step now: one short statement, but when some are owed, or every ten seconds. */
  async areDue(): Promise<boolean> {
    const isOwed = (await readDebts(this.deps.database)).debts.length > 0;
    if (!isOwed && this.nowMs() < this.looksAtMs) return false;
    this.looksAtMs = this.nowMs() + LOOK_EVERY_MS;
    const look = await lookAtStores(this.deps.database, this.deps.stores);
    const owed = owedStores(look);
    const isBack = this.away.some((store) => owed.includes(store) && !look.away.includes(store));
    this.away = look.away;
    if (owed.length === 0) {
      this.attempts = 0;
      this.nextAtMs = Number.NEGATIVE_INFINITY;
    }
    return owed.length > 0 && (isBack || this.nowMs() >= this.nextAtMs);
  }

  /** Called when the attempt begins. */
  attempted(): void {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.attempts, LONGEST_WAIT_MS);
    this.attempts += 1;
    this.nextAtMs = this.nowMs() + waitMs * (0.5 + this.random() / 2);
  }
}
