import { LRUCache } from "lru-cache";
import { networkOf } from "./attempt-limiter.ts";
import { VisitTurns } from "./visit-turns.ts";

/** What an idle address may spend at once: ten seconds of work. */
export const VISITOR_BURST_MS = 10_000;
/** The cost of any visit besides its work: its connection, its headers, its log line. */
const LEAST_COST_MS = 0.5;
/** Addresses remembered: the latest ones. Remembering more would not stop a flood from that many. */
const MAX_ADDRESSES = 50_000;

export interface Visit {
  /** Charges the visit to its address, once only; `isFree` for failures on our side. */
  leave(isFree: boolean): void;
}

/**
 * Limits how much work an address without a key may cause in this process (IPv6 by /64): milliseconds a minute, ten
 * seconds at once. A visit costs its duration, divided at each moment by the number of visits in progress: waiting for
 * the event loop, a thread or a store counts alike. An address may end in debt, as the cost is not known in advance.
 */
export class VisitorBudget {
  /** Shared by all pages of the process. */
  readonly turns = new VisitTurns();
  readonly #spent = new LRUCache<string, Spending>({ max: MAX_ADDRESSES });
  readonly #nowMs: () => number;
  /** Time that a visit in progress since the start would have been charged. */
  #share = 0;
  #underWay = 0;
  #sharedUntil: number;

  /** @param msAMinute budget of each address (`RATE_VISITOR_MS`). */
  constructor(
    readonly msAMinute: number,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#nowMs = nowMs;
    this.#sharedUntil = nowMs();
  }

  /** Seconds after which an address that spent its budget may come back; 0 when it may come now. */
  waitOf(address: string): number {
    const left = this.#leftTo(networkOf(address));
    return left > 0 ? 0 : Math.ceil((LEAST_COST_MS - left) / (this.msAMinute / 60));
  }

  /** Lets a visit in, or returns the seconds after which its address may come back: 1 or more. */
  arrive(address: string): Visit | { readonly waitSeconds: number } {
    const waitSeconds = this.waitOf(address);
    if (waitSeconds > 0) return { waitSeconds };
    const network = networkOf(address);
    this.#advance();
    this.#underWay += 1;
    const startedAt = this.#share;
    let isOver = false;
    const leave = (isFree: boolean) => {
      if (isOver) return;
      isOver = true;
      this.#advance();
      this.#underWay -= 1;
      this.#charge(network, LEAST_COST_MS + (isFree ? 0 : this.#share - startedAt));
    };
    return { leave };
  }

  #advance(): void {
    const now = this.#nowMs();
    if (this.#underWay > 0) this.#share += (now - this.#sharedUntil) / this.#underWay;
    this.#sharedUntil = now;
  }

  #leftTo(network: string): number {
    const { left, at } = this.#spent.get(network) ?? { left: VISITOR_BURST_MS, at: this.#nowMs() };
    const earned = ((this.#nowMs() - at) * this.msAMinute) / 60_000;
    return Math.min(VISITOR_BURST_MS, left + earned);
  }

  #charge(network: string, costMs: number): void {
    const left = Math.max(-VISITOR_BURST_MS, this.#leftTo(network) - costMs);
    this.#spent.set(network, { left, at: this.#nowMs() });
  }
}

interface Spending {
  readonly left: number;
  readonly at: number;
}
