import { NAME_BEGINS, type Subject, subjectOf, takeSubject } from "../citations/identifiers.ts";
import type { Cursor } from "../reading/cursor.ts";

const NAME = new RegExp(NAME_BEGINS, "uy");
/** « IR-LIQ-20-10 », « RES-TVA-000140 »: without « BOI- », its series tells what it is. */
const BARE = new RegExp(
  String.raw`(?<![\p{L}\d/.-])(?<serie>[A-Z]{2,8})(?:-[A-Z]{2,8}\d{0,4}){0,4}(?:-\n?\d{2,8}){1,9}(?![\p{L}\d/])`,
  "uy",
);
/** The former documentation by its usual names: « la doctrine administrative 13 L 1323 ». */
const FORMER = /[Dd]octrine administrative (?:n° ?)?\d{1,2} ?[A-Z]{1,2}[ -]?\d{1,5}(?![\p{L}\d-])/uy;

/**
 * Reads the name of a document as people write it.
 * @param series those that exist: an identifier without « BOI- » begins with one
 */
export function takeName(cursor: Cursor, series: ReadonlySet<string>): Subject | null {
  if (cursor.take(FORMER)) return { ...UNNAMED, fault: "ancienne" };
  if (cursor.sees(NAME)) {
    const subject = cursor.attempt(() => takeSubject(cursor));
    if (subject !== null) return subject;
  }
  return cursor.attempt(() => {
    const bare = cursor.take(BARE);
    const serie = bare?.groups?.["serie"];
    return bare !== null && serie !== undefined && series.has(serie) ? subjectOf(`BOI-${bare[0]}`) : null;
  });
}

const UNNAMED: Subject = { boiId: null, identifiant: "", edition: null, fault: null, actualite: null };
