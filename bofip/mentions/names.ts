import { NAME_BEGINS, type Subject, subjectOf, takeSubject } from "../citations/identifiers.ts";
import type { Cursor } from "../reading/cursor.ts";

const NAME = new RegExp(NAME_BEGINS, "uy");
/** « IR-LIQ-20-10 », « RES-TVA-000140 »: without « BOI- », its series tells what it is. */
const BARE = /(?<![\p{L}\d/.-])([A-Z]{2,8})(?:-[A-Z]{2,8}\d{0,4}){0,4}(?:-\n?\d{2,8}){1,9}(?![\p{L}\d/])/uy;
/** « BOI-IR-LIQ-20-10_20260622 »: what follows may change what is named. */
const GOES_ON = /_[\p{L}\d]+/uy;
/** The former documentation by its usual names: « la doctrine administrative 13 L 1323 ». */
const FORMER = /[Dd]octrine administrative (?:n° ?)?\d{1,2} ?[A-Z]{1,2}[ -]?\d{1,5}(?![\p{L}\d-])/uy;

/**
 * Reads the name of a document as people write it.
 * @param series those that exist: an identifier without « BOI- » begins with one
 * @param isJoined whether it may be the end of a word: only some may be glued to the one before
 */
export function takeName(cursor: Cursor, series: ReadonlySet<string>, isJoined: boolean): Subject | null {
  if (cursor.take(FORMER)) return { ...UNNAMED, fault: "ancienne" };
  const subject = isJoined && !cursor.sees(NAME) ? null : takeSubject(cursor);
  if (subject !== null) return cursor.take(GOES_ON) ? { ...UNNAMED, fault: "illisible" } : subject;
  const start = cursor.at;
  const bare = cursor.take(BARE);
  if (bare !== null && series.has(bare[1] ?? "")) return subjectOf(`BOI-${bare[0]}`);
  cursor.at = start;
  return null;
}

const UNNAMED: Subject = { boiId: null, identifiant: "", edition: null, fault: null, actualite: null };
