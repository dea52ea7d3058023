import { depthOf } from "../number-sign.ts";
import type { NamedCourt } from "./courts.ts";
import type { Ecli, Mark } from "./marks.ts";
import { courtOfNumber, type DecisionNumber, isNumberOf, type Numbers } from "./numbers.ts";

/** Marks that cite one decision, or several numbers of one. */
export interface Group {
  court: NamedCourt | null;
  courtStart: number;
  courtEnd: number;
  /** « arrêt », « décision »: in lower case; null without. */
  word: string | null;
  date: string | null;
  /** Whether only « du », « , » or the like part the date from what precedes it. */
  isDateClose: boolean;
  /** Whether its court is the one before: « CE, 27 mai 1983, n° 32976 et 20 janvier 1984, n° 35984 ». */
  isRepeated: boolean;
  numbers: DecisionNumber[];
  ecli: Ecli | null;
  formation: string | null;
  start: number;
  end: number;
  /** Brackets that it has opened. */
  depth: number;
}

/** How a mark stands to the citation before it. */
type Bearing = "joins" | "aside" | "opens" | "reopens" | "repeats";

/** Longest words within one phrase: « arrêt rendu en séance plénière par le ». */
const LONGEST_PHRASE = 80;
/** Each number's mention has all the words of its citation, which are therefore not without end. */
const MOST_NUMBERS = 60;
/** Numbers of five digits are no form's, no law's. */
const LONG_NUMBER = 5;

/** Gathers the marks of a text by citation. */
export function groupMarks(texte: string, marks: readonly Mark[]): readonly Group[] {
  const groups: Group[] = [];
  for (const mark of marks) {
    const group = groups.at(-1);
    const gap = texte.slice(group?.end, mark.start);
    const bearing = group === undefined ? "opens" : bearingOf(group, mark, gap);
    if (bearing === "aside") continue;
    if (bearing === "opens") groups.push(emptyGroup(mark.start));
    else if (bearing === "reopens" && group) groups.push(withCourtOf(group));
    else if (bearing === "repeats" && group) groups.push(repeated(group, mark.start));
    const last = groups.at(-1);
    if (last) add(last, mark, texte);
  }
  return groups;
}

function emptyGroup(start: number): Group {
  return {
    court: null,
    courtStart: start,
    courtEnd: start,
    word: null,
    date: null,
    isDateClose: false,
    isRepeated: false,
    numbers: [],
    ecli: null,
    formation: null,
    start,
    end: start,
    depth: 0,
  };
}

function onlyCourtOf({ court, courtStart, courtEnd }: Group): Group {
  return { ...emptyGroup(courtStart), court, courtEnd, end: courtEnd };
}

/** Takes the court that ends a group, to begin the next one. */
function withCourtOf(group: Group): Group {
  const next = onlyCourtOf(group);
  group.court = null;
  return next;
}

function repeated({ court, depth }: Group, start: number): Group {
  return { ...emptyGroup(start), court, isRepeated: true, depth };
}

function add(group: Group, mark: Mark, texte: string): void {
  if (mark.kind === "court" && group.court !== null && texte[mark.end] !== ")") restart(group, mark.start);
  const gap = texte.slice(group.end, mark.start);
  if (mark.kind === "court") {
    group.court = { court: mark.court, seat: mark.seat };
    group.courtStart = mark.start;
    group.courtEnd = mark.end;
  } else if (mark.kind === "word") group.word = texte.slice(mark.start, mark.end).toLowerCase();
  else if (mark.kind === "numbers") group.numbers.push(...mark.numbers);
  else if (mark.kind === "ecli") group.ecli = mark;
  else {
    group.date = mark.date;
    group.isDateClose = leadsToDate(gap);
  }
  group.formation ??= mark.formation;
  group.depth += depthOf(gap) + depthOf(texte.slice(mark.start, mark.end));
  group.end = mark.end;
}

/** « la Cour de justice de l'Union européenne (CJUE, 4 mai 2017, … »: the citation is in the bracket. */
function restart(group: Group, start: number): void {
  if (group.word !== null) return;
  group.start = start;
  group.end = start;
  group.depth = 0;
}

function bearingOf(group: Group, mark: Mark, gap: string): Bearing {
  if (repeatsCourt(group, mark, gap)) return "repeats";
  if (!isJoined(gap, group.depth)) return "opens";
  const bearing = ownBearing(group, mark, gap);
  const endsWithCourt = group.court !== null && group.courtEnd === group.end;
  if (bearing !== "opens" || !endsWithCourt || isBare(group)) return bearing;
  // « sa décision du 9 mars 2016 (CE, arrêt du 9 mars 2016, n° 386911) »: the court belongs to what follows it.
  return ownBearing(onlyCourtOf(group), mark, gap) === "joins" ? "reopens" : "opens";
}

function repeatsCourt({ court, numbers, date }: Group, { kind }: Mark, gap: string): boolean {
  if (court === null || numbers.length === 0 || date === null) return false;
  return (kind === "date" || kind === "word") && goesOn(gap);
}

function ownBearing(group: Group, mark: Mark, gap: string): Bearing {
  switch (mark.kind) {
    case "court":
      return bearingOfCourt(group, mark, gap);
    case "word":
      return joinsWord(group, gap) ? "joins" : "opens";
    case "date":
      return group.date === null && isAnchored(group) && isDateNear(group, gap) ? "joins" : "opens";
    case "ecli":
      return group.ecli === null && isAnchored(group) ? "joins" : "opens";
    case "numbers":
      return bearingOfNumbers(group, mark, gap);
  }
}

/** « Le Conseil d'État, dans sa décision … », « CE, 8 mars 2004, décision n° … ». */
function joinsWord(group: Group, gap: string): boolean {
  if (group.court === null || group.numbers.length > 0) return false;
  return isBare(group) || (group.word === null && isSeparator(gap));
}

/** A court named twice, in full then abbreviated, is one. */
function bearingOfCourt(group: Group, { court }: NamedCourt, gap: string): Bearing {
  if (group.court !== null) return isBare(group) && group.court.court === court ? "joins" : "opens";
  const hasOpening = group.word !== null || group.numbers.some((number) => courtOfNumber(number) !== null);
  const isNear = hasOpening ? gap.length <= LONGEST_PHRASE : isSeparator(gap);
  return isNear && group.numbers.every((number) => isNumberOf(number, court)) ? "joins" : "opens";
}

/** « CJUE, Commission c/ Luxembourg, 4 mai 2017 »: the parties alone stand between a court and its day. */
function isDateNear({ numbers, ecli, word }: Group, gap: string): boolean {
  if (leadsToDate(gap) || numbers.length > 0 || ecli !== null || isName(gap)) return true;
  return word !== null && gap.length <= LONGEST_PHRASE;
}

function bearingOfNumbers(group: Group, mark: Mark & { readonly kind: "numbers" }, gap: string): Bearing {
  const [first] = mark.numbers;
  if (first === undefined) return "aside";
  const told = courtOfNumber(first);
  const court = group.court?.court ?? null;
  const isSuited = court === null ? told !== null || group.word !== null : isNumberOf(first, court);
  const [other] = group.numbers;
  if (isSuited && other === undefined) return isIntroduced(group, mark, gap) ? "joins" : "aside";
  const goesOnListing =
    other?.shape === first.shape && isSeparator(gap) && group.numbers.length < MOST_NUMBERS;
  if (isSuited && goesOnListing) return "joins";
  return told === null ? "aside" : "opens";
}

/** « n° » introduces the numbers of anything: only where a decision's would stand, is it one. */
function isIntroduced({ date }: Group, { numbers: [first], isCase }: Numbers, gap: string): boolean {
  if (first === undefined) return false;
  if (isCase || courtOfNumber(first) !== null) return true;
  const introduction = introductionOf(gap);
  const isLong = first.written.length >= LONG_NUMBER && date !== null && gap.length <= LONGEST_PHRASE;
  return introduction === "joint" || (introduction === "name" && isLong);
}

function isBare({ date, numbers, ecli }: Group): boolean {
  return date === null && numbers.length === 0 && ecli === null;
}

/** Whether something other than a date has opened it. */
function isAnchored({ court, word, numbers, ecli }: Group): boolean {
  return court !== null || word !== null || numbers.length > 0 || ecli !== null;
}

/** Longest words between two marks of one citation: the names of the parties, a point. */
const LONGEST_GAP = 160;

/** A sentence ends, rather than an abbreviation: « … des sociétés. Le … », not « M. Dupont », « Sté X c. Finlande ». */
const SENTENCE_END = /(?:[\p{Ll}\d]{4}|[)»"])[.!?] (?=[\p{Lu}«])/u;

/** No new sentence, line or list item, and no bracket closed before it opens; `depth` of them are already open. */
function isJoined(gap: string, depth: number): boolean {
  if (gap.length > LONGEST_GAP || /[;\n]/.test(gap) || SENTENCE_END.test(gap)) return false;
  return !isClosing(gap, depth);
}

function isClosing(gap: string, depth: number): boolean {
  let open = depth;
  for (const character of gap) {
    if (character === ")" || character === "]") open -= 1;
    if (character === "(" || character === "[") open += 1;
    if (open < 0) return true;
  }
  return false;
}

const AFTER_JOINT = /^(?:[,:([-]|et|ou|le|numéro)$/u;
const CAPITALISED = /^\p{Lu}/u;

/** What may stand before a number that only « n° » introduces. */
type Introduction = "joint" | "name" | "other";

/** « , n° 248065 », « sous le n° 248065 » are joints, « Dupont n° 248065 » a name, « l'imprimé n° 2042 » neither. */
function introductionOf(gap: string): Introduction {
  const before = gap.trimEnd();
  if (before === "" || AFTER_JOINT.test(before.slice(-1))) return "joint";
  const word = before.slice(before.lastIndexOf(" ") + 1);
  if (AFTER_JOINT.test(word)) return "joint";
  return CAPITALISED.test(word) ? "name" : "other";
}

/** Nothing but what links a court, or « arrêt », to its day: « , », « du », « rendu le ». */
const BEFORE_DATE = /^[ ,(]{0,3}(?:(?:rendue? |en date )?(?:du |le ))?$/;

function leadsToDate(gap: string): boolean {
  return BEFORE_DATE.test(gap);
}

/** « , Commission c/ Luxembourg, ». */
function isName(gap: string): boolean {
  return /^, (?:\p{Lu}|«)[^,§]{1,60}, $/u.test(gap);
}

/** Another decision of the same court: « et », « ; ». */
function goesOn(gap: string): boolean {
  return /^(?:,? (?:et|ou|puis) (?:du |le |l'|un |par |de l')?| ?; )$/.test(gap);
}

/** Numbers that go on: « et », « , ». */
function isSeparator(gap: string): boolean {
  return /^[ ,]{0,3}(?:(?:et|ou) ?)?$/.test(gap);
}
