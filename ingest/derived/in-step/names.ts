import type { DerivedStore } from "../../../db/ingestion/derived/indexing.ts";
import { UNDONE } from "../../../db/runs/backlogs.ts";
import type { RunCounts } from "../../../db/schema/ingestion.ts";

interface StoreNames {
  /** The operator's name for the store, at the start of a sentence. */
  readonly label: string;
  /** The operator's name for its entries, in the plural. */
  readonly unit: string;
  /** The run's counter of entries written, if any. */
  readonly written: keyof RunCounts | null;
  /** The run's counter of entries left to write. */
  readonly undone: keyof RunCounts;
}

/** Names and counters of each derived store. */
export const NAMES: Readonly<Record<DerivedStore, StoreNames>> = {
  fulltext: {
    label: "L'index plein texte",
    unit: "textes",
    written: "indexed",
    undone: UNDONE.fulltext,
  },
  postings: { label: "L'index des racines", unit: "documents", written: null, undone: UNDONE.postings },
  vectors: { label: "L'index vectoriel", unit: "passages", written: null, undone: UNDONE.vectors },
};
