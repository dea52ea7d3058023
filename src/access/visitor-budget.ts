import { LRUCache } from "lru-cache";
import { networkOf } from "./network.ts";

/** What an address may spend at once, once it has asked for nothing for a while: ten seconds of work. */
export const VISITOR_BURST_MS = 10_000;
/** What any visit costs beside its work: its connection, its headers, its log line. */
const LEAST_COST_MS = 0.5;
/** Addresses remembered: those that came last. A flood from more of them is not held back by remembering them. */
const MAX_ADDRESSES = 50_000;

/** A visit that was let in. */
export interface Visit {
  /**
   * Charges its cost to its address; only the first call does.
   * @param isFree for what failed on our side.
   */
  leave(isFree: boolean): void;
}

/**
 * How much work visitors without a key may cause, by address (IPv6 by /64), in this process: so many milliseconds a
 * minute, ten seconds at once. The cost of a visit is the time that it was under way, divided at each moment by the
 * visits under way: waiting for the loop, for a thread or for a store counts alike, and visits that wait for each
 * other pay once together. An address spends what it has and may end in debt: what it will cost is not known before.
 */
export class VisitorBudget {
  readonly #spent = new LRUCache<string, Spending>({ max: MAX_ADDRESSES });
  readonly #nowMs: () => number;
  /** Time that one visit under way since the start would have been charged. */
  #share = 0;
  #underWay = 0;
  #sharedUntil: number;

  /** @param msAMinute that each address is given (`RATE_VISITOR_MS`). */
  constructor(
    readonly msAMinute: number,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#nowMs = nowMs;
    this.#sharedUntil = nowMs();
  }

  /** Lets a visit in, or gives the seconds after which its address may come back: 1 or more. */
  arrive(address: string): Visit | { readonly waitSeconds: number } {
    const network = networkOf(address);
    const left = this.#leftTo(network);
    if (left <= 0) return { waitSeconds: Math.ceil((LEAST_COST_MS - left) / (this.msAMinute / 60)) };
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

/** What an address had left, and when. */
interface Spending {
  readonly left: number;
  readonly at: number;
}
