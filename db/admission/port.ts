import type { StoreAway } from "../postgres/circuit.ts";
import type { CorpusState } from "../queries/corpus.ts";

/** What the keys of an account may use together; a null quota means none. */
export interface Allowance {
  /** The first key of the account. */
  readonly keyId: number;
  readonly minuteLimit: number;
  readonly monthlyQuota: number | null;
}

/** The decision on one request, with the counters after it. */
export interface Admission {
  readonly outcome: "accepted" | "rate_limited" | "quota_exceeded";
  /** Whether a unit of the monthly quota was charged. */
  readonly isCharged: boolean;
  /** When it was decided, by the store's clock. */
  readonly at: Date;
  /** At that instant. */
  readonly corpus: CorpusState;
  readonly minuteLimit: number;
  readonly minuteRemaining: number;
  readonly monthlyQuota: number | null;
  readonly monthUsed: number;
  /** Null without quota. */
  readonly monthRemaining: number | null;
}

/** A unit of a quota to give back. */
export interface Refund {
  readonly keyId: number;
  /** When the request that paid for it was admitted: decides the month and the day. */
  readonly at: Date;
}

/** Decides whether requests are admitted. */
export interface Admissions {
  /**
   * Counts a request and, when it is chargeable, charges it.
   * @param signal of the request: aborted when its client leaves.
   * @throws {StoreAway} when the store can't be asked.
   * @throws {EngineUnavailable} when it can't decide: no request is admitted unchecked.
   * @throws {RequestAborted} when the client has left before the store is asked: nothing is counted.
   */
  admit(allowance: Allowance, isChargeable: boolean, signal?: AbortSignal): Promise<Admission>;
  /** Charges a request that was admitted as not chargeable. @throws {EngineUnavailable} */
  charge(allowance: Allowance, counted: Admission): Promise<Admission>;
  /**
   * Admits a request without the store, by what this process remembers of its key, and charges it once the store is
   * back; null unless the key was judged within the minute before the store went away, 30 seconds ago at most. For
   * answers that are in memory.
   */
  recall(allowance: Allowance, refusal: StoreAway): Admission | null;
  /** Gives back the unit charged by an admission. @throws {EngineUnavailable} */
  refund(unit: Refund): Promise<void>;
}

/** The client of a request has left: nobody reads its answer. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}
