import type { SourceKind } from "../../db/schema/documents.ts";
import { sourceHash } from "../parse/canonical.ts";
import type { SourceRecord } from "../parse/record.ts";
import { type KnownRecords, recordKey } from "./known.ts";

/** A record that a file brings, and what names it. */
export interface Brought {
  readonly record: SourceRecord;
  readonly recordHash: string;
  readonly sourceKind: SourceKind;
}

/**
 * What becomes of a record: `news` is written and says something new, `restated` is written in place of a record
 * that says the same, `overruled` is an export's under an archive's, `known` brings nothing.
 */
export type Verdict = "news" | "restated" | "overruled" | "known";

/**
 * Judges a record by what the store holds of the same edition: an archive's content prevails over an export's, and
 * within a kind the latest file's.
 * @param newer keys held by files of the same kind after this one.
 */
export function judge(
  brought: Brought,
  known: Pick<KnownRecords, "byKey">,
  newer: ReadonlySet<string>,
): Verdict {
  const { record, recordHash, sourceKind } = brought;
  const key = recordKey(record);
  const stored = known.byKey.get(key);
  if (stored === undefined) return "news";
  const isNews = stored.sourceHash !== sourceHash(record);
  if (stored.sourceKind !== sourceKind) {
    if (sourceKind === "archive") return isNews ? "news" : "restated";
    return newer.has(key) ? "known" : "overruled";
  }
  if (newer.has(key)) return "known";
  if (sourceKind === "export") return isNews ? "news" : "known";
  if (stored.recordHash === recordHash) return "known";
  return isNews ? "news" : "restated";
}
