import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { KnownWording } from "../../../db/ingestion/editions.ts";
import type { SourceKind } from "../../../db/schema/documents.ts";
import { sourceHash } from "../../parse/canonical.ts";
import type { ContenuRecord } from "../../parse/record.ts";
import { isMet, type KnownRecord } from "../known-records.ts";
import { type Arrangement, arrange } from "./arrange.ts";

/** A record of an edition in a file, and what identifies it. */
export interface Brought {
  readonly record: ContenuRecord;
  readonly recordHash: string;
  readonly sourceKind: SourceKind;
  /** See `SaidWording`. */
  readonly sourceOrder: string;
  /** Order of the next file of its kind that contains the edition; null for the latest. */
  readonly next: string | null;
}

/** What to do with a record. */
export type Verdict =
  /** It changes nothing. */
  | { readonly kind: "known" }
  /** Its words are known: only its hash is stored. */
  | { readonly kind: "noted" }
  /** The edition answers with the same words in other mark-up: its content is written. */
  | { readonly kind: "restated"; readonly isNews: boolean }
  /** The edition now answers with it: its content is written, and its words become a wording. */
  | { readonly kind: "news"; readonly arrangement: Arrangement; readonly isNews: boolean }
  /** Its words become a wording, and the edition still answers with another. */
  | { readonly kind: "aside"; readonly arrangement: Arrangement }
  /** The same, and the edition switches to another wording that it has. */
  | { readonly kind: "turning"; readonly arrangement: Arrangement; readonly to: KnownWording };

/** Whether a record is identical to what is stored: it need not be derived. */
export function isKnown(brought: Brought, stored: KnownRecord | undefined): boolean {
  const { record, recordHash, sourceKind, next } = brought;
  if (stored === undefined || next !== null) return false;
  if (stored.sourceKind !== sourceKind) return stored.otherRecordHash === recordHash && isMet(stored);
  if (stored.sourceHash !== sourceHash(record)) return false;
  return sourceKind === "export" || stored.recordHash === recordHash;
}

/** Judges a record of a stored edition (docs/decisions.md, « Wordings »). */
export function judge(
  brought: Brought,
  derived: Pick<DerivedEdition, "empreinte">,
  stored: KnownRecord,
): Verdict {
  const { record, sourceKind, sourceOrder, next } = brought;
  const said = { titre: record.titre, empreinte: derived.empreinte };
  const held = stored.wordings;
  // A text erased by law does not come back.
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
