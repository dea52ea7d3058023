import type { Elysia } from "elysia";

/** A plugin of Elysia that puts hooks before the routes that use it, and gives their handlers nothing. */
export type Gate = Elysia;

/** What stands before the work of the routes of the API: composed once, in `app.ts`. */
export interface Gates {
  /** Demands a key, then, once the parameters are judged good, counts and charges the request. */
  readonly admitted: Gate;
  /** The same for semantic search, which a plan may leave out. */
  readonly admittedToSemantic: Gate;
  /** The same for what is counted in the minute and never charged. */
  readonly admittedForFree: Gate;
  /** Tells which state of the corpus the answer comes from: for routes whose bodies are not kept. */
  readonly placed: Gate;
  /** Keeps bodies as long as the revision of the corpus. */
  readonly keptByRevision: Gate;
  /** Keeps bodies for a minute at most. */
  readonly keptForAMinute: Gate;
}
