import type { Cursor } from "../reading/cursor.ts";

const ROMAN = "[IVX]{1,6}";
const STEP = String.raw`(?:${ROMAN}|[A-Z]|[a-z]°?|\d{1,2}°?)(?![\p{L}\d'])`;
const FURTHER = `(?:[-./]${STEP}){1,8}`;
const PATH = `${STEP}(?:${FURTHER})?`;
const JOIN = String.raw`(?:[ \n]?,[ \n]?|[ \n](?:et|à|ou)[ \n])`;

/** Regular expression source of locations in a text: « II-A-1-a-2° », « I-A et I-B ». */
export const SECTIONS = `${PATH}(?:${JOIN}${PATH}){0,4}`;

/** Source of an unambiguous location: several steps from a letter or a Roman numeral, or that numeral alone. */
const PLAIN_SECTION = String.raw`(?:(?:${ROMAN}|[A-Z])${FURTHER}|${ROMAN}(?![\p{L}\d'.-]))`;
const AT = String.raw`(?:(?:aux?|à|en|du|des?|sous|dans|le|la|les|section|partie|point|titre|§)[ \n])`;

/** « , II-A », « au II »: a location after a document, without any §. */
const ALONE_AFTER = new RegExp(
  String.raw`(?:[ \n]?[,(][ \n]?${AT}{0,3}|[ \n]${AT}{1,3})(?<section>${PLAIN_SECTION})(?![\p{L}\d°'])`,
  "uy",
);
/** « au II-A du BOI-… », up to the name. */
const ALONE_BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d-])(?<section>${PLAIN_SECTION})[ \n](?:du|de la|des|de)[ \n](?:(?:document|commentaires?|doctrine|référence)[ \n])?$`,
  "u",
);
/** What may come just before « § 130 », in a sentence or glued to the previous word: « etI-C-4 § 220 ». */
const BEFORE_MARK = new RegExp(
  String.raw`(?:(?<![\p{L}\d-])|(?<=(?<!\p{L})(?:et|aux?|du|les?))(?=[IVXA-Z]+-))(?<sections>${SECTIONS})[ \n]?,?[ \n]?$`,
  "u",
);
/** After these words, a digit or a lower-case letter alone is a location; not in « article 2 § 3 ». */
const PLACE_WORD = /(?<!\p{L})(?:aux?|du|les?|sous|section|partie|point)[ \n]?$/u;
const LONGEST_BEFORE = 60;

/** The locations after a document's name, when no § follows. */
export function takeSectionAlone(cursor: Cursor): string[] {
  const section = cursor.take(ALONE_AFTER)?.groups?.["section"];
  return section === undefined ? [] : [section];
}

/** The location whose document is named at this offset: « au II-A du BOI-… ». */
export function sectionBeforeName(texte: string, at: number): string[] {
  const section = ALONE_BEFORE.exec(texte.slice(Math.max(0, at - LONGEST_BEFORE), at))?.groups?.["section"];
  return section === undefined ? [] : [section];
}

/** The locations stated for « § 130 », given the offset of its mark. */
export function sectionsBeforeMark(texte: string, at: number): string[] {
  const before = texte.slice(Math.max(0, at - LONGEST_BEFORE), at);
  const found = BEFORE_MARK.exec(before);
  const sections = readSections(found?.groups?.["sections"]);
  if (found === null || sections.every((section) => /^[IVXA-Z]|[-./]/.test(section))) return sections;
  return PLACE_WORD.test(before.slice(0, found.index)) ? sections : [];
}

/** Splits locations: « I-A et I-B » are two. */
export function readSections(written: string | undefined): string[] {
  return written?.split(/[ \n]?,[ \n]?|[ \n](?:et|à|ou)[ \n]/).filter((section) => section !== "") ?? [];
}

/** The number of a heading: « II. Liquidation », « a) Principe », « 1° Régime ». */
const HEADING_MARK =
  /^\s*(?:([IVX]{1,6}|[A-Za-z]|\d{1,2})\s?(?:[.)°]|[-–]\s)|\(([IVX]{1,6}|[A-Za-z]|\d{1,2})\))/u;

/**
 * Whether a § is at a location of its text: the steps of the location appear in order among the numbers of its
 * headings, and an enclosing location matches (« I-A » for a § of I-A-2). A location that begins with a Roman numeral
 * starts at the top.
 * @param headings of the §, outermost first.
 */
export function isUnder(headings: readonly string[], section: string): boolean {
  return isOnPath(stepsOf(section), pathOf(headings));
}

/** The numbers of headings, outermost first; those without a number are left out. */
export function pathOf(headings: readonly string[]): string[] {
  return headings.flatMap((heading) => {
    const mark = HEADING_MARK.exec(heading);
    return mark === null ? [] : (mark[1] ?? mark[2] ?? "");
  });
}

/** The steps of a location, from the widest. */
export function stepsOf(section: string): string[] {
  return section.split(/[-./]/).map((step) => step.replace("°", ""));
}

/** `isUnder`, for many § and locations that were read once. */
export function isOnPath(steps: readonly string[], path: readonly string[]): boolean {
  const startsAt = (from: number) => steps.every((step, rank) => path[from + rank] === step);
  if (startsAt(0)) return true;
  const isFromTop = /^[IVX]+$/.test(steps[0] ?? "") && /^[IVX]+$/.test(path[0] ?? "");
  return !isFromTop && path.some((_, from) => startsAt(from));
}
