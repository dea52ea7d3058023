import type { MessagePort } from "node:worker_threads";
import type { VectorHit, VectorQuery } from "../port.ts";

/** How the thread reaches the relational store. */
export type ThreadConnection =
  | { readonly kind: "door"; readonly door: MessagePort }
  | { readonly kind: "server"; readonly url: string };

export interface ThreadRequest {
  readonly id: number;
  readonly version: string;
  /** Null only asks whether the version can be searched. */
  readonly query: Omit<VectorQuery, "version"> | null;
}

// Errors lose their class on their way out of a thread: `isDamage` says that one is a `StoreDamaged`.

/** How the refreshing of the vectors goes, for the observer that stands on the other side. */
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
