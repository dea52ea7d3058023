import { LATIN, PREFIX, ROMAN, SHORT_LATIN } from "../article-number.ts";
import { ABBREVIATION } from "./take-code.ts";

const LETTERS = `(?!${ROMAN}|BOI|${ABBREVIATION})[A-Z]{1,3}`;

// The source sometimes glues the next word to a number: « 100 biset », « 200 quater Bet », « 199 decies EAdu CGI ».
const GLUED_WORD = String.raw`(?:et|ou|à|au|du|de|dans|précitée?s?|modifiée?s?|renvoie)(?!\p{Ll})`;
const END = String.raw`(?!(?!${GLUED_WORD})\p{L})`;

const SUFFIX = `(?: ?(?:-?0 ?)?(?:(?:${LATIN})|(?:${SHORT_LATIN}|${LETTERS})${END}))`;

const FIRST = String.raw`premier(?!\p{L})|1 ?er(?!\p{L})`;
const DIGITS = String.raw`\d{1,4}(?!\d)(?:- ?\d{1,4}(?![\d°]))*`;
const LAST = String.raw`(?:-[1-9]\d?(?![\d°]))?`;

/** Regular expression source of an article's number: `199 undecies A`, `150-0 D ter`, `L. 16-0 BA`, `1er`. */
export const NUMBER = `(?:${FIRST}|(?:${PREFIX})?${DIGITS}${SUFFIX}{0,5}${LAST})`;

/** The start of every `NUMBER`, and of nothing else: a lookahead that skips the suffixes. */
export const NUMBER_BEGINS = String.raw`(?:${FIRST}|(?:${PREFIX})?\d{1,4}(?!\d))`;

/** Start of the numbers of codes with a legislative and a regulatory part: `L. 80`, `R.* 196-1`. */
export const PREFIXED = `(?=${PREFIX}\\d)`;

const RANK = String.raw`[IVX]{1,5}|[A-Z]|[a-z]|(?:1?\d|20)(?!\d)|\d{2}(?=°)`;
/** Source of a step of « 1-5° », « I-C », « b septies »; no « C. » of « C. civ. », no number over 20 without « ° ». */
export const STEP = String.raw`(?!${ABBREVIATION}|${PREFIXED})(?:${RANK})°?(?:-00?(?= ))?(?: (?:${LATIN}|${SHORT_LATIN}))?(?![\p{L}\d%€'])`;

/** How far before « article » to look for its subdivisions, in characters. */
const LONGEST = 120;
const PATH = String.raw`${STEP}\.?(?: du ${STEP}\.?){0,4}`;
const JOINT = String.raw`(?:, ?(?:et |ou )?| et | ou | à )(?:aux? |du |des |les? )?(?:\p{L}{1,12} alinéa du )?`;
const LAST_PATH = new RegExp(`(?:^|(?<=[ (']))${PATH}$`, "u");
const PARTED = new RegExp(`(${JOINT})`, "u");
const RANGED = / à (?:aux? |du |des |les? )?$/u;
/** « articles 12 et 6 de l'article 158 »: the first number is another article's. */
const OTHER_ARTICLE = /art(?:icles?|s?\.) ?$/iu;

/** Steps from the whole to the part: « II », « 1° ». */
type Path = readonly string[];

/** Parts cited before a number, outermost first: « 3-2° » for « le 2° du 3 de l'article 6 », « 6 » and « 6 bis ». */
export function precisionsBefore(texte: string, article: number): readonly string[] {
  const before = texte.slice(Math.max(0, article - LONGEST), article);
  if (!before.endsWith(" de l'")) return [];
  const words = before.slice(0, -" de l'".length);
  const start = startOfList(words);
  return start === null || OTHER_ARTICLE.test(words.slice(0, start)) ? [] : precisionsOf(words.slice(start));
}

/** Where the parts that end some words begin, read from the end (one expression would try every reading); else null. */
function startOfList(words: string): number | null {
  let [start, end]: [number | null, number] = [null, words.length];
  for (const [index, piece] of words.split(PARTED).toReversed().entries()) {
    const found = index % 2 === 0 ? LAST_PATH.exec(piece) : null;
    end -= piece.length;
    if (found !== null) start = end + found.index;
    if (index % 2 === 0 && found?.index !== 0) break;
  }
  return start;
}

/** The parts that words before « de l'article » name: « II-1° » and « II-2° » for « 1° et 2° du II ». */
export function precisionsOf(words: string): readonly string[] {
  const [first = "", ...others] = words.split(PARTED);
  const paths: Path[] = [pathOf(first)];
  for (let at = 0; at < others.length; at += 2) {
    const path = pathOf(others[at + 1] ?? "");
    const last = paths.at(-1);
    const [step = "", ...parents] = path.toReversed();
    if (last !== undefined && RANGED.test(others[at] ?? ""))
      paths.splice(-1, 1, [...parents.toReversed(), ...last.slice(0, -1), `${last.at(-1)} à ${step}`]);
    else paths.push(path);
  }
  return withParents(paths).map((path) => path.join("-"));
}

function pathOf(words: string): Path {
  return words
    .split(" du ")
    .map((step) => step.replace(/\.$/, ""))
    .toReversed();
}

/** « 1° et 2° du II »: what names no whole of its own has the next one's, when it is a step of the same kind. */
function withParents(paths: readonly Path[]): readonly Path[] {
  const completed: Path[] = [];
  for (const path of paths.toReversed()) {
    const next = completed[0];
    const isSibling = next !== undefined && path.length === 1 && kindOf(path[0]) === kindOf(next.at(-1));
    completed.unshift(isSibling ? [...next.slice(0, -1), ...path] : path);
  }
  return completed;
}

const AFTER = new RegExp(`(?<joint>, ?| et | ou | à |-| )?(?<step>${STEP})`, "gu");

/** Parts after a number: « II-1° et 2° » is « II-1° », « II-2° »; a step goes beside the last of its kind, or inside. */
export function precisionsAfter(words: string): readonly string[] {
  const paths: string[][] = [];
  for (const { groups } of words.matchAll(AFTER)) {
    const { joint = "", step = "" } = groups ?? {};
    const last = paths.at(-1);
    const place = last?.findLastIndex((each) => kindOf(each) === kindOf(step)) ?? -1;
    if (last === undefined) paths.push([step]);
    else if (joint === " à ") last.push(`${last.pop()} à ${step}`);
    else if (joint === "-" || (place < 0 && /^[, ]+$/.test(joint))) last.push(step);
    else paths.push([...last.slice(0, Math.max(0, place)), step]);
  }
  return paths.map((path) => path.join("-"));
}

/** Roman, capital, letter, figure, figure with « ° »: steps of one kind are beside each other. */
function kindOf(step = ""): string {
  if (/^[IVX]+(?![A-Z])/.test(step)) return "roman";
  if (/^\d/.test(step)) return /^\d+°/.test(step) ? "rank" : "figure";
  return /^\p{Lu}/u.test(step) ? "capital" : "letter";
}

/** Each part inside each whole; the parts alone without a whole. */
export function inside(wholes: readonly string[], parts: readonly string[]): readonly string[] {
  if (parts.length === 0) return wholes;
  return wholes.length === 0 ? parts : wholes.flatMap((whole) => parts.map((part) => `${whole}-${part}`));
}
