import { takeDate } from "../../../days/days.ts";
import { Cursor } from "../../../reading/cursor.ts";
import type { Court } from "../mentions.ts";
import { COURT_START, type NamedCourt, takeCourt } from "./courts.ts";
import { NUMBER_START, type Numbers, takeNumbers } from "./numbers.ts";

/** What a European identifier of case law contains. */
export interface Ecli {
  /** With its `ECLI:`. */
  readonly ecli: string;
  readonly court: Court | null;
  /** Number of a decision of the Conseil d'État; null for other courts'. */
  readonly numero: string | null;
  readonly date: string | null;
}

/** Not `ECLI` alone: some texts leave it out, or write it twice. */
const ECLI =
  /(?:ECLI ?: ?){0,2}(?<rest>EU ?: ?[CTF] ?: ?\d{4} ?: ?\d{1,5}(?!\d)|(?<=ECLI ?: ?)(?:FR|CE) ?: ?[A-Z]{2,8} ?: ?\d{4} ?: ?[A-Z0-9]+(?:\.[A-Z0-9]+){0,5})/uy;
const ECLI_START = "ECLI|EU ?: ?[CTF] ?:";

const COURTS: readonly (readonly [RegExp, Court])[] = [
  [/^FR:CE/, "CE"],
  [/^FR:CC:/, "CC"],
  [/^FR:CCASS:/, "CASS"],
  [/^FR:TC:/, "TC"],
  [/^EU:/, "CJUE"],
  [/^CE:ECHR:/, "CEDH"],
];
const STATE_COUNCIL = /^FR:CE[A-Z]*:\d{4}:(?<numero>\d{3,6})\.(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/;

function takeEcli(cursor: Cursor): Ecli | null {
  const rest = cursor.take(ECLI)?.groups?.["rest"]?.replaceAll(" ", "");
  if (rest === undefined) return null;
  const court = COURTS.find(([pattern]) => pattern.test(rest))?.[1] ?? null;
  const { numero = null, year, month, day } = STATE_COUNCIL.exec(rest)?.groups ?? {};
  return { ecli: `ECLI:${rest}`, court, numero, date: day === undefined ? null : `${year}-${month}-${day}` };
}

type Given =
  | ({ readonly kind: "court" } & NamedCourt)
  | ({ readonly kind: "numbers" } & Numbers)
  | ({ readonly kind: "ecli" } & Ecli)
  | { readonly kind: "date"; readonly date: string | null }
  | { readonly kind: "word" };

/** One thing that a citation of a decision is made of, with its offsets in the evened-out text. */
export type Mark = Given & {
  readonly start: number;
  readonly end: number;
  /** Named right after it. */
  readonly formation: string | null;
};

/** « arrêt », « décision » and the like, which begin a citation; the source sometimes glues « sadécision ». */
const WORD =
  /(?:(?<!\p{L})|(?<=(?<!\p{L})(?:la|sa|une?|son|cet|cette|leur)))(?:arrêts?|décisions?|jugements?|avis|ordonnances?)(?!\p{L})/iuy;
const WORD_START = "[Aa]rrêt|[Dd]écision|[Jj]ugement|[Aa]vis|[Oo]rdonnance";
const MONTH = "(?:janv|f[ée]vr?|mars|avr|mai|juin|juil|ao[uû]t|sept|oct|nov|d[ée]c)";
const DATE_START = String.raw`\d{1,2}(?: ?er)? ?${MONTH}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}`;
const DATE = new RegExp(String.raw`(?<![\d/.-])(?=${DATE_START})`, "uy");

const START = new RegExp([COURT_START, ECLI_START, NUMBER_START, WORD_START, DATE_START].join("|"), "gu");

/** Something that names a court, without which a text cites no decision. */
const NAMES_COURT = new RegExp(`${COURT_START}|${ECLI_START}|[CTF]-\\d|\\d{2}[A-Z]{2}\\d|(?:DC|QPC)`, "u");

/** Courts, numbers, dates and identifiers, in the order of the text; none when it names no court. */
export function readMarks(texte: string): readonly Mark[] {
  if (!NAMES_COURT.test(texte)) return [];
  const cursor = new Cursor(texte);
  const marks: Mark[] = [];
  for (
    let start = nextStart(texte, 0);
    start !== null;
    start = nextStart(texte, Math.max(cursor.at, start + 1))
  ) {
    cursor.at = start;
    const given = takeGiven(cursor);
    if (given === null) continue;
    const end = cursor.at;
    const formation = given.kind === "ecli" ? null : takeFormation(cursor);
    marks.push({ ...given, start, end: formation === null ? end : cursor.at, formation });
  }
  return marks;
}

function nextStart(texte: string, from: number): number | null {
  START.lastIndex = from;
  return START.exec(texte)?.index ?? null;
}

function takeGiven(cursor: Cursor): Given | null {
  const court = takeCourt(cursor);
  if (court) return { kind: "court", ...court };
  const ecli = takeEcli(cursor);
  if (ecli) return { kind: "ecli", ...ecli };
  const numbers = takeNumbers(cursor);
  if (numbers) return { kind: "numbers", ...numbers };
  if (cursor.take(WORD)) return { kind: "word" };
  const date = cursor.sees(DATE) ? takeDate(cursor) : null;
  return date && { kind: "date", date: date.date };
}

const RANK = String.raw`\d{1,2} ?(?:(?:ère|ème|eme|re|er|e|è)(?!\p{L})|°)`;
const RANKS = `${RANK}(?:,? ?(?:,|et|/|-) ?${RANK}){0,3}`;
const DIVISION = String.raw`(?:sous-sections?|ss?-?sect\.?|s\.-s\.|ch(?:ambres?|br?e?\.|\.))(?: (?:réunies|réun\.|r\.)|-r(?:éun)?\.)?`;
const MATTER = String.raw`(?:civile?|commerciale, financière et économique|commerciale|sociale|criminelle|(?:civ|com|soc|crim)(?:\.|(?!\p{L})))`;

const FORMATION = [
  `${RANKS} ?(?:${DIVISION}(?: ${MATTER})?|${MATTER})`,
  // « Cour de cassation, civile, Chambre civile 1 » is how Légifrance writes it.
  `(?:(?:civile|criminelle), (?=ch))?(?:ch(?:ambre|\\.) ?)?${MATTER}(?:,? ${RANK}| [123](?=,))?`,
  "ch(?:ambre|\\.) (?:mixte|réunies|réun\\.)",
  String.raw`(?:ass(?:emblée|\.) ?)?pl[ée]n(?:ière|\.)(?: fisc(?:ale(?!\p{L})|\.|(?!\p{L})))?`,
  "g(?:ran)?de ch(?:ambre|\\.)|gr\\. ?ch\\.",
  String.raw`\d{1,2}/\d{1,2} ?(?:SSR|CHR|SS)(?!\p{L})`,
  String.raw`(?:assemblée|section)(?: du contentieux)?(?!\p{L})|ass\.|sect\.`,
].join("|");

const AFTER = new RegExp(`,? ?\\(?(?:(?:rendue? )?en (?:séance )?|de |d')?(?<formation>${FORMATION})`, "iuy");

/** Reads the formation that follows a court, a date or a number: « , 9e et 10e ss-sect. », « en séance plénière ». */
function takeFormation(cursor: Cursor): string | null {
  return cursor.take(AFTER)?.groups?.["formation"] ?? null;
}
