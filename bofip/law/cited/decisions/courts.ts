import type { Cursor } from "../../../reading/cursor.ts";
import { keyPart } from "../keys.ts";
import type { Court } from "../mentions.ts";
import { APPEAL_SEAT, TRIBUNAL_SEAT } from "./seats.ts";

/** A court named in a text. */
export interface NamedCourt {
  readonly court: Court;
  /** Seat of a court of appeal or of a tribunal, as keys write it: `PARIS`, `CERGY-PONTOISE`. */
  readonly seat: string | null;
}

// The source sometimes glues the conjunction to an abbreviation: « etCass. Com. ».
const BEGINS = String.raw`(?:(?<![\p{L}\d/])|(?<=(?<!\p{L})et))`;
const ENDS = String.raw`(?![\p{L}\d)/-])`;
const STATE = "[ÉEé]tat";
const UNION = "(?:de l'Union européenne|des Communautés européennes|de l'UE|UE)";

const COURTS: readonly (readonly [RegExp, Court])[] = [
  [new RegExp(`${BEGINS}CAA(?!\\p{L})(?:${APPEAL_SEAT})?`, "uy"), "CAA"],
  [new RegExp(`[Cc]ours? administratives? d'appel(?:${APPEAL_SEAT})?`, "uy"), "CAA"],
  [new RegExp(`${BEGINS}TA${TRIBUNAL_SEAT}`, "uy"), "TA"],
  [new RegExp(`[Tt]ribun(?:al|aux) administratifs?(?:${TRIBUNAL_SEAT})?`, "uy"), "TA"],
  [new RegExp(`${BEGINS}(?:CJUE|CJCE|TUE|TPICE|TPIUE)(?!\\p{L})`, "uy"), "CJUE"],
  [new RegExp(`[Cc]our de justice(?: ${UNION})?`, "uy"), "CJUE"],
  [new RegExp(`[Tt]ribunal (?:de première instance )?${UNION}`, "uy"), "CJUE"],
  [new RegExp(`${BEGINS}(?:CEDH|CourEDH|Cour EDH)(?!\\p{L})`, "uy"), "CEDH"],
  [/[Cc]our européenne des droits de l'[Hh]omme/uy, "CEDH"],
  [new RegExp(`${BEGINS}CE(?: \\((?:na|NA)\\))?${ENDS}`, "uy"), "CE"],
  [new RegExp(`(?<!en )[Cc]onseil d'${STATE}`, "uy"), "CE"],
  [new RegExp(`${BEGINS}Cass(?!\\p{L})(?:\\.(?:\\s{1,2}(?=[CcSs]|\\d))?)?`, "uy"), "CASS"],
  [/[Cc]our de cassation/uy, "CASS"],
  [new RegExp(`${BEGINS}(?:C\\. ?const|Cons\\. ?const)(?!\\p{L})\\.?`, "uy"), "CC"],
  [/[Cc]onseil constitutionnel/uy, "CC"],
  [new RegExp(`${BEGINS}T\\. ?(?:des )?confl(?!\\p{L})\\.?`, "uy"), "TC"],
  [/[Tt]ribunal des conflits/uy, "TC"],
];

/** First characters of every court's name, cheap to search for. */
export const COURT_START =
  "[Cc]our|[Cc]onseil [dc]|[Tt]ribun|C(?:E|AA|JUE|JCE|ass|\\. ?const|ons\\. ?const)|T(?:A |UE|PI|\\. ?(?:des )?confl)";

/** Reads the name of a court at the cursor, abbreviated or in full, with its seat; null when there is none. */
export function takeCourt(cursor: Cursor): NamedCourt | null {
  for (const [pattern, court] of COURTS) {
    const found = cursor.take(pattern);
    if (found === null) continue;
    const seat = found.groups?.["seat"];
    return { court, seat: seat === undefined ? null : keyPart(seat) };
  }
  return null;
}
