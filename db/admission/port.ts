import type { CorpusState } from "../queries/coverage.ts";

/** What a key may use; null quota = none. */
export interface Allowance {
  readonly keyId: number;
  readonly minuteLimit: number;
  readonly monthlyQuota: number | null;
}

/** The decision on one request, with the counters after it. */
export interface Admission {
  readonly outcome: "accepted" | "rate_limited" | "quota_exceeded";
  /** Whether a unit of the monthly quota was taken. */
  readonly isCharged: boolean;
  /** Instant of the decision, by the store's clock. */
  readonly at: Date;
  /** At the decision. */
  readonly corpus: CorpusState;
  readonly minuteLimit: number;
  readonly minuteRemaining: number;
  readonly monthlyQuota: number | null;
  readonly monthUsed: number;
  /** Null without quota. */
  readonly monthRemaining: number | null;
}

/** A unit of a quota to be given back. */
export interface Refund {
  readonly keyId: number;
  /** Instant of the admission that charged it: it tells the month and the day. */
  readonly at: Date;
}

/** Who decides on requests. */
export interface Admissions {
  /**
   * Counts a request and, when it is chargeable, charges it.
   * @param signal of the request: aborted when its client leaves.
   * @throws {EngineUnavailable} when the store can't tell: nobody is let in unjudged.
   * @throws {RequestAborted} when the client has left before the store is asked: nothing is counted.
   */
  admit(allowance: Allowance, isChargeable: boolean, signal?: AbortSignal): Promise<Admission>;
  /** Charges a request that was admitted as not chargeable. @throws {EngineUnavailable} */
  charge(allowance: Allowance, counted: Admission): Promise<Admission>;
  /** Gives back the unit that an admission charged. @throws {EngineUnavailable} */
  refund(unit: Refund): Promise<void>;
}

/** The client of a request left: nobody reads its answer. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}
