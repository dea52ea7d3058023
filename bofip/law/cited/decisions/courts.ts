import type { Cursor } from "../../../reading/cursor.ts";
import { keyPart } from "../keys.ts";
import type { Court } from "../mentions.ts";

/** Seats of the administrative courts of appeal, and the letters of their numbers: `10PA01234`. */
const APPEAL_SEATS: readonly (readonly [seat: string, ...letters: string[]])[] = [
  ["Bordeaux", "BX"],
  ["Douai", "DA"],
  ["Lyon", "LY"],
  ["Marseille", "MA"],
  ["Nancy", "NC"],
  ["Nantes", "NT"],
  ["Paris", "PA"],
  ["Toulouse", "TL"],
  ["Versailles", "VE"],
];

const TRIBUNAL_SEATS: readonly string[] = [
  ...["Amiens", "Bastia", "Besançon", "Bordeaux", "Caen", "Cergy-Pontoise", "Châlons-en-Champagne"],
  ...[
    "Clermont-Ferrand",
    "Dijon",
    "Grenoble",
    "Lille",
    "Limoges",
    "Lyon",
    "Marseille",
    "Melun",
    "Montpellier",
  ],
  ...[
    "Montreuil",
    "Nancy",
    "Nantes",
    "Nice",
    "Nîmes",
    "Orléans",
    "Paris",
    "Pau",
    "Poitiers",
    "Rennes",
    "Rouen",
  ],
  ...["Strasbourg", "Toulon", "Toulouse", "Versailles"],
  ...["Basse-Terre", "Cayenne", "Fort-de-France", "la Guadeloupe", "la Guyane", "la Martinique", "Mamoudzou"],
  ...["Mayotte", "Nouvelle-Calédonie", "Papeete", "Polynésie française", "Saint-Denis", "la Réunion"],
  ...[
    "Saint-Barthélemy",
    "Saint-Martin",
    "Saint-Pierre-et-Miquelon",
    "Wallis-et-Futuna",
    "Châlons-sur-Marne",
  ],
];

const OF = `(?: (?:administrative? )?(?:de |d'|du |des )?|,? )(?:[Ll]a )?`;

/** Regular expression source of a seat after its court: « de Paris », « Nantes », « d'Amiens ». */
const APPEAL_SEAT = seatPattern(APPEAL_SEATS.map(([seat]) => seat));
const TRIBUNAL_SEAT = seatPattern(TRIBUNAL_SEATS.map((seat) => seat.replace(/^la /, "")));

function seatPattern(seats: readonly string[]): string {
  const names = seats.toSorted((one, other) => other.length - one.length);
  return `${OF}(?<seat>${names.map((name) => name.replaceAll("-", "[- ]")).join("|")})(?!\\p{Ll})`;
}

/** Regular expression source of the letters that only the numbers of courts of appeal have. */
export const SEAT_LETTERS = `(?:${APPEAL_SEATS.flatMap(([, ...letters]) => letters).join("|")})`;

/** The seat of a court of appeal, by a number of its: `PARIS` for `10PA01234`. */
export function seatOfNumber(number: string): string | null {
  const letters = /[A-Z]{2}/.exec(number)?.[0] ?? "";
  const found = APPEAL_SEATS.find(([, ...each]) => each.includes(letters));
  return found === undefined ? null : keyPart(found[0]);
}

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
const CASSATION_NUMBER = String.raw`\d{2}-\d{2}\.?\d{3}(?!\d)`;
/** A chamber names its court by itself where a day and a number of its follow: « Com. 19 juin 2019, n° 17-20.556 ». */
const CHAMBER = String.raw`(?:(?:1re|1ère|[23]e|[23]ème) ?[Cc]iv\.|(?:Civ|Com|Soc|Crim)\.(?:,? ?(?:1re|1ère|[23]e|[23]ème))?|[Aa]ss\. ?plén\.|[Cc]h\. ?(?:mixte|réun\.))`;
const ALONE = String.raw`(?<![\p{L}\d])(?=${CHAMBER},? ?\d{1,2}(?: ?er)?[ ./-][^;()\n]{4,40}${CASSATION_NUMBER})`;
const UNION = "(?:de l'Union européenne|des Communautés européennes|de l'UE|UE)";

const COURTS: readonly (readonly [RegExp, Court])[] = [
  [new RegExp(`${BEGINS}${dotted("CAA")}(?!\\p{L})(?:${APPEAL_SEAT})?`, "uy"), "CAA"],
  [new RegExp(`[Cc]ours? administratives? d'appel(?:${APPEAL_SEAT})?`, "uy"), "CAA"],
  [new RegExp(`${BEGINS}${dotted("TA")}${TRIBUNAL_SEAT}`, "uy"), "TA"],
  [new RegExp(`[Tt]ribun(?:al|aux) administratifs?(?:${TRIBUNAL_SEAT})?`, "uy"), "TA"],
  [new RegExp(`${BEGINS}(?:${dotted("CJUE")}|${dotted("CJCE")}|TUE|TPICE|TPIUE)(?!\\p{L})`, "uy"), "CJUE"],
  [new RegExp(`[Cc]our de justice(?: ${UNION})?`, "uy"), "CJUE"],
  [new RegExp(`[Tt]ribunal (?:de première instance )?${UNION}`, "uy"), "CJUE"],
  [new RegExp(`${BEGINS}(?:CEDH|CourEDH|Cour EDH)(?!\\p{L})`, "uy"), "CEDH"],
  [/[Cc]our européenne des droits de l'[Hh]omme/uy, "CEDH"],
  [new RegExp(`${BEGINS}${dotted("CE")}(?: \\((?:na|NA)\\))?${ENDS}`, "uy"), "CE"],
  [new RegExp(`(?<!en )[Cc]onseil d'${STATE}`, "uy"), "CE"],
  [new RegExp(`${BEGINS}Cass(?!\\p{L})(?:\\.(?:\\s{1,2}(?=[CcSs]|\\d))?)?`, "uy"), "CASS"],
  [/[Cc]our de cassation/uy, "CASS"],
  [new RegExp(ALONE, "uy"), "CASS"],
  [new RegExp(`${BEGINS}(?:C\\. ?const|Cons\\. ?const)(?!\\p{L})\\.?`, "uy"), "CC"],
  [/[Cc]onseil constitutionnel/uy, "CC"],
  [new RegExp(`${BEGINS}T\\. ?(?:des )?confl(?!\\p{L})\\.?`, "uy"), "TC"],
  [/[Tt]ribunal des conflits/uy, "TC"],
];

/** First characters of every court's name, cheap to search for. */
export const COURT_START =
  "[Cc]our|[Cc]onseil [dc]|[Tt]ribun|C(?:E|AA|JUE|JCE|ass|\\. ?(?:E\\.|A\\.|J\\.|const)|ons\\. ?const|iv\\.|om\\.|rim\\.)|T(?:A |UE|PI|\\. ?(?:A\\.|(?:des )?confl))|Soc\\.|[123](?:re|e|ère|ème) ?[Cc]iv\\.|[Aa]ss\\. ?plén|[Cc]h\\. ?(?:mixte|réun)";

/** « CE », « C.E. », « C. E. » */
function dotted(initials: string): string {
  return `(?:${initials}|(?<!\\p{L}\\.)${[...initials].join("\\. ?")}\\.)`;
}

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
