import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { KnownWording } from "../../../db/ingestion/editions.ts";
import type { SourceKind } from "../../../db/schema/documents.ts";
import { sourceHash } from "../../parse/canonical.ts";
import type { ContenuRecord } from "../../parse/record.ts";
import { isMet, type KnownRecord } from "../known.ts";
import { type Arrangement, arrange } from "./arrange.ts";

/** A record of an edition that a file brings, and what names it. */
export interface Brought {
  readonly record: ContenuRecord;
  readonly recordHash: string;
  readonly sourceKind: SourceKind;
  /** See `SaidWording`. */
  readonly sourceOrder: string;
  /** Order of the first file of its kind after this one that holds the edition; null for the latest. */
  readonly next: string | null;
}

/** What becomes of a record. */
export type Verdict =
  /** It brings nothing. */
  | { readonly kind: "known" }
  /** Its words are held: its hash alone is worth keeping. */
  | { readonly kind: "noted" }
  /** Its words are those that the edition answers with, in other mark-up: its content is written. */
  | { readonly kind: "restated"; readonly isNews: boolean }
  /** The edition answers with it: its content is written, and its words are a wording. */
  | { readonly kind: "news"; readonly arrangement: Arrangement; readonly isNews: boolean }
  /** Its words are a wording, and the edition still answers with another. */
  | { readonly kind: "aside"; readonly arrangement: Arrangement }
  /** The same, and the edition turns to another wording that it holds. */
  | { readonly kind: "turning"; readonly arrangement: Arrangement; readonly to: KnownWording };

/** Whether a record says to the letter what the store holds: it need not be derived. */
export function isKnown(brought: Brought, stored: KnownRecord | undefined): boolean {
  const { record, recordHash, sourceKind, next } = brought;
  if (stored === undefined || next !== null) return false;
  if (stored.sourceKind !== sourceKind) return stored.otherRecordHash === recordHash && isMet(stored);
  if (stored.sourceHash !== sourceHash(record)) return false;
  return sourceKind === "export" || stored.recordHash === recordHash;
}

/** Judges a record of an edition that the store holds (docs/decisions.md, « Wordings »). */
export function judge(
  brought: Brought,
  derived: Pick<DerivedEdition, "empreinte">,
  stored: KnownRecord,
): Verdict {
  const { record, sourceKind, sourceOrder, next } = brought;
  const said = { titre: record.titre, empreinte: derived.empreinte };
  const held = stored.wordings;
  // What was erased by law does not come back.
  if (held.some((wording) => wording.isErased && wording.empreinte === said.empreinte))
    return next === null ? { kind: "noted" } : { kind: "known" };
  const isNews = stored.sourceHash !== sourceHash(record);
  const arrangement = arrange(held, { ...said, sourceKind, sourceOrder, next });
  const { added, redated, current } = arrangement;
  if (added.length === 0 && redated === null) {
    if (next !== null) return { kind: "known" };
    return sourceKind === stored.sourceKind ? { kind: "restated", isNews } : { kind: "noted" };
  }
  const shown = "id" in current ? current : current.again;
  if (shown === null) return { kind: "news", arrangement, isNews };
  return shown.isCurrent ? { kind: "aside", arrangement } : { kind: "turning", arrangement, to: shown };
}
