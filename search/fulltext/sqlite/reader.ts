import type { Database } from "bun:sqlite";
import { asciiUpperCase, isIdentifierStart } from "../../../bofip/identifiers/identifier.ts";
import { IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import { analyze } from "../analyzer/index.ts";
import type { Facets, FullTextHit, FullTextPage, FullTextReader, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import { typosBetween } from "../typos.ts";
import type { DocumentSet } from "./evaluate.ts";
import { LiveFile, type OpenIndex } from "./live-file.ts";
import { countFacets, countTerms, everyDocument, found, scored } from "./matching.ts";
import { assertSealedTitles, inSnapshot, namesOf, Rarities, type Snapshot } from "./snapshot.ts";

/**
 * Reader of the SQLite index at `path`. The file may be written meanwhile, replaced, or missing: methods reject with
 * EngineUnavailable until it exists, and with StoreDamaged where it differs from what was written.
 */
export function openSqliteReader(path: string): FullTextReader {
  const file = new LiveFile(path);
  const read = <Result>(ask: (open: OpenIndex) => Result): Promise<Result> =>
    Promise.try(() => file.read(ask));
  return {
    search: (request) => read((open) => search(open, request)),
    count: (query, filter, editions = IN_FORCE) => read((open) => count(open, { query, filter, editions })),
    facets: (query, filter, editions = IN_FORCE) => read((open) => facets(open, { query, filter, editions })),
    wordsBeginning: (letters) =>
      read(({ database }) =>
        inSnapshot(database, (index) =>
          countTerms(index.postings.ofPrefix("word", letters), everyDocument(index)),
        ),
      ),
    suggest: (text, limit) =>
      read(({ database }) =>
        inSnapshot(database, (index) => {
          assertSealedTitles(index);
          return suggestTitles(database, text, limit);
        }),
      ),
    ping: () => read(({ database }) => void database.query("SELECT id FROM documents LIMIT 1").get()),
    servers: async () => null,
    close: async () => file.close(),
  };
}

function search(open: OpenIndex, request: FullTextRequest): FullTextPage {
  const { query, adjacent = [], filter, editions = IN_FORCE, limit, offset } = request;
  if (editions.kind !== "in force") return searchEditions(open, request, editions);
  return inSnapshot(open.database, (index) => {
    const relevance = index.relevance.fill(0);
    const ids = found(index, query, filter, relevance).ids();
    scored(index, { query, adjacent }, relevance);
    return pageOf(index, ids, relevance, { limit, offset });
  });
}

interface Asked {
  readonly query: QueryNode;
  readonly filter: DocumentFilter;
  readonly editions: SearchedEditions;
}

function count(open: OpenIndex, { query, filter, editions }: Asked): number {
  if (editions.kind === "in force")
    return inSnapshot(open.database, (index) => found(index, query, filter).count());
  const counts = ofBoth(open, (part, index) => foundIn(part, index, { query, filter, editions }).count());
  return counts.reduce((sum, one) => sum + one, 0);
}

function facets(open: OpenIndex, { query, filter, editions }: Asked): Facets {
  if (editions.kind === "in force")
    return inSnapshot(open.database, (index) => countFacets(index, found(index, query, filter)));
  const [one, other] = ofBoth(open, (part, index) =>
    countFacets(index, foundIn(part, index, { query, filter, editions })),
  );
  const sum = (facet: keyof Facets) => added(one[facet], other[facet]);
  return { domaine: sum("domaine"), type: sum("type"), matiere: sum("matiere") };
}

/** A search of other texts than those in force alone: both files are asked, and what they find is put together. */
type PastEditions = Exclude<SearchedEditions, { readonly kind: "in force" }>;

function searchEditions(
  open: OpenIndex,
  { query, adjacent = [], filter, limit, offset }: FullTextRequest,
  editions: PastEditions,
): FullTextPage {
  const rarities = new Rarities();
  const pages = ofBoth(open, (part, index) => {
    const compared = { ...index, rarities };
    const relevance = index.relevance.fill(0);
    const documents = found(compared, query, filter, relevance);
    keepSearched(part, compared, documents, editions);
    scored(compared, { query, adjacent }, relevance);
    return pageOf(index, documents.ids(), relevance, { limit: offset + limit, offset: 0 });
  });
  const hits = pages.flatMap((page) => page.hits).sort(byRelevance);
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  return { total, hits: hits.slice(offset, offset + limit) satisfies FullTextHit[] };
}

type Part = "present" | "past";

/** The results on the texts in force, then on the others: a text is in one of the files. */
function ofBoth<Result>(
  open: OpenIndex,
  ask: (part: Part, index: Snapshot) => Result,
): [present: Result, past: Result] {
  return [
    inSnapshot(open.database, (index) => ask("present", index)),
    inSnapshot(open.past(), (index) => ask("past", index)),
  ];
}

interface AskedOfPast extends Asked {
  readonly editions: PastEditions;
}

function foundIn(part: Part, index: Snapshot, { query, filter, editions }: AskedOfPast): DocumentSet {
  const documents = found(index, query, filter);
  keepSearched(part, index, documents, editions);
  return documents;
}

/** Every text in force is the last one of its document. */
function keepSearched(part: Part, index: Snapshot, documents: DocumentSet, editions: PastEditions): void {
  if (part === "present" && editions.kind === "last") return;
  const days = index.days();
  for (const id of documents.ids()) if (!days.isSearched(id, editions)) documents.remove(id);
}

function added(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map(one);
  for (const [value, count] of other) sums.set(value, (sums.get(value) ?? 0) + count);
  return sums;
}

/** One page of the matching documents, with their total; `relevance` is by document number. */
function pageOf(
  index: Snapshot,
  ids: Uint32Array,
  relevance: Float64Array,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): FullTextPage {
  const total = ids.length;
  if (offset >= total) return { total, hits: [] };
  const scores = new Float64Array(total);
  for (let at = 0; at < total; at++) scores[at] = relevance[ids[at] ?? 0] ?? 0;
  const last = nthLargest(scores, Math.min(offset + limit, total));
  const shown = asRelevant(ids, relevance, last);
  const hits = namesOf(index, shown).map((boiId, rank) => ({
    boiId,
    score: relevance[shown[rank] ?? 0] ?? 0,
  }));
  return { total, hits: hits.sort(byRelevance).slice(offset, offset + limit) };
}

function asRelevant(ids: Uint32Array, relevance: Float64Array, least: number): number[] {
  const relevant: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    if ((relevance[id] ?? 0) >= least) relevant.push(id);
  }
  return relevant;
}

function byRelevance(one: FullTextHit, other: FullTextHit): number {
  return other.score - one.score || (one.boiId < other.boiId ? -1 : 1);
}

/** The `rank`th largest number, from 1; reorders the array (C. A. R. Hoare, "Find", 1961). */
export function nthLargest(numbers: Float64Array, rank: number): number {
  const at = (place: number) => numbers[place] ?? 0;
  const target = rank - 1;
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const pivot = at((low + high) >>> 1);
    let [left, right] = [low, high];
    while (left <= right) {
      while (at(left) > pivot) left += 1;
      while (at(right) < pivot) right -= 1;
      if (left > right) break;
      const moved = at(left);
      numbers[left++] = at(right);
      numbers[right--] = moved;
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else break;
  }
  return at(target);
}

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
function suggestTitles(database: Database, text: string, limit: number): string[] {
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
