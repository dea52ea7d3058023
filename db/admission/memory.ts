import { LRUCache } from "lru-cache";
import type { Database } from "../postgres/database.ts";
import type { CorpusState } from "../queries/corpus.ts";
import { type Asked, decide, shareOf } from "./decide.ts";
import type { Admission, Allowance } from "./port.ts";

/** A key is let in without the store when it was judged in the minute before the store went away… */
const RECENT_MS = 60_000;
/** …and for this long after that (contract, additions, « Quota, corrected »). */
const GRACE_MS = 30_000;
const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;
/** Keys counted by one statement once the store is back. */
const MAX_BATCH = 256;
/** What was answered is counted whatever the minute limit. */
const NO_LIMIT = 1_000_000_000;

interface Judged {
  readonly admission: Admission;
  readonly atMs: number;
}

/** What a key was given without the store. */
interface Given {
  allowance: Allowance;
  /** Requests, by the minute limit. */
  requests: number;
  /** Units to charge. */
  units: number;
}

/**
 * What this process knows of its keys by their last decisions, and what it gave without the store, to be counted when
 * the store is back. Nothing of it survives the process: in the callers' favour, like what another process gives at the
 * same time.
 */
export class AdmissionMemory {
  private readonly judged = new LRUCache<number, Judged>({ max: MAX_KEYS });
  private readonly given = new Map<number, Given>();
  private corpus: CorpusState | null = null;
  /** When the first of `given` was: they all belong to its month. */
  private givenAt: Date | null = null;

  /** @param nowMs a monotonic clock. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Remembers the store's decision on the latest request of a key. */
  remember(keyId: number, admission: Admission): void {
    this.corpus = admission.corpus;
    this.judged.set(keyId, { admission, atMs: this.nowMs() });
  }

  /**
   * Judges a request by what is remembered of its key; null when that is not enough. What the minute had used leaves
   * the window evenly.
   * @param awaySinceMs when the store went away.
   * @param isCharged false for a request that the store may have charged already.
   */
  admit(
    allowance: Allowance,
    awaySinceMs: number,
    isCharged: boolean,
    at: Date = new Date(),
  ): Admission | null {
    const judged = this.judged.get(allowance.keyId);
    const nowMs = this.nowMs();
    if (judged === undefined || this.corpus === null) return null;
    if (awaySinceMs - judged.atMs > RECENT_MS || nowMs - awaySinceMs > GRACE_MS) return null;
    const { admission } = judged;
    if (monthOf(admission.at) !== monthOf(at)) return null;
    const given = this.given.get(allowance.keyId) ?? { allowance, requests: 0, units: 0 };
    const shareLeft = Math.max(0, 1 - (nowMs - judged.atMs) / MINUTE_MS);
    const minuteUsed = (admission.minuteLimit - admission.minuteRemaining) * shareLeft + given.requests;
    const monthUsed = admission.monthUsed + given.units;
    const { minuteLimit, monthlyQuota } = allowance;
    const counted = minuteUsed + 1 <= minuteLimit ? 1 : 0;
    const charged = counted === 1 && (monthlyQuota === null || monthUsed < monthlyQuota) ? 1 : 0;
    this.given.set(allowance.keyId, {
      allowance,
      requests: given.requests + counted,
      units: given.units + (isCharged ? charged : 0),
    });
    this.givenAt ??= at;
    const share = shareOf(
      { ...allowance, requests: 1, chargeable: 1 },
      {
        keyId: allowance.keyId,
        counted,
        charged,
        minuteUsed: minuteUsed + counted,
        monthUsed: monthUsed + charged,
      },
      { at, corpus: this.corpus },
      0,
    );
    return { ...share, isCharged: isCharged && charged === 1 };
  }

  /** Takes back a unit that was given to the key without the store; false when there is none. */
  takeBack(keyId: number): boolean {
    const given = this.given.get(keyId);
    if (given === undefined || given.units === 0) return false;
    given.units -= 1;
    return true;
  }

  /**
   * Counts in the store what was given without it, up to the quotas. A statement that fails is not sent again, since
   * the store may have executed it: what it counted is forgotten.
   */
  async settle(database: Database): Promise<void> {
    for (let at = this.givenAt; at !== null; at = this.givenAt) {
      const batch = [...this.given].slice(0, MAX_BATCH);
      for (const [keyId] of batch) this.given.delete(keyId);
      if (this.given.size === 0) this.givenAt = null;
      const asked = batch.map(([, given]) => askedBy(given)).filter(({ requests }) => requests > 0);
      if (asked.length > 0) await decide(database, asked, at);
    }
  }
}

function askedBy({ allowance, requests, units }: Given): Asked {
  return { ...allowance, minuteLimit: NO_LIMIT, requests, chargeable: units };
}

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}
