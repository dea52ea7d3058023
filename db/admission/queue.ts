import { setImmediate as nextTurn } from "node:timers/promises";
import { withTimeout } from "../engine/timeout.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import type { Database } from "../postgres/database.ts";
import { charge } from "./charge.ts";
import { decide } from "./decide.ts";
import { type Admission, type Admissions, type Allowance, type Refund, RequestAborted } from "./port.ts";
import { refund } from "./refund.ts";
import { askedBy, type Candidate, chargedShare, groupByKey, shareOf } from "./share.ts";

/** The statement looks a key up among those of its batch: its work grows with their square. */
const MAX_BATCH = 256;
/** Beyond, the caller is told rather than kept. */
const TIME_LIMIT_MS = 5_000;

type Waiting<Request, Answer> = Request & {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: EngineUnavailable | RequestAborted) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Whether the callers of a batch were refused because the store took too long: it may still decide. */
interface BatchState {
  readonly isRefused: boolean;
}

/**
 * Admits the requests of this process in batches: those that come while a batch is with the store make the next
 * one, so that there is one statement at a time whatever the load, and a lone request does not wait.
 */
export class AdmissionQueue implements Admissions {
  private candidates: Waiting<Candidate, Admission>[] = [];
  private refunds: Waiting<Refund, void>[] = [];
  /** Units charged by decisions that came after their callers were refused. */
  private owed: Refund[] = [];
  private isServing = false;

  constructor(
    private readonly database: Database,
    private readonly timeLimitMs = TIME_LIMIT_MS,
  ) {}

  admit(allowance: Allowance, isChargeable: boolean, signal?: AbortSignal): Promise<Admission> {
    return new Promise((resolve, reject) => {
      this.candidates.push({ allowance, isChargeable, signal, resolve, reject });
      if (!this.isServing) void this.serve();
    });
  }

  /** By itself: a batch shares the units of its requests by what the minute lets through. */
  async charge(allowance: Allowance, counted: Admission): Promise<Admission> {
    let isRefused = false;
    const charging = charge(this.database, allowance, counted.at).then((charged) => {
      const admission = chargedShare(counted, charged);
      if (isRefused && admission.isCharged) this.owe([{ keyId: allowance.keyId, at: admission.at }]);
      return admission;
    });
    try {
      return await withTimeout(this.timeLimitMs, charging);
    } catch (cause) {
      isRefused = true;
      throw new EngineUnavailable("postgres", UNAVAILABLE, { cause });
    }
  }

  refund({ keyId, at }: Refund): Promise<void> {
    return new Promise((resolve, reject) => {
      this.refunds.push({ keyId, at, resolve, reject });
      if (!this.isServing) void this.serve();
    });
  }

  /** Never rejects: each of those who wait is told. */
  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.candidates.length + this.refunds.length > 0) {
      // What the event loop holds already comes along.
      await nextTurn();
      // A refund is awaited before its answer leaves: no candidate of this turn may count on it.
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

  /** Tried once: a statement whose end nobody saw may have been executed, and a unit given back twice exceeds a quota. */
  private async payBack(): Promise<void> {
    const refunds = this.owed.splice(0);
    await withTimeout(this.timeLimitMs, refund(this.database, refunds)).catch(() => {});
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
      await withTimeout(this.timeLimitMs, work(batch, state));
    } catch (cause) {
      state.isRefused = true;
      const reason = new EngineUnavailable("postgres", UNAVAILABLE, { cause });
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

/** Those whose clients are still there; the others are told. */
function present(candidates: readonly Waiting<Candidate, Admission>[]): Waiting<Candidate, Admission>[] {
  return candidates.filter(({ signal, reject }) => {
    const isGone = signal?.aborted === true;
    if (isGone) reject(new RequestAborted());
    return !isGone;
  });
}

const UNAVAILABLE = "Les clés et leurs limites ne peuvent pas être vérifiées.";
