import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import { type Admission, type Admissions, RequestAborted } from "../../db/admission/port.ts";
import { decorate } from "../../db/engine/decorate.ts";
import { withTimeout } from "../../db/engine/retry.ts";
import { Measures } from "../../db/measures/measures.ts";
import {
  type AccountRefusals,
  type Counted,
  type PeriodTally,
  STEPS,
  startOf,
  stepOf,
} from "../../db/measures/traffic.ts";
import { step } from "../../db/tracing/span.ts";
import type { QuestionEmbedders } from "../../search/embeddings/open.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { Reranker } from "../../search/reranking/port.ts";
import type { PostingsReader } from "../../search/stems/live-postings.ts";
import type { VectorReader } from "../../search/vectors/port.ts";
import type { TimePart } from "../features/hybrid/fusion.ts";
import { ERROR_NAMES, type ErrorName } from "../http/errors/catalogue.ts";

type Outcome = Admission["outcome"];
const OUTCOMES: readonly Outcome[] = ["accepted", "rate_limited", "quota_exceeded"];

type Engine = "fulltext" | "postings" | "vectors" | "embeddings" | "reranking" | "relational";

/** The metrics of one process of the API. */
export class Metrics extends Measures {
  private readonly requests = this.durations(
    "http_request_duration_seconds",
    "Answers, by route.",
    "method",
    "route",
    "status",
  );
  private readonly admissions = new Counter({
    name: "doctrine_admissions_total",
    help: "Decisions of the limits: accepted, rate_limited, quota_exceeded.",
    labelNames: ["outcome"],
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: "doctrine_refusals_total",
    help: "Refusals that left for an answer, by their names in the catalogue of errors.",
    labelNames: ["reason"],
    registers: [this.registry],
  });
  private readonly hybridParts = this.durations(
    "doctrine_hybrid_duration_seconds",
    "Parts of the hybrid search: filter, encoding, words, vectors, merging, reranking, reading.",
    "part",
  );
  private readonly byWords = new Counter({
    name: "doctrine_answers_by_words_total",
    help: "Hybrid searches and contexts given by words alone, meaning being away.",
    registers: [this.registry],
  });
  private readonly cacheLookups = new Counter({
    name: "doctrine_cache_lookups_total",
    help: "Lookups in the caches of this process: bodies of answers, keys, pages, documentation.",
    labelNames: ["cache", "result"],
    registers: [this.registry],
  });
  private readonly engines = this.durations(
    "doctrine_engine_duration_seconds",
    "Calls of the engines.",
    "engine",
    "operation",
    "outcome",
  );

  constructor() {
    super();
    // A series that starts with its first event hides that event from rates.
    for (const reason of ERROR_NAMES) this.refusals.inc({ reason }, 0);
    for (const outcome of OUTCOMES) this.admissions.inc({ outcome }, 0);
  }

  /** @param route pattern of the route, never the address: identifiers would create as many series. */
  countRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe(seconds, method, route, String(status));
  }

  countAdmission(outcome: Outcome): void {
    this.admissions.inc({ outcome });
  }

  countRefusal(reason: ErrorName): void {
    this.refusals.inc({ reason });
  }

  readonly countByWords = (): void => this.byWords.inc();

  /** Times a part of the hybrid search, even when it fails, and returns its result. */
  readonly timedPart: TimePart = async (part, work) => {
    const end = this.hybridParts.timer();
    try {
      return await step(`hybrid ${part}`, {}, async () => await work());
    } finally {
      end(part);
    }
  };

  /** Returns the callback that a cache calls on each lookup. @param cache its name among the others. */
  lookups(cache: string): (isHit: boolean) => void {
    const hits = this.cacheLookups.labels(cache, "hit");
    const misses = this.cacheLookups.labels(cache, "miss");
    for (const counter of [hits, misses]) counter.inc(0);
    return (isHit) => (isHit ? hits : misses).inc();
  }

  /** Times a call, even when it fails, and returns its result. */
  async timed<Value>(engine: Engine, operation: string, call: () => Promise<Value>): Promise<Value> {
    const end = this.engines.timer();
    try {
      const value = await step(`${engine} ${operation}`, {}, call);
      end(engine, operation, "ok");
      return value;
    } catch (error) {
      end(engine, operation, error instanceof RequestAborted ? "aborted" : "error");
      throw error;
    }
  }
}

/** Adds how many requests this process is answering. @param read the server's own count. */
export function addRequestsGauge(metrics: Metrics, read: () => number): void {
  metrics.level(
    "doctrine_requests_in_flight",
    "Requests that this process has received and not answered yet, this one included.",
    read,
  );
}

/** What searches ask. */
export interface SearchEngines {
  readonly fulltext: FullTextReader;
  readonly vectors: VectorReader;
  readonly postings: PostingsReader;
  readonly embedders: QuestionEmbedders;
}

/** Engines whose calls are timed. */
export function measured(engines: SearchEngines, metrics: Metrics): SearchEngines {
  return {
    fulltext: decorate(engines.fulltext, {
      search: (call) => metrics.timed("fulltext", "search", call),
      count: (call) => metrics.timed("fulltext", "count", call),
      facets: (call) => metrics.timed("fulltext", "facets", call),
      wordsBeginning: (call) => metrics.timed("fulltext", "words", call),
      suggest: (call) => metrics.timed("fulltext", "suggest", call),
      ping: (call) => metrics.timed("fulltext", "ping", call),
    }),
    vectors: decorate(engines.vectors, {
      search: (call) => metrics.timed("vectors", "search", call),
      ping: (call) => metrics.timed("vectors", "ping", call),
    }),
    postings: decorate(engines.postings, {
      rank: (call) => metrics.timed("postings", "rank", call),
      passagesOf: (call) => metrics.timed("postings", "passages", call),
    }),
    embedders: decorate(engines.embedders, {
      of: async (call) =>
        decorate(await call(), {
          embedQuestion: (encode) => metrics.timed("embeddings", "question", encode),
        }),
    }),
  };
}

/** A second stage whose calls are timed. */
export function measuredReranker(reranker: Reranker, metrics: Metrics): Reranker {
  return decorate(reranker, { judge: (call) => metrics.timed("reranking", "judge", call) });
}

/** Admissions whose waits are timed, request by request. */
export function measuredAdmissions(admissions: Admissions, metrics: Metrics): Admissions {
  return decorate(admissions, { admit: (call) => metrics.timed("relational", "admit", call) });
}

const MINUTE_MS = 60_000;
/** Beyond, the minute's tallies are dropped: an operator who stops a process does not wait longer for them. */
const WRITE_LIMIT_MS = 5_000;
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429]);
/** Polled by monitoring machines: as many requests a minute whatever the callers do. */
const WATCHING: ReadonlySet<string> = new Set(["/ready", "/metrics", "/v1/health", "/v1/status"]);
const OPERATOR_SIDE = "/admin";

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };
type Counting = Writable<Omit<PeriodTally, "durations">> & { readonly durations: number[] };

interface TrafficDeps {
  /** Adds what was counted to what the other processes did. */
  readonly write: (counted: Counted) => Promise<void>;
  readonly clock: () => Date;
  readonly logger: Pick<Logger, "warn">;
}

/** Counts what this process answers, written once a minute. What can't be is dropped: a retry might count twice. */
export class Traffic {
  private readonly minutes = new Map<number, Counting>();
  private readonly refusals = new Map<string, Writable<AccountRefusals>>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: TrafficDeps) {}

  /** @param route pattern of the route: those of supervision and of the operator are skipped. */
  count(route: string, status: number, milliseconds: number): void {
    if (WATCHING.has(route) || route.startsWith(OPERATOR_SIDE)) return;
    const tally = this.current();
    const step = stepOf(milliseconds);
    tally.requests += 1;
    tally.durations[step] = (tally.durations[step] ?? 0) + 1;
    if (REFUSALS.has(status)) tally.refusals += 1;
    if (status >= 500) tally.faults += 1;
  }

  /** Counts a refusal sent to a key of an account; the account's page shows them by day. */
  countRefusal(accountId: number, code: string): void {
    const day = this.deps.clock().toISOString().slice(0, 10);
    const name = `${accountId} ${day} ${code}`;
    const known = this.refusals.get(name);
    if (known === undefined) this.refusals.set(name, { accountId, day, code, refusals: 1 });
    else known.refusals += 1;
  }

  /** Starts writing, once a minute. */
  start(): void {
    this.timer = setInterval(() => void this.flush(), MINUTE_MS);
    this.timer.unref();
  }

  /** Writes the remaining tallies, including those of the answers just sent. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    // Answers are counted after they are sent.
    await nextTurn();
    await this.flush();
  }

  /** Writes what was counted since the previous flush. Never rejects. */
  async flush(): Promise<void> {
    const minutes = [...this.minutes.values()];
    const refusals = [...this.refusals.values()];
    this.minutes.clear();
    this.refusals.clear();
    if (minutes.length + refusals.length === 0) return;
    try {
      await withTimeout(WRITE_LIMIT_MS, this.deps.write({ minutes, refusals }));
    } catch (error) {
      const requests = minutes.reduce((sum, tally) => sum + tally.requests, 0);
      this.deps.logger.warn({ err: error, requests }, "traffic of the last minute not kept");
    }
  }

  private current(): Counting {
    const start = startOf("minute", this.deps.clock());
    const known = this.minutes.get(start.getTime());
    if (known !== undefined) return known;
    const durations = new Array<number>(STEPS).fill(0);
    const tally = { start, requests: 0, refusals: 0, faults: 0, durations };
    this.minutes.set(start.getTime(), tally);
    return tally;
  }
}
