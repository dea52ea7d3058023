import { RequestAborted } from "../../db/admission/port.ts";
import { FairQueue } from "../process/task-thread.ts";
import { networkOf } from "./attempt-limiter.ts";

/** Visits worked on at once: whatever their number, a call with a key shares the process with no more of them. */
export const MOST_AT_ONCE = 8;
/** Visits of one address: it closes the pages to no other, however long its own take. */
export const MOST_OF_ONE = MOST_AT_ONCE / 4;
/** Some seconds of the dearest pages: who waits longer has left. */
export const MOST_WAITING = 128;

/** The visit can't wait: too many do already, and its address has as many of them as any other. */
export class TooManyVisits extends Error {
  override readonly name = "TooManyVisits";
}

interface Waiting {
  readonly network: string;
  readonly start: () => void;
  readonly refuse: (reason: TooManyVisits | RequestAborted) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Gives visitors their turn: a few at a time, a quarter of them of one address (IPv6 by /64), one address after the
 * other. When too many wait, the latest visit of the address with most is refused.
 */
export class VisitTurns {
  #working = 0;
  /** Those worked on, by network. */
  readonly #ofEach = new Map<string, number>();
  readonly #waiting = new FairQueue<Waiting>(MOST_WAITING);

  /**
   * Resolves when the visit may be worked on, to the function that ends its turn: only its first call does.
   * @param signal of the client, which may leave while it waits.
   * @throws {TooManyVisits}
   * @throws {RequestAborted}
   */
  async take(address: string, signal?: AbortSignal): Promise<() => void> {
    const network = networkOf(address);
    if (this.#mayStart(network)) this.#count(network, 1);
    else await this.#wait(network, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count(network, -1);
      this.#startNext();
    };
  }

  #mayStart(network: string): boolean {
    return this.#working < MOST_AT_ONCE && (this.#ofEach.get(network) ?? 0) < MOST_OF_ONE;
  }

  #count(network: string, more: 1 | -1): void {
    this.#working += more;
    const ofIt = (this.#ofEach.get(network) ?? 0) + more;
    if (ofIt === 0) this.#ofEach.delete(network);
    else this.#ofEach.set(network, ofIt);
  }

  #wait(network: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((start, refuse) => {
      this.#waiting.push(network, { network, start, refuse, signal })?.refuse(new TooManyVisits());
    });
  }

  #startNext(): void {
    const take = () => this.#waiting.shift((network) => this.#mayStart(network));
    for (let next = take(); next !== null; next = take()) {
      if (next.signal?.aborted === true) {
        next.refuse(new RequestAborted());
        continue;
      }
      this.#count(next.network, 1);
      next.start();
      return;
    }
  }
}
