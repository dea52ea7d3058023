import { wordSet } from "../analyzer/french/word-list.ts";
import { isStopWord } from "../analyzer/index.ts";
import type { Token } from "../analyzer/token.ts";
import { APOSTROPHE_MARKS } from "../analyzer/writing.ts";

/** A pronoun after its verb, which only asks: peut-on, calcule-t-il, est-ce. */
const INVERTED = /(?<=\p{L})-(?:t-)?(?:je|tu|il|elle|on|ils|elles|ce)[.,]*$/iu;
/** These two also end nouns (rendez-vous): they only ask after a verb that carries nothing. */
const INVERTED_PLURAL = /(?<=\p{L})-(?:nous|vous)[.,]*$/iu;
/** Verbs that carry nothing before such a pronoun; elsewhere they are other words: the A of 39 A, des sommes. */
const ASKING_VERBS = wordSet("a ont sommes êtes sera seront serait était aura existe");
/** « Y a-t-il », « il y a ». */
const THERE_IS = new RegExp(
  String.raw`(?:il\s+)?y\s+a(?:-t-(?:il|on))?(?![\p{L}\p{M}\p{N}${APOSTROPHE_MARKS}*-])`,
  "iuy",
);
/** « m'a », « n'a », « l'a ». */
const ELIDED_BEFORE_A = new RegExp(`^\\p{L}{1,2}[${APOSTROPHE_MARKS}]a$`, "iu");
/** The number of an article, whose letter an « a » may be: « 39 a », « 244 bis a », « 199 undecies a ». */
const NUMBER_BEFORE = /(?:\d|bis|ter|quater|ies)[\s-]{1,3}$/iu;
const LONGEST_NUMBER_END = 16;

/** The end of the expression at this offset that only asks whether there is something, or null. */
export function thereIsAt(query: string, at: number): number | null {
  THERE_IS.lastIndex = at;
  return THERE_IS.test(query) ? THERE_IS.lastIndex : null;
}

/** A word as written, without the pronoun that only makes a question of it: « calcule » for « calcule-t-il ». */
export function withoutPronoun(written: string): string {
  const verb = written.replace(INVERTED, "");
  if (verb !== written) return isAsking(verb) ? "" : verb;
  const plural = written.replace(INVERTED_PLURAL, "");
  return plural !== written && (isAsking(plural) || isStopWord(plural)) ? "" : written;
}

/** Whether the words of one run of characters carry nothing: « le », « qu'est-ce », « m'a ». */
export function carriesNothing(written: string, tokens: readonly Token[]): boolean {
  if (ELIDED_BEFORE_A.test(written)) return true;
  const [first, ...others] = tokens;
  return first !== undefined && others.length === 0 && isStopWord(first.surface);
}

/**
 * Whether a word is an « à » typed without its accent: a lower-case « a » of its own (« prelevement a la source »),
 * but for the letter of an article.
 */
export function isUnaccentedA(query: string, at: number, word: string): boolean {
  return word === "a" && !NUMBER_BEFORE.test(query.slice(Math.max(0, at - LONGEST_NUMBER_END), at));
}

function isAsking(verb: string): boolean {
  return ASKING_VERBS.has(verb.toLowerCase());
}
