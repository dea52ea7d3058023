import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import { segmentForm } from "../analyzer/analyze.ts";
import { APOSTROPHE_MARKS, THOUSANDS } from "../analyzer/characters.ts";
import { wordSet } from "../analyzer/french/protected-words.ts";
import { analyze, isStopWord, stem } from "../analyzer/index.ts";
import type { Token } from "../analyzer/token.ts";
import type { QueryNode } from "./ast.ts";
import { QuerySyntaxError } from "./syntax-error.ts";

/** A piece of a query; an `operand` is empty for stop words only, several leaves when punctuation parts them (`R&D`). */
export type Lexeme =
  | {
      readonly kind: "operand";
      readonly leaves: readonly QueryNode[];
      readonly at: number;
      readonly text: string;
    }
  | { readonly kind: "and" | "or" | "not" | "open" | "close"; readonly at: number; readonly text: string };

/** docs/search.md: bounds the cost of one query; stop words don't count. */
export const MAX_WORDS = 32;
/** Bounds the cost of its excerpts, where each prefix is searched for among all the words of a text. */
export const MAX_PREFIXES = 8;

const OPERATORS = new Map<string, "and" | "or" | "not">([
  ["AND", "and"],
  ["ET", "and"],
  ["OR", "or"],
  ["OU", "or"],
  ["NOT", "not"],
  ["SAUF", "not"],
]);

const CLOSING_QUOTES = new Map([
  ['"', '"'],
  ["«", "»"],
  ["“", "”"],
]);

const GROUP = String.raw`(?<![\p{L}\p{M}\p{N}])(?:${THOUSANDS})`;
const RUN = new RegExp(String.raw`(?:${GROUP}|[^\s()"«»“”])+`, "uy");
/** Words joined by a hyphen, an apostrophe, a point, a comma, a slash or an ampersand are one word, or a phrase. */
const WORD = new RegExp(
  String.raw`(?:${GROUP}|[\p{L}\p{M}\p{N}${APOSTROPHE_MARKS}‐‑*-]|(?<!\*)[.,/&])+`,
  "gu",
);
/** Any capitals in it are those of possible acronyms (PAS). */
const IDENTIFIER = /^boi(?:-[a-z0-9]+)+$/i;
/** What follows « BOI- » in an identifier, as « IR-LIQ-20 »: the phrase of its segments too. */
const END_OF_IDENTIFIER = /^[A-Z]{2,}-(?:\d|[A-Z]+-)[A-Z\d-]*$/;
/** Punctuation after a word, which is not shown as part of it. */
const LAST_MARKS = /(?<![?!;:,])[?!;:,]+$/u;
const NEGATION = /-(?=-*[\p{L}\p{N}("«“])/uy;

/**
 * Splits a query (in NFC) into lexemes with UTF-16 offsets. Throws `QuerySyntaxError` on an unbalanced quote, an empty
 * phrase, a misplaced `*`, more than 32 words or 8 prefixes.
 */
export function lex(query: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  const budget = { words: MAX_WORDS, prefixes: MAX_PREFIXES };
  let at = query.length - query.trimStart().length;
  while (at < query.length) {
    const { lexeme, end } = lexemeAt(query, at, budget);
    if (lexeme !== null) lexemes.push(lexeme);
    at = end + spacesAt(query, end);
  }
  return lexemes;
}

/** Position of a UTF-16 offset, in code points from 1. */
export function positionOf(query: string, offset: number): number {
  return [...query.slice(0, offset)].length + 1;
}

interface Read {
  readonly lexeme: Lexeme | null;
  readonly end: number;
}

interface Budget {
  words: number;
  prefixes: number;
}

function lexemeAt(query: string, at: number, budget: Budget): Read {
  const character = query.charAt(at);
  if (character === "(") return { lexeme: { kind: "open", at, text: "(" }, end: at + 1 };
  if (character === ")") return { lexeme: { kind: "close", at, text: ")" }, end: at + 1 };
  if (matchAt(NEGATION, query, at) !== "") return { lexeme: { kind: "not", at, text: "-" }, end: at + 1 };
  const asked = thereIsAt(query, at);
  if (asked !== null) return { lexeme: nothing(at, query.slice(at, asked)), end: asked };
  const run = matchAt(RUN, query, at);
  if (run === "") return phraseAt(query, at, budget);
  const operator = OPERATORS.get(run);
  const end = at + run.length;
  if (operator !== undefined) return { lexeme: { kind: operator, at, text: run }, end };
  return { lexeme: operandAt(query, at, run, budget), end };
}

function nothing(at: number, text: string): Lexeme {
  return { kind: "operand", leaves: [], at, text };
}

function phraseAt(query: string, at: number, budget: Budget): Read {
  const open = query.charAt(at);
  const close = CLOSING_QUOTES.get(open);
  if (close === undefined) throw refusal(query, at, `guillemet « ${open} » fermé sans avoir été ouvert.`);
  const end = query.indexOf(close, at + 1);
  if (end < 0) throw refusal(query, at, `guillemet ouvert sans être fermé ; « ${close} » est attendu.`);
  const tokens = analyze(query.slice(at + 1, end));
  if (tokens.length === 0)
    throw refusal(query, at, "expression vide ; au moins un mot est attendu entre les guillemets.");
  spend(budget, tokens, query, at);
  const text = query.slice(at, end + 1);
  return { lexeme: { kind: "operand", leaves: [wordOrPhrase(tokens)], at, text }, end: end + 1 };
}

/** Null when the run has no word: punctuation alone is ignored. */
function operandAt(query: string, at: number, run: string, budget: Budget): Lexeme | null {
  const leaves: QueryNode[] = [];
  let words = 0;
  for (const match of run.matchAll(WORD)) {
    const start = at + match.index;
    const written = withoutPronoun(match[0]);
    if (written === "") words += 1;
    const tokens = analyze(IDENTIFIER.test(written) ? asciiUpperCase(written) : written);
    words += tokens.length;
    const leaf = leafOf(query, start, written, tokens);
    if (leaf === null) continue;
    spend(budget, tokens, query, start);
    if (leaf.kind === "prefix") spendPrefix(budget, query, start);
    leaves.push(leaf);
  }
  return words === 0 ? null : { kind: "operand", leaves, at, text: run.replace(LAST_MARKS, "") };
}

function leafOf(query: string, at: number, word: string, tokens: readonly Token[]): QueryNode | null {
  if (word.includes("*")) return prefixOf(query, at, word, tokens);
  if (tokens.length === 0 || carriesNothing(word, tokens) || isUnaccentedA(query, at, word)) return null;
  if (!END_OF_IDENTIFIER.test(word) || IDENTIFIER.test(word)) return wordOrPhrase(tokens);
  const segments = tokens.map(({ folded }) => segmentForm(folded));
  return { kind: "or", branches: [leafOfStems(tokens.map(({ stem }) => stem)), leafOfStems(segments)] };
}

function prefixOf(query: string, at: number, word: string, tokens: readonly Token[]): QueryNode {
  const star = at + word.indexOf("*");
  if (/\*[^*]/u.test(word)) throw refusal(query, star, "« * » est attendu à la fin d'un mot seulement.");
  const [first, ...others] = tokens;
  if (others.length > 0) {
    throw refusal(
      query,
      star,
      "« * » est attendu après un mot simple, sans trait d'union, apostrophe ni ponctuation.",
    );
  }
  if (first === undefined || [...first.folded].length < 2) {
    throw refusal(query, star, "au moins deux lettres sont attendues avant « * ».");
  }
  return { kind: "prefix", prefix: first.folded };
}

function wordOrPhrase(tokens: readonly Token[]): QueryNode {
  const [only, ...others] = writtenBothWays(tokens.map((token) => token.stem)).map(leafOfStems);
  if (only === undefined) throw new Error("A word was expected.");
  return others.length === 0 ? only : { kind: "or", branches: [only, ...others] };
}

function leafOfStems(stems: readonly string[]): QueryNode {
  const [stem, ...others] = stems;
  return stem !== undefined && others.length === 0 ? { kind: "word", stem } : { kind: "phrase", stems };
}

function spend(budget: Budget, tokens: readonly Token[], query: string, at: number): void {
  budget.words -= tokens.filter((token) => !isStopWord(token.surface)).length;
  if (budget.words < 0)
    throw refusal(query, at, `${MAX_WORDS} mots au plus sont attendus (mots vides non comptés).`);
}

function spendPrefix(budget: Budget, query: string, at: number): void {
  budget.prefixes -= 1;
  if (budget.prefixes < 0) throw refusal(query, at, `${MAX_PREFIXES} préfixes au plus sont attendus.`);
}

function refusal(query: string, at: number, expectation: string): QuerySyntaxError {
  return new QuerySyntaxError(positionOf(query, at), expectation);
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function spacesAt(text: string, at: number): number {
  return text.length - at - text.slice(at).trimStart().length;
}

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
function thereIsAt(query: string, at: number): number | null {
  THERE_IS.lastIndex = at;
  return THERE_IS.test(query) ? THERE_IS.lastIndex : null;
}

/** A word as written, without the pronoun that only makes a question of it: « calcule » for « calcule-t-il ». */
function withoutPronoun(written: string): string {
  const verb = written.replace(INVERTED, "");
  if (verb !== written) return isAsking(verb) ? "" : verb;
  const plural = written.replace(INVERTED_PLURAL, "");
  return plural !== written && (isAsking(plural) || isStopWord(plural)) ? "" : written;
}

/** Whether the words of one run of characters carry nothing: « le », « qu'est-ce », « m'a ». */
function carriesNothing(written: string, tokens: readonly Token[]): boolean {
  if (ELIDED_BEFORE_A.test(written)) return true;
  const [first, ...others] = tokens;
  return first !== undefined && others.length === 0 && isStopWord(first.surface);
}

/** Whether an « a » of its own is an « à » without accent (« prelevement a la source »), not the letter of an article. */
function isUnaccentedA(query: string, at: number, word: string): boolean {
  return word === "a" && !NUMBER_BEFORE.test(query.slice(Math.max(0, at - LONGEST_NUMBER_END), at));
}

function isAsking(verb: string): boolean {
  return ASKING_VERBS.has(verb.toLowerCase());
}

/** Compounds that the doctrine writes both with a hyphen and in one word; so are all their inflections. */
const COMPOUNDS = `
  auto-entrepreneur auto-entreprise auto-liquidation auto-consommation auto-financement auto-partage
  co-associé co-contractant co-débiteur co-emprunteur co-entreprise co-gérant co-héritier co-indivisaire
  co-investissement co-locataire co-location co-propriétaire co-propriété co-titulaire co-voiturage
  contre-signer éco-conception éco-organisme éco-prêt extra-communautaire extra-territorial
  infra-annuel inter-entreprises inter-professionnel intra-communautaire intra-groupe
  kilovolt-ampère micro-entrepreneur micro-entreprise multi-risques péri-scolaire plate-forme pluri-annuel
  pré-remplir porte-feuille socio-professionnel télé-déclaration télé-règlement télé-travail
  télé-procédure ultra-marin trans-frontalier week-end
`;

/** Enough for any sensible phrase; each compound in it doubles the number. */
const MAX_WRITINGS = 8;

interface Compound {
  readonly parts: readonly [string, string];
  readonly whole: string;
}

const compounds = COMPOUNDS.trim().split(/\s+/).map(readCompound);
const BY_WHOLE = new Map(compounds.map((compound) => [compound.whole, compound]));
const BY_PARTS = new Map(compounds.map((compound) => [compound.parts.join(" "), compound]));

/** The ways to write a run of words, as stems, the given one first: `auto entrepreneur` and `autoentrepreneur`. */
function writtenBothWays(stems: readonly string[]): (readonly string[])[] {
  let ways: string[][] = [[]];
  for (let at = 0; at < stems.length; ) {
    const { given, other } = wordAt(stems, at);
    const others = other === null ? [] : ways.map((way) => [...way, ...other]);
    ways = [...ways.map((way) => [...way, ...given]), ...others].slice(0, MAX_WRITINGS);
    at += given.length;
  }
  return ways;
}

function wordAt(
  stems: readonly string[],
  at: number,
): { readonly given: readonly string[]; readonly other: readonly string[] | null } {
  const [first = "", second = ""] = stems.slice(at);
  const parted = BY_PARTS.get(`${first} ${second}`);
  if (parted !== undefined) return { given: [first, second], other: [parted.whole] };
  return { given: [first], other: BY_WHOLE.get(first)?.parts ?? null };
}

function readCompound(written: string): Compound {
  const [first = "", second = ""] = written.split("-");
  return { parts: [stem(first), stem(second)], whole: stem(first + second) };
}
