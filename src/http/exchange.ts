import type { Admission } from "../../db/admission/port.ts";
import type { KeyGrant } from "../../db/keys/grant.ts";
import type { CorpusState } from "../../db/queries/coverage.ts";
import type { ErrorName } from "./errors/catalogue.ts";
import type { SendableBody } from "./response/sendable-body.ts";

/** The body that other requests wait for. */
export interface Keeping {
  keep(plain: Buffer<ArrayBuffer>, etag: string | null): SendableBody;
  /** The answer has left: without a body that was kept, there will be none. */
  abandon(): void;
}

/** Whose coverage an answer says: actualités come by exports alone. */
export type Covered = "corpus" | "news";

/** What is known of one request and its answer, from its arrival to its log line. */
export interface Exchange {
  /** Value of `X-Request-Id`. */
  readonly id: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The key that was presented and accepted. */
  grant: KeyGrant | null;
  /** Address of the client, when it is known otherwise than from the request. */
  clientAddress: string | null;
  /** The decision of the limits, once the request was counted. */
  admission: Admission | null;
  /** Name in the catalogue of the refusal that left for an answer. */
  refusal: ErrorName | null;
  /** State of the corpus that the answer is read from, by the store that it is read from; null before it is known. */
  corpus: CorpusState | null;
  /** Whose coverage the answer says; null when it does not depend on the corpus. */
  covers: Covered | null;
  /** The admission of the request that this one is made for: it is counted in the minute already. */
  counted: Admission | null;
  isRevalidated: boolean;
  /** The body of its answer, when it was rendered for another request. */
  keptBody: SendableBody | null;
  /** What keeps the body of its answer for other requests; null = nobody else is given it. */
  keeping: Keeping | null;
  /** Whether it is asked for by a reader: a refusal then leaves as a page. */
  isPage: boolean;
  cacheControl: string | null;
  /** Status of the answer, once rendered. */
  status: number;
}

const exchanges = new WeakMap<Request, Exchange>();

/** The exchange of a request; opened at its first use. */
export function exchangeOf(request: Request): Exchange {
  return exchanges.get(request) ?? open(request, crypto.randomUUID(), null);
}

/** The key and the decision of a request that a gate let through. */
export function admittedExchange(request: Request): { grant: KeyGrant; admission: Admission } {
  const { grant, admission } = exchangeOf(request);
  if (grant === null || admission === null) throw new Error("the route has no gate");
  return { grant, admission };
}

/**
 * Opens the exchange of a request that the service makes of itself to answer another: same id, same client.
 * @param counted the admission of the other, when it is to stand for this one's count in the minute.
 */
export function openInnerExchange(
  request: Request,
  { id, clientAddress }: Exchange,
  counted: Admission | null,
): Exchange {
  const inner = open(request, id, clientAddress);
  inner.counted = counted;
  return inner;
}

function open(request: Request, id: string, clientAddress: string | null): Exchange {
  const opened: Exchange = {
    id,
    startedAt: performance.now(),
    grant: null,
    clientAddress,
    admission: null,
    refusal: null,
    corpus: null,
    covers: null,
    counted: null,
    isRevalidated: false,
    keptBody: null,
    keeping: null,
    isPage: false,
    cacheControl: null,
    status: 0,
  };
  exchanges.set(request, opened);
  return opened;
}
