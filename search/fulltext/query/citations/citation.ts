import { type Subject, takeSubject } from "../../../../bofip/citations/identifiers.ts";
import { frenchDate, takeDate } from "../../../../bofip/days/days.ts";
import { readDecisions } from "../../../../bofip/law/cited/decisions/read-decisions.ts";
import { readCitedLawKey } from "../../../../bofip/law/cited/keys.ts";
import { type Mention, readMentions } from "../../../../bofip/law/mentions/read-mentions.ts";
import { Cursor, evenOut } from "../../../../bofip/reading/cursor.ts";
import { analyze } from "../../analyzer/index.ts";
import { type Lexeme, type Stretch, stretchesOf, type Term, type Terms } from "../stretches.ts";
import { type TypedArticle, takeArticle } from "./article.ts";

/** What the grammars of citations read in words of a query. */
type Cited =
  | { readonly kind: "article"; readonly article: TypedArticle }
  | { readonly kind: "decision"; readonly cle: string }
  | { readonly kind: "date" | "amount" | "old form" }
  | { readonly kind: "document"; readonly boiId: string };

/** Words of a query that form a citation: they change the order and the marks of results, never the set. */
export type QueryCitation = Cited & {
  /** As written, with UTF-16 offsets in the query (in NFC). */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** With what introduces it and its code: « article 244 bis A du CGI ». */
  readonly whole: Stretch;
  /** Stems of its words, which belong side by side; one alone for a citation in one word. */
  readonly stems: readonly string[];
  /** As the doctrine writes it: « L. 80 B », « 31 décembre 2019 ». */
  readonly usual: string;
};

/** Each costs a phrase of the index, and a few counts for its warning. */
const MAX_CITATIONS = 3;

/**
 * The citations among the words that a query searches for outside quotation marks, by the grammars that read the
 * doctrine's own: articles, decisions of courts, dates, amounts, identifiers and their old forms.
 */
export function readQueryCitations(query: string, lexemes: readonly Lexeme[]): QueryCitation[] {
  const citations = stretchesOf(lexemes).flatMap((stretch) => readStretch(query, stretch));
  const distinct = new Map(citations.map((citation) => [citation.stems.join(" "), citation]));
  return [...distinct.values()].slice(0, MAX_CITATIONS);
}

/** Whether the words of a citation are several of the query, which requires each wherever it is. */
export function isOfSeveralWords(citation: QueryCitation, { sought }: Terms): boolean {
  return citation.kind !== "document" && wordsOf(citation, sought).length > 1;
}

/** The words of the query in one of its stretches. */
export function wordsOf({ start, end }: Stretch, sought: readonly Term[]): Term[] {
  return sought.filter((term) => term.start < end && term.start + term.text.length > start);
}

/** What every citation has. */
const CITED = /\d|boi|premier/iu;
/** The first characters of words that may start one. */
const WORD_START = /(?<![\p{L}\p{M}\p{N}])[\dabcdlprABCDLPR]/gu;

function readStretch(query: string, stretch: Stretch): QueryCitation[] {
  const { texte, sourceOffset } = evenOut(query.slice(stretch.start, stretch.end));
  if (!CITED.test(texte)) return [];
  let known: readonly Mention[] | null = null;
  const mentions = () => {
    known ??= readMentions(texte);
    return known;
  };
  const decisions = findDecisions(texte);
  const cursor = new Cursor(texte);
  const found: QueryCitation[] = [];
  for (const { index } of texte.matchAll(WORD_START)) {
    if (index < cursor.at) continue;
    cursor.at = index;
    const read = takeDecision(cursor, decisions) ?? takeCited(cursor, texte, mentions);
    if (read === null) continue;
    const { first = index, whole, usual, ...cited } = read;
    const placed = ({ start, end }: Stretch) => ({
      start: stretch.start + sourceOffset(start + 1) - 1,
      end: stretch.start + sourceOffset(end),
    });
    const { start, end } = placed({ start: first, end: cursor.at });
    const text = query.slice(start, end);
    const stems = analyze(text).map(({ stem }) => stem);
    found.push({ ...cited, text, start, end, whole: placed(whole), stems, usual });
  }
  return found;
}

type Read = Cited & {
  /** Where its words start, when that is before the cursor. */
  readonly first?: number;
  readonly whole: Stretch;
  readonly usual: string;
};

function takeDecision(cursor: Cursor, decisions: readonly TypedDecision[]): Read | null {
  const decision = decisions.find(({ start }) => start === cursor.at);
  if (decision === undefined) return null;
  cursor.at = decision.end;
  const { cle, whole, numero } = decision;
  return { kind: "decision", cle, whole, usual: numero };
}

/** « 5B- », « 5-B- » at the start of an old form, which the doctrine writes « 5 B- ». */
const GLUED_SERIES = /^(\d{1,2})-?([A-Z]{1,2})-/;
const ENDS_WORD = /(?![\p{L}\p{M}\p{N}])/uy;
/** A number in thousands groups or not, then a currency. */
const AMOUNT =
  /\d{1,3}(?:[ .]?\d{3})*(?:,\d+)? (?:(?:millions?|milliards?) )?(?:d'|de )?(?:euros?|francs?)/iuy;
/** The point of « 1.500.000 »: the doctrine parts thousands with a space. */
const GROUP_POINT = /(?<=\d)\.(?=\d)/g;

/** What starts at the cursor, which moves past it; null when nothing does. */
function takeCited(cursor: Cursor, texte: string, mentions: () => readonly Mention[]): Read | null {
  const start = cursor.at;
  const here = () => ({ start, end: cursor.at });
  const subject = cursor.attempt(() => takeReadable(cursor));
  if (subject?.boiId != null)
    return { kind: "document", boiId: subject.boiId, whole: here(), usual: subject.boiId };
  if (subject !== null) {
    const usual = texte.slice(start, cursor.at).replace(GLUED_SERIES, "$1 $2-");
    return { kind: "old form", whole: here(), usual };
  }
  const date = cursor.attempt(() => {
    const written = takeDate(cursor);
    return written?.date != null && cursor.sees(ENDS_WORD) ? written.date : null;
  });
  if (date !== null) return { kind: "date", whole: here(), usual: frenchDate(date) };
  const amount = cursor.attempt(() => {
    const written = cursor.take(AMOUNT);
    return cursor.sees(ENDS_WORD) ? written : null;
  });
  if (amount !== null) return { kind: "amount", whole: here(), usual: amount[0].replace(GROUP_POINT, " ") };
  const read = takeArticle(cursor, texte, mentions);
  if (read === null) return null;
  const { start: first, wholeStart, wholeEnd, ...article } = read;
  const usual = first < start ? texte.slice(first, cursor.at) : article.plain;
  return { kind: "article", first, whole: { start: wholeStart, end: wholeEnd }, usual, article };
}

function takeReadable(cursor: Cursor): Subject | null {
  const subject = takeSubject(cursor);
  return subject !== null && (subject.boiId !== null || subject.fault === "ancienne") ? subject : null;
}

interface TypedDecision {
  /** Its key, as `CE-248065`. */
  readonly cle: string;
  /** As written. */
  readonly numero: string;
  /** Start of its number. UTF-16 offset. */
  readonly start: number;
  readonly end: number;
  /** With its court and its day. */
  readonly whole: Stretch;
}

/** « CE 248065 », « CAA Paris 10PA01234 »: a court and a number, without what the doctrine writes between. */
const TYPED =
  /(?<![\p{L}\p{M}\p{N}])(?:CE|(?:CAA|TA) (?:de )?\p{L}{3,20}|Cass\.?|CEDH),? (?:n° ?)?(\d[\dA-Z./-]{3,12}\d)(?![\p{L}\p{M}\p{N}])/giu;

/** The decisions that a query names by their numbers, in any form of the doctrine or by court and number alone. */
function findDecisions(texte: string): TypedDecision[] {
  const told = readDecisions(texte).flatMap(({ cle, numero, start, end }): TypedDecision[] => {
    const at = numero === null ? -1 : texte.indexOf(numero, start);
    if (cle === null || numero === null || at < 0) return [];
    return [{ cle, numero, start: at, end: at + numero.length, whole: { start, end } }];
  });
  const typed = [...texte.matchAll(TYPED)].flatMap(({ 0: words, 1: numero = "", index }): TypedDecision[] => {
    const key = readCitedLawKey(words.replace(/,| de /gu, " "));
    const end = index + words.length;
    const start = end - numero.length;
    const isKnown = key?.kind !== "decision" || told.some((other) => other.start === start);
    return isKnown ? [] : [{ cle: key.cle, numero, start, end, whole: { start: index, end } }];
  });
  return [...told, ...typed];
}
