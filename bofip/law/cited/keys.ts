import { COURTS, type Court, NORM_KINDS, type NormKind } from "./mentions.ts";

/** Kinds of cited law that have keys of their own. */
export type CitedKind = "decision" | "norme" | "reponse";

interface CitedLawKey {
  readonly kind: CitedKind;
  /** `CE-248065`, `loi-2012-1509`, `RM-AN-1996-39397`. */
  readonly cle: string;
}

/** Longest key that is read: no court, country or number is as long. */
const LONGEST_KEY = 80;

/** Control characters that part no words, such as NUL. */
const CONTROL = /(?!\s)\p{Cc}/u;

const DAY = String.raw`\d{4}-\d\d-\d\d`;
const EUROPEAN_NUMBER = /^\d{1,4}-\d{1,4}$/;
/** « directive 2006/112/CE » is also written « directive 2006/112 », « directive (UE) 2016/1164 ». */
const COMMUNITY = /^(?:UE|CEE?)-(?=\d)|-(?:UE|CEE?|EURATOM)$/;
const DECISION_NUMBERS: Readonly<Record<Court, RegExp>> = {
  CE: /^CE-\d{1,9}$/,
  CAA: /^CAA-[A-Z]+(?:-[A-Z]+){0,4}-\d{2}[A-Z]{2}\d{1,6}$/,
  TA: /^TA-[A-Z]+(?:-[A-Z]+){0,6}-\d{1,9}$/,
  CASS: /^CASS-\d{2}-\d{1,6}$/,
  CC: /^CC-\d{2,4}-\d{1,5}-[A-Z]{1,4}$/,
  CJUE: /^CJUE-(?:[CTF]-)?\d{1,4}-\d{2}$/,
  CEDH: /^CEDH-\d{1,6}-\d{2}$/,
  TC: /^TC-C?\d{1,6}$/,
};
const FRENCH_NORM = new RegExp(String.raw`^(?:${DAY}|\d{2,4}-\d{1,5})$`);
const NORM_NUMBERS: Readonly<Record<NormKind, RegExp>> = {
  loi: FRENCH_NORM,
  ordonnance: FRENCH_NORM,
  decret: FRENCH_NORM,
  arrete: FRENCH_NORM,
  directive: EUROPEAN_NUMBER,
  reglement: EUROPEAN_NUMBER,
  convention: new RegExp(`^[A-Z]+(?:-[A-Z]+){0,5}-${DAY}$`),
  traite: /^(?:TFUE|TUE|CE|CECA|EURATOM|EEE)$/,
  constitution: /^(?:1946|1958)$/,
};
const ANSWER = /^RM-(?:AN|SENAT)-\d{4}-\d{1,6}$/;

/** Reads a key as typed: any case, accents, `/`, spaces, dots (« Loi n° 2012-1509 », « C-311/08 » alone); else null. */
export function readCitedLawKey(typed: string): CitedLawKey | null {
  if (typed.length > LONGEST_KEY || CONTROL.test(typed)) return null;
  const plain = keyPart(typed.replace(/(?<![\p{L}\d])n(?:°|o(?![\p{L}]))/giu, " "));
  if (ANSWER.test(plain)) return { kind: "reponse", cle: plain };
  const [first = "", ...others] = plain.split("-");
  const kind = NORM_KINDS.find((each) => each === first.toLowerCase());
  if (kind !== undefined) {
    const number = kind === "traite" ? others.join("-") : others.join("-").replace(COMMUNITY, "");
    return NORM_NUMBERS[kind].test(number) ? { kind: "norme", cle: `${kind}-${number}` } : null;
  }
  const cle = ["C", "T", "F"].includes(first) ? `CJUE-${plain}` : plain;
  const court = COURTS.find((each) => cle.startsWith(`${each}-`));
  if (court === undefined || !DECISION_NUMBERS[court].test(cle)) return null;
  return { kind: "decision", cle: canonicalDecision(cle) };
}

/** From that year, cases of the Court of Justice have a letter. */
const FIRST_LETTER = 89;

/** One key for one decision, whatever its writing: `CJUE-279-93` is `CJUE-C-279-93`, `CE-6490` is `CE-06490`. */
export function canonicalDecision(cle: string): string {
  const [court = "", ...parts] = cle.split("-");
  const number = parts.at(-1) ?? "";
  const before = `${[court, ...parts.slice(0, -1)].join("-")}-`;
  switch (court) {
    case "CE":
      return before + stateCouncilNumber(number);
    case "CAA":
      return before + number.replace(/(?<=^\d{2}[A-Z]{2})\d+$/, (rank) => rank.padStart(5, "0"));
    case "TC":
      return before + number.replace(/^C?0*(?=\d)/, "");
    case "CJUE": {
      const hasLetter = Number(number) >= FIRST_LETTER || Number(number) < 52;
      return cle.replace(/^CJUE-(?:C-)?(?=\d)/, hasLetter ? "CJUE-C-" : "CJUE-");
    }
    default:
      return cle;
  }
}

/** Numbers of the Conseil d'État have five digits at least: « 6490 » is 06490. One or two digits are no number of its. */
function stateCouncilNumber(written: string): string {
  const plain = written.replace(/^0+(?=\d)/, "");
  return plain.length > 2 ? plain.padStart(5, "0") : plain;
}

/** Part of a key: capitals without accents, a hyphen for all that parts words; the dots of numbers are dropped. */
export function keyPart(written: string): string {
  const plain = written.normalize("NFD").replace(/\p{M}/gu, "").replaceAll(".", "").toUpperCase();
  return plain
    .split(/[^A-Z\d]+/)
    .filter((word) => word !== "")
    .join("-");
}
