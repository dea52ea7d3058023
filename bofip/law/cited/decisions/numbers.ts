import type { Cursor } from "../../../reading/cursor.ts";
import { canonicalDecision, keyPart } from "../keys.ts";
import type { Court } from "../mentions.ts";
import { NUMBER_SIGN } from "../number-sign.ts";
import { type NamedCourt, SEAT_LETTERS, seatOfNumber } from "./courts.ts";

/** Each court numbers its decisions in its own format. */
type Shape = keyof typeof SHAPES;

const SHAPES = {
  /** Joined to a letter since 1989: `C-311/08`; the text may write a hyphen for the stroke. */
  union: String.raw`[CTF]-\d{1,4}[/-]\d{2}(?: P(?:PU)?)?`,
  /** `2012-662 DC`, `2014-437, QPC`, `86-209 DC`. */
  constitutional: String.raw`\d{2,4}-\d{1,4}(?:/\d{1,4})*,? ?(?:DC|QPC|LP?|FNR|ORGA|LOM|AN|SEN|PDR|I|RIP)`,
  /** `1603586/1-2`: those of a tribunal, with the section that judged. */
  tribunal: String.raw`\d{7}/\d{1,2}(?:-\d{1,2})?`,
  /** `10PA01234`. */
  appeal: String.raw`\d{2}${SEAT_LETTERS}\d{4,6}`,
  /** `09-10.791`, `97-16774`, after a letter that checks it: `K 18-81.980`. */
  cassation: String.raw`(?:[A-Z] ?)?\d{2}-\d{2}\.?\d{3}`,
  /** `12547/86`, `270/83`. */
  stroke: String.raw`\d{1,6}/\d{2}`,
  /** `C 311/08`, `C311/08`, which also number notices of the Union's journal: no court is told by them. */
  spaced: String.raw`[CTF][. -]{0,3}\d{1,4}/\d{2}`,
  /** `C3986`. */
  conflicts: String.raw`C ?\d{4}`,
  /** `248065`; old ones with a dot or a zero: `318.33`, `06490`. */
  plain: String.raw`(?:0\d|[1-9]\d{0,2})[. ]\d{2,3}|[1-9]\d{2,6}|0\d{4,6}`,
} as const;

/** Courts identified by the format alone. */
const TELLING: ReadonlyMap<Shape, Court> = new Map([
  ["union", "CJUE"],
  ["constitutional", "CC"],
  ["appeal", "CAA"],
]);

const GIVEN: Readonly<Record<Court, readonly Shape[]>> = {
  CE: ["plain"],
  CAA: ["appeal"],
  TA: ["tribunal", "plain"],
  CASS: ["cassation"],
  CC: ["constitutional"],
  CJUE: ["union", "spaced", "stroke"],
  CEDH: ["stroke"],
  TC: ["conflicts", "plain"],
};

// The source sometimes glues the next word to a number: « 349169etCAA Paris ».
const END = String.raw`(?!(?!(?:et|ou|du|de|dont|à)(?!\p{Ll}))[\p{L}\d]|[-/.]\d)`;

const ORDER: readonly Shape[] = [
  ...([
    "union",
    "constitutional",
    "appeal",
    "tribunal",
    "cassation",
    "stroke",
    "spaced",
    "conflicts",
    "plain",
  ] as const),
];
const NUMBER: Readonly<Record<Shape, RegExp>> = {
  union: one(SHAPES.union),
  constitutional: one(SHAPES.constitutional),
  tribunal: one(SHAPES.tribunal),
  appeal: one(SHAPES.appeal),
  cassation: one(SHAPES.cassation),
  stroke: one(SHAPES.stroke),
  spaced: one(SHAPES.spaced),
  conflicts: one(SHAPES.conflicts),
  plain: one(SHAPES.plain),
};

function one(shape: string): RegExp {
  return new RegExp(`(?:${shape})${END}`, "uy");
}

const KIND = String.raw`(?:req(?:uêtes?|\.)|pourvois?|[Aa]f ?f(?:aires?|\.)?(?:,? ?(?:jointes|jtes)(?!\p{L})\.?)?)`;
const JOINED = String.raw`,?\s{0,2}`;
/** Titles of Légifrance have no « n° » between the day and the number. */
const BARE = String.raw`(?<=\d{4}, )(?=(?:\d{2}-\d{2}\.\d{3}|\d{5,7})(?: ?[,;)\]\n]|\.?(?:\s|$)(?! ?(?:€|[eE]uros|\p{Ll}))))`;

/** What introduces numbers: « n° », « aff. », « pourvois nos », « req. n° », « affaires jointes ». */
const INTRODUCTION = new RegExp(
  `(?:(?<![\\p{L}])${KIND}${JOINED})?${NUMBER_SIGN}|(?<![\\p{L}])(?<case>${KIND})${JOINED}|(?<![\\p{L}])(?:[Aa]rrêts?|[Dd]écisions?) (?=[CTF]-\\d|\\d{2,4}-\\d{1,4} ?(?:DC|QPC))|${BARE}|(?<![\\p{L}\\d-])(?=[CTF]-\\d{1,4}/\\d\\d(?!\\d)|\\d{2,4}-\\d{1,4} ?(?:DC|QPC)(?!\\p{L})|\\d{2}${SEAT_LETTERS}\\d{5})`,
  "uy",
);
export const NUMBER_START =
  "[Nn] ?[°ºo]|\\d{2}[A-Z]{2}\\d|\\d{2,4}-\\d{1,4} ?[DQ]|(?<=\\d{4}, )\\d{2}|[Rr]eq|[Pp]ourvoi|[Aa]f ?f|[Aa]rrêts? [CTF]-|[CTF]-\\d|[Dd]écisions? \\d";

const SEPARATOR = new RegExp(
  ` ?(?:,? ?(?:et|ou|à) ?|, ?|- ?|/ ?)(?:autres )?(?:${KIND} ?)?(?:${NUMBER_SIGN})?`,
  "uy",
);
const MOST_NUMBERS = 30;

export interface DecisionNumber {
  readonly shape: Shape;
  /** As written, less what is no part of it: `2014-437 QPC` for « 2014-437, QPC ». */
  readonly written: string;
}

/** Numbers of one enumeration. */
export interface Numbers {
  readonly numbers: readonly DecisionNumber[];
  /** Whether they follow « aff. », « req. », « pourvoi » or « arrêt », and so are a court's. */
  readonly isCase: boolean;
}

/** Reads « n° 248065 et 248066 », « aff. jtes C-397/98 et C-410/98 »; null when there is no number. */
export function takeNumbers(cursor: Cursor): Numbers | null {
  return cursor.attempt(() => {
    const introduction = cursor.take(INTRODUCTION);
    const first = introduction && takeNumber(cursor, ORDER);
    if (!first) return null;
    const numbers = [first];
    while (numbers.length < MOST_NUMBERS) {
      const next = cursor.attempt(() => cursor.take(SEPARATOR) && takeNumber(cursor, [first.shape]));
      if (next === null) break;
      numbers.push(next);
    }
    return { numbers, isCase: !/^[Nn]/.test(introduction[0]) };
  });
}

function takeNumber(cursor: Cursor, shapes: readonly Shape[]): DecisionNumber | null {
  for (const shape of shapes) {
    const written = cursor.take(NUMBER[shape])?.[0];
    if (written !== undefined) return { shape, written: tidy(written) };
  }
  return null;
}

function tidy(written: string): string {
  return written
    .replace(/^[A-Z] ?(?=\d\d-)/, "")
    .replace(/(?<=\d),? ?(?=(?:DC|QPC|LP|FNR|ORGA|LOM|AN|SEN|PDR|RIP)$)/, " ");
}

/** The court identified by a number alone. */
export function courtOfNumber({ shape }: DecisionNumber): Court | null {
  return TELLING.get(shape) ?? null;
}

/** Whether a court gives numbers of that shape. */
export function isNumberOf({ shape }: DecisionNumber, court: Court): boolean {
  return GIVEN[court].includes(shape);
}

/** `CE-248065`, `CAA-PARIS-10PA01234`, `CJUE-C-311-08`; null for a tribunal without its seat. */
export function decisionKey({ court, seat }: NamedCourt, { written }: DecisionNumber): string | null {
  const plain = written.replace(/ P(?:PU)?$/, "").replace(/^([CTF])[. -]{0,3}(?=\d+\/)/, "$1-");
  const number = keyPart(plain.replace(/(?<=^\d{7})\/.*$/, "").replaceAll(" ", court === "CC" ? "-" : ""));
  const place = (court === "CAA" ? seatOfNumber(number) : null) ?? seat;
  if (court !== "CAA" && court !== "TA") return canonicalDecision(`${court}-${number}`);
  return place === null ? null : canonicalDecision(`${court}-${place}-${number}`);
}
