import { Counter } from "prom-client";
import { type Admission, RequestAborted } from "../../db/admission/port.ts";
import { Measures } from "../../db/measures/measures.ts";
import { step } from "../../db/tracing/span.ts";
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
