import type { DerivedStore } from "../../../db/ingestion/derived/indexing.ts";
import { UNDONE } from "../../../db/runs/backlogs.ts";
import type { RunCounts } from "../../../db/schema/ingestion.ts";

interface StoreNames {
  /** What the operator calls the store, at the start of a sentence. */
  readonly label: string;
  /** What the operator calls its entries, in the plural. */
  readonly unit: string;
  /** Where a run counts the entries that it wrote, if it does. */
  readonly written: keyof RunCounts | null;
  /** Where a run counts what it left undone. */
  readonly undone: keyof RunCounts;
}

/** What is said of each derived store. */
export const NAMES: Readonly<Record<DerivedStore, StoreNames>> = {
  fulltext: {
    label: "L'index plein texte",
    unit: "documents",
    written: "indexed",
    undone: UNDONE.fulltext,
  },
  postings: { label: "L'index des racines", unit: "documents", written: null, undone: UNDONE.postings },
  vectors: { label: "L'index vectoriel", unit: "passages", written: null, undone: UNDONE.vectors },
};
