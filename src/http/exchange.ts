import type { Admission } from "../../db/admission/port.ts";
import type { KeyGrant } from "../../db/keys/grant.ts";
import type { StoreAway } from "../../db/postgres/circuit.ts";
import type { CorpusState } from "../../db/queries/coverage.ts";
import type { Span } from "../../db/tracing/span.ts";
import type { ErrorName } from "./errors/catalogue.ts";
import type { SendableBody } from "./response/sendable-body.ts";

/** A body being rendered that other requests wait for. */
interface Keeping {
  keep(plain: Buffer<ArrayBuffer>, etag: string | null): SendableBody;
  /** Called when the answer has left; if its body was not cached by then, it never will be. */
  abandon(): void;
}

/** Which coverage an answer states: actualités arrive by exports only. */
export type Covered = "corpus" | "news";

/** The state of one request and its answer, from its arrival to its log line. */
export interface Exchange {
  /** Value of `X-Request-Id`. */
  readonly id: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The accepted key. */
  grant: KeyGrant | null;
  /** Address of the client, when it is not known from the request. */
  clientAddress: string | null;
  /** The decision of the limits, once the request was counted. */
  admission: Admission | null;
  /** Whether its answer may be one that was rendered for another request: by its route, before its admission. */
  isKeepable: boolean;
  /** Why it was admitted without the store: only a kept answer may be sent; null when the store admitted it. */
  away: StoreAway | null;
  /** Catalogue name of the refusal that was sent. */
  refusal: ErrorName | null;
  /** State of the corpus of the store that the answer is read from; null before it is known. */
  corpus: CorpusState | null;
  /** Which coverage the answer states; null when it does not depend on the corpus. */
  covers: Covered | null;
  /**
   * Its own admission before its body was read, or that of the outer request that this one serves: already counted
   * against the minute limit, not charged yet.
   */
  counted: Admission | null;
  /** The form of a body that has two, by what the client accepts; null for a route that has one. */
  negotiated: "json" | "csv" | null;
  isRevalidated: boolean;
  /** The body of the answer, when it was rendered for another request. */
  keptBody: SendableBody | null;
  /** Caches the body for other requests; null = not shared. */
  keeping: Keeping | null;
  /** Whether a reader asks for it: a refusal is then rendered as a page. */
  isPage: boolean;
  cacheControl: string | null;
  /** Headers of its own on a successful answer, kept with the body. */
  ownHeaders: Readonly<Record<string, string>>;
  /** Whether the next request may get a better answer: its body is not cached. */
  isProvisional: boolean;
  /** Status of the answer, once rendered. */
  status: number;
  /** Its span; null when nothing is traced. */
  span: Span | null;
}

const exchanges = new WeakMap<Request, Exchange>();

/** Returns the exchange of a request, created on first use. */
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
 * Opens the exchange of a request that the service makes to itself to answer another: same id, same client.
 * @param counted the admission of the other one, when it replaces counting this one against the minute limit.
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
    isKeepable: false,
    away: null,
    refusal: null,
    corpus: null,
    covers: null,
    counted: null,
    negotiated: null,
    isRevalidated: false,
    keptBody: null,
    keeping: null,
    isPage: false,
    cacheControl: null,
    ownHeaders: {},
    isProvisional: false,
    status: 0,
    span: null,
  };
  exchanges.set(request, opened);
  return opened;
}
