import { STEP } from "./number-pattern.ts";

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

/**
 * The parts of an article that are cited before its number, each outermost first: « 3-2° » for « le 2° du 3 de l'article
 * 6 », « 6 » and « 6 bis » for « les 6 et 6 bis de l'article 158 ».
 */
export function precisionsBefore(texte: string, article: number): readonly string[] {
  const before = texte.slice(Math.max(0, article - LONGEST), article);
  if (!before.endsWith(" de l'")) return [];
  const words = before.slice(0, -" de l'".length);
  const start = startOfList(words);
  return start === null || OTHER_ARTICLE.test(words.slice(0, start)) ? [] : precisionsOf(words.slice(start));
}

/**
 * Where the list of parts that ends some words begins, read from its end; null when they end with none. One expression
 * for the whole list would try each way to read each of its steps.
 */
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

/**
 * The parts that words after an article's number name: « II-1° » and « II-2° » for « II-1° et 2° », « 1 » and « 2 » for
 * « 1, 2 ». A step goes beside the last one of its kind, else inside what precedes it.
 */
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
