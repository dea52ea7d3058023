import type { Elysia } from "elysia";

/** An Elysia plugin that adds hooks before the routes that use it, and nothing to their context. */
type Gate = Elysia;

/** The hooks that run before the API's routes: composed once, in `app.ts`. */
export interface Gates {
  /** Requires a key, then, once the parameters are valid, counts and charges the request. */
  readonly admitted: Gate;
  /** `admitted` for semantic search, which a plan may leave out. */
  readonly admittedToSemantic: Gate;
  /** `admitted` for routes that count against the minute limit and are never charged. */
  readonly admittedForFree: Gate;
  /** Sets which state of the corpus the answer comes from: for routes whose bodies are not cached. */
  readonly placed: Gate;
  /** Caches bodies until the revision of the corpus changes. */
  readonly keptByRevision: Gate;
  /** Caches bodies for a minute at most. */
  readonly keptForAMinute: Gate;
}
