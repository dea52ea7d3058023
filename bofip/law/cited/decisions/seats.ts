import { keyPart } from "../keys.ts";

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

/** Seats of the administrative tribunals. */
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
export const APPEAL_SEAT = seatPattern(APPEAL_SEATS.map(([seat]) => seat));
export const TRIBUNAL_SEAT = seatPattern(TRIBUNAL_SEATS.map((seat) => seat.replace(/^la /, "")));

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
