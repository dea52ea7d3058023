import type { MessagePort } from "node:worker_threads";
import type { VectorQuery } from "../port.ts";

/** How the thread connects to the relational store. */
export type ThreadConnection =
  | { readonly kind: "door"; readonly door: MessagePort }
  | { readonly kind: "server"; readonly url: string };

/** It is answered with the documents found. */
export interface ThreadRequest {
  readonly version: string;
  /** Null only checks whether the version can be searched. */
  readonly query: Omit<VectorQuery, "version"> | null;
}

/**
 * Refresh events of the vectors, for the observer in the parent thread. Errors lose their class between threads:
 * `isDamage` marks a `StoreDamaged`.
 */
export type ThreadNews =
  | { readonly refresh: "began" | "succeeded"; readonly name: string }
  | {
      readonly refresh: "failed";
      readonly name: string;
      readonly error: unknown;
      readonly isDamage: boolean;
    };
