import type { Database } from "bun:sqlite";
import { asciiUpperCase, isIdentifierStart } from "../../../bofip/identifiers/identifier.ts";
import { analyze } from "../analyzer/index.ts";
import { typosBetween } from "../typos.ts";

/** Number of titles searched for typos: those that share most trigrams with the typed text. */
const CANDIDATES = 200;
/** More words don't distinguish titles, and each costs about a dozen trigram look-ups. */
const MAX_WORDS = 10;

/** First titles that start with the typed text, then that contain it whole, then that contain its words. */
const BY_PREFIX = `
  SELECT boi_id AS boiId FROM titles JOIN documents ON id = titles.rowid WHERE titles MATCH $expression
  ORDER BY instr(documents.titre, $typed) <> 1, instr(documents.titre, $typed) = 0,
    length(documents.titre), boi_id
  LIMIT $limit`;

const BY_TRIGRAMS = `
  SELECT boi_id AS boiId, documents.titre FROM titles JOIN documents ON id = titles.rowid
  WHERE titles MATCH $expression ORDER BY bm25(titles), boi_id LIMIT $limit`;

const BY_IDENTIFIER = `
  SELECT boi_id AS boiId FROM documents WHERE boi_id >= $start AND boi_id < $start || '~'
  ORDER BY length(boi_id), boi_id LIMIT $limit`;

interface Title {
  readonly boiId: string;
  readonly titre: string;
}

/**
 * Identifiers of the documents whose titles start like the text, best first: each typed word starts one of the title's,
 * then within a few typos. The start of an identifier gives the shortest first.
 */
export function suggestTitles(database: Database, text: string, limit: number): string[] {
  const start = asciiUpperCase(text.trim());
  const named = isIdentifierStart(start) ? idsOf(database, BY_IDENTIFIER, { start, limit }) : [];
  if (named.length > 0) return named;
  const words = analyze(text).slice(0, MAX_WORDS);
  const typed = words.map((token) => token.folded);
  const begun = beginningWith(database, typed, limit);
  if (begun.length >= limit) return begun;
  const near = nearest(database, typed, begun.length > 0);
  return [...new Set([...begun, ...near])].slice(0, limit);
}

function beginningWith(database: Database, typed: readonly string[], limit: number): string[] {
  const expression = typed
    .filter(isIndexed)
    .map((word) => `" ${word}"`)
    .join(" AND ");
  if (expression === "") return [];
  return idsOf(database, BY_PREFIX, { expression, typed: ` ${typed.join(" ")}`, limit });
}

/** With `isWhole`, only titles that contain every typed word; without, those that contain most of them. */
function nearest(database: Database, typed: readonly string[], isWhole: boolean): string[] {
  const expression = [...new Set(typed.flatMap(trigramsOf))].map((trigram) => `"${trigram}"`).join(" OR ");
  if (expression === "") return [];
  const titles = database
    .query<Title, { expression: string; limit: number }>(BY_TRIGRAMS)
    .all({ expression, limit: CANDIDATES });
  const typosTo = typosFrom(typed);
  const ranked = titles.map((title) => ({ ...title, ...likeness(title.titre, typosTo) }));
  const most = isWhole ? typed.length : Math.max(1, ...ranked.map((title) => title.words));
  return ranked
    .filter((title) => title.words >= most)
    .sort((a, b) => a.typos - b.typos || a.titre.length - b.titre.length || (a.boiId < b.boiId ? -1 : 1))
    .map((title) => title.boiId);
}

type TyposTo = (word: string) => readonly (number | null)[];

/** Typos between each typed word and a title's word; cached, as titles share their words. */
function typosFrom(typed: readonly string[]): TyposTo {
  const known = new Map<string, (number | null)[]>();
  return (word) => {
    const typos = known.get(word) ?? typed.map((start) => typosBetween(start, word));
    known.set(word, typos);
    return typos;
  };
}

/** How many of the typed words the title contains, and with how many typos in total. */
function likeness(titre: string, typosTo: TyposTo): { words: number; typos: number } {
  const best: number[] = [];
  for (const word of titre.trim().split(" ")) {
    typosTo(word).forEach((count, typed) => {
      if (count !== null) best[typed] = Math.min(count, best[typed] ?? count);
    });
  }
  const found = best.filter((count) => count !== undefined);
  return { words: found.length, typos: found.reduce((sum, count) => sum + count, 0) };
}

/** Trigrams of the word and the space before it: the first one marks the start of the word. */
function trigramsOf(word: string): string[] {
  const letters = [...` ${word}`];
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(""));
}

/** A trigram takes two letters besides the space. */
function isIndexed(word: string): boolean {
  return [...word].length >= 2;
}

function idsOf(database: Database, sql: string, parameters: Record<string, string | number>): string[] {
  return database
    .query<{ boiId: string }, Record<string, string | number>>(sql)
    .all(parameters)
    .map((row) => row.boiId);
}
