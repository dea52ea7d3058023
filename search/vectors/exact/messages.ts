import type { MessagePort } from "node:worker_threads";
import type { VectorHit, VectorQuery } from "../port.ts";

/** How the thread connects to the relational store. */
export type ThreadConnection =
  | { readonly kind: "door"; readonly door: MessagePort }
  | { readonly kind: "server"; readonly url: string };

export interface ThreadRequest {
  readonly id: number;
  readonly version: string;
  /** Null only checks whether the version can be searched. */
  readonly query: Omit<VectorQuery, "version"> | null;
}

// Errors lose their class between threads: `isDamage` marks a `StoreDamaged`.

/** Refresh events of the vectors, for the observer in the parent thread. */
export type ThreadNews =
  | { readonly refresh: "began" | "succeeded"; readonly name: string }
  | {
      readonly refresh: "failed";
      readonly name: string;
      readonly error: unknown;
      readonly isDamage: boolean;
    };

export type ThreadAnswer =
  | { readonly id: number; readonly hits: VectorHit[] }
  | { readonly id: number; readonly reason: string; readonly isDamage: boolean };
