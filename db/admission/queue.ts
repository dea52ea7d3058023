import { setImmediate as nextTurn } from "node:timers/promises";
import { withTimeout } from "../engine/retry.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import { StoreAway, StoreCircuit } from "../postgres/circuit.ts";
import { type Database, pingStore } from "../postgres/database.ts";
import { retryUndone } from "../postgres/statements.ts";
import { askedBy, type Candidate, charge, chargedShare, decide, groupByKey, shareOf } from "./decide.ts";
import { AdmissionMemory } from "./memory.ts";
import { type Admission, type Admissions, type Allowance, type Refund, RequestAborted } from "./port.ts";

/** The statement searches its batch for each key: its cost grows with the square of the batch. */
export const MAX_BATCH = 256;
/** After that, nobody waits for units to be given back. */
const TIME_LIMIT_MS = 5_000;

type Waiting<Request, Answer> = Request & {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: EngineUnavailable | RequestAborted) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Whether the callers of a batch were refused because the store took too long: it may still decide later. */
interface BatchState {
  readonly isRefused: boolean;
}

/**
 * Admits the requests of this process in batches. Requests that arrive while a batch is with the store form the next
 * one: there is one statement at a time under any load, and a lone request does not wait. While the store is away, they
 * are refused at once; kept answers go on for a while (`recall`).
 */
export class AdmissionQueue implements Admissions {
  private candidates: Waiting<Candidate, Admission>[] = [];
  private refunds: Waiting<Refund, void>[] = [];
  /** Units charged by decisions that came after their callers were refused. */
  private owed: Refund[] = [];
  private isServing = false;
  private readonly memory = new AdmissionMemory();

  /** @param circuit of the store; what else waits for the store there may share it. */
  constructor(
    private readonly database: Database,
    private readonly circuit = new StoreCircuit(() => pingStore(database)),
  ) {
    circuit.beforeReturn(() => this.memory.settle(database));
  }

  admit(allowance: Allowance, isChargeable: boolean, signal?: AbortSignal): Promise<Admission> {
    return new Promise((resolve, reject) => {
      this.candidates.push({ allowance, isChargeable, signal, resolve, reject });
      if (!this.isServing) void this.serve();
    });
  }

  /** Sent alone: batches allot charged units by what the minute limit grants, and this request is counted already. */
  async charge(allowance: Allowance, counted: Admission): Promise<Admission> {
    let isRefused = false;
    const charging = async () => {
      const admission = chargedShare(counted, await charge(this.database, allowance, counted.at));
      this.memory.remember(allowance.keyId, admission);
      if (isRefused && admission.isCharged) this.owe([{ keyId: allowance.keyId, at: admission.at }]);
      return admission;
    };
    try {
      return await this.circuit.call(charging);
    } catch (cause) {
      isRefused = true;
      throw refusalFor(cause);
    }
  }

  recall(allowance: Allowance, { sinceMs, isAsked }: StoreAway): Admission | null {
    return this.memory.admit(allowance, sinceMs, !isAsked);
  }

  refund({ keyId, at }: Refund): Promise<void> {
    if (this.memory.takeBack(keyId)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.refunds.push({ keyId, at, resolve, reject });
      if (!this.isServing) void this.serve();
    });
  }

  /** Never rejects: each waiting request receives its own outcome. */
  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.candidates.length + this.refunds.length > 0) {
      // Includes requests that the event loop has already queued.
      await nextTurn();
      // A refund is awaited before its response is sent: candidates of this turn can't rely on it.
      await Promise.all([
        this.settle(this.refunds.splice(0), (refunds) => this.giveBack(refunds)),
        this.settle(present(this.candidates.splice(0, MAX_BATCH)), (candidates, state) =>
          this.judge(candidates, state),
        ),
      ]);
    }
    while (this.owed.length > 0) await this.payBack();
    this.isServing = false;
    if (this.candidates.length + this.refunds.length > 0) void this.serve();
  }

  /**
   * Tried once: a statement whose outcome is unknown may have been executed, and refunding twice would exceed a quota.
   */
  private async payBack(): Promise<void> {
    const refunds = this.owed.splice(0);
    await withTimeout(TIME_LIMIT_MS, refund(this.database, refunds)).catch(() => {});
  }

  private owe(late: readonly Refund[]): void {
    this.owed.push(...late);
    if (!this.isServing) void this.serve();
  }

  private async settle<Entry extends { readonly reject: (reason: EngineUnavailable) => void }>(
    batch: readonly Entry[],
    work: (batch: readonly Entry[], state: BatchState) => Promise<void>,
  ): Promise<void> {
    if (batch.length === 0) return;
    const state = { isRefused: false };
    try {
      await this.circuit.call(() => work(batch, state));
    } catch (cause) {
      state.isRefused = true;
      const reason = refusalFor(cause);
      for (const { reject } of batch) reject(reason);
    }
  }

  private async judge(
    candidates: readonly Waiting<Candidate, Admission>[],
    state: BatchState,
  ): Promise<void> {
    const groups = groupByKey(candidates);
    const asked = [...groups.values()].map(askedBy);
    const { granted, ...decision } = await decide(this.database, asked);
    const late: Refund[] = [];
    const grantedByKey = new Map(granted.map((entry) => [entry.keyId, entry]));
    for (const entry of asked) {
      const share = grantedByKey.get(entry.keyId);
      if (share === undefined) throw new Error(`admission: no decision on key ${entry.keyId}`);
      this.memory.remember(entry.keyId, shareOf(entry, share, decision, entry.requests - 1));
      for (const [rank, { resolve }] of (groups.get(entry.keyId) ?? []).entries()) {
        const admission = shareOf(entry, share, decision, rank);
        resolve(admission);
        if (state.isRefused && admission.isCharged) late.push({ keyId: entry.keyId, at: admission.at });
      }
    }
    if (late.length > 0) this.owe(late);
  }

  private async giveBack(refunds: readonly Waiting<Refund, void>[]): Promise<void> {
    await refund(this.database, refunds);
    for (const { resolve } of refunds) resolve();
  }
}

/** The candidates whose clients are still connected; the others are rejected. */
function present(candidates: readonly Waiting<Candidate, Admission>[]): Waiting<Candidate, Admission>[] {
  return candidates.filter(({ signal, reject }) => {
    const isGone = signal?.aborted === true;
    if (isGone) reject(new RequestAborted());
    return !isGone;
  });
}

function refusalFor(cause: unknown): EngineUnavailable {
  return cause instanceof StoreAway ? cause : new EngineUnavailable("postgres", UNAVAILABLE, { cause });
}

const UNAVAILABLE = "Les clés et leurs limites ne peuvent pas être vérifiées.";

/**
 * Gives back units charged for responses that the contract does not charge (304, 5xx). As in `decide`, the write is not
 * waited for: a crash of the server forgets the latest statements, so that a unit stays charged, its refund forgotten,
 * only if its request was in flight at the last moment that is remembered.
 */
export async function refund({ $client: sql }: Database, refunds: readonly Refund[]): Promise<void> {
  const rows = JSON.stringify(refunds.map(({ keyId, at }) => ({ key_id: keyId, at })));
  await retryUndone(
    () => sql`
      with refunds as materialized (
        select key_id, (at at time zone 'UTC')::date as day, set_config('synchronous_commit', 'off', true)
        from json_to_recordset(${rows}::text::json) as refund (key_id int, at timestamptz)
      ), of_months as (
        select key_id, date_trunc('month', day)::date as month, count(*)::int as units
        from refunds group by 1, 2
      ), locked as materialized (
        select key_id, month, units from usage_months join of_months using (key_id, month)
        order by key_id, month for update of usage_months
      ), given_back as (
        update usage_months as kept set used = greatest(0, used - units)
        from locked where kept.key_id = locked.key_id and kept.month = locked.month
      )
      update usage_days as kept set used = greatest(0, used - units)
      from (
        select key_id, day, count(*)::int as units from refunds group by 1, 2
      ) as of_days
      where kept.key_id = of_days.key_id and kept.day = of_days.day
        and kept.key_id in (select key_id from locked)`,
  );
}
