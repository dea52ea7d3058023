import type { Admission } from "../db/admission.ts";
import type { KeyGrant } from "../db/keys.ts";

/** What is known of one request and its answer, from its arrival to its log line. */
export interface Exchange {
  /** Value of `X-Request-Id`. */
  readonly id: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The key that was presented and accepted. */
  grant: KeyGrant | null;
  /** The decision of the limits, once the request was counted. */
  admission: Admission | null;
  isRevalidated: boolean;
  cacheControl: string | null;
  /** Status of the answer, once rendered. */
  status: number;
}

const exchanges = new WeakMap<Request, Exchange>();

/** The exchange of a request; opened at its first use. */
export function exchangeOf(request: Request): Exchange {
  const known = exchanges.get(request);
  if (known !== undefined) return known;
  const opened: Exchange = {
    id: crypto.randomUUID(),
    startedAt: performance.now(),
    grant: null,
    admission: null,
    isRevalidated: false,
    cacheControl: null,
    status: 0,
  };
  exchanges.set(request, opened);
  return opened;
}
