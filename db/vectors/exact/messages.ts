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

export type ThreadAnswer =
  | { readonly id: number; readonly hits: VectorHit[] }
  | { readonly id: number; readonly reason: string };
