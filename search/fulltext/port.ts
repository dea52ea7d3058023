import type { DatedText, SearchedEditions } from "../../db/engine/dated-texts.ts";
import type { DocumentFilter, FilterValues } from "../../db/engine/document-filter.ts";
import type { QueryNode } from "./query/ast.ts";

/** A text of a document, as sent to the full-text index. */
export interface IndexedDocument extends FilterValues, DatedText {
  readonly titre: string;
  readonly texte: string;
  /** Distinct keys of the law it cites: articles of codes, decisions, norms, ministerial answers. */
  readonly articles: readonly string[];
  /** Hash of all the above and of the analyzer's version: determines whether the index is in step. */
  readonly hash: string;
}

export interface FullTextRequest {
  readonly query: QueryNode;
  /** Stems that rank first the documents with all sequences side by side, then some; none is added or left out. */
  readonly adjacent?: readonly (readonly string[])[];
  readonly filter: DocumentFilter;
  /** Absent: those in force now. */
  readonly editions?: SearchedEditions;
  readonly limit: number;
  readonly offset: number;
}

export interface FullTextHit {
  readonly boiId: string;
  /** Relevance by the engine's own measure, higher is better. */
  readonly score: number;
}

export interface FullTextPage {
  /** Exact number of matching documents, over all pages. */
  readonly total: number;
  /** By decreasing score, ties by identifier. */
  readonly hits: readonly FullTextHit[];
}

/** Number of matching documents for each value; values without any are absent. */
export interface Facets {
  readonly domaine: ReadonlyMap<string, number>;
  readonly type: ReadonlyMap<string, number>;
  readonly matiere: ReadonlyMap<string, number>;
}

/** How many servers hold the index. */
export interface ServerCounts {
  /** Those that answer. */
  readonly up: number;
  /** Those of them that are in step with the relational store. */
  readonly inStep: number;
  readonly total: number;
}

/**
 * What the API asks of a full-text engine. The set of documents and the total depend only on the query and on our
 * analyzer, and are the same on every engine; scores and order are the engine's. Methods reject with
 * EngineUnavailable when it can't respond, and with its subclass StoreDamaged when its response might be wrong.
 */
export interface FullTextReader {
  search(request: FullTextRequest): Promise<FullTextPage>;
  /** Only the total of a search, at a lower cost. */
  count(query: QueryNode, filter: DocumentFilter, editions?: SearchedEditions): Promise<number>;
  facets(query: QueryNode, filter: DocumentFilter, editions?: SearchedEditions): Promise<Facets>;
  /** Words of the documents in force that start with the given letters (folded), each with its number of documents. */
  wordsBeginning(letters: string): Promise<ReadonlyMap<string, number>>;
  /** Identifiers of the documents in force whose titles resemble `text` (typos and missing accents allowed), best first. */
  suggest(text: string, limit: number): Promise<string[]>;
  /** Resolves when the index is available; otherwise rejects with the reason. */
  ping(): Promise<void>;
  /** Null unless several servers hold the index. Never rejects. */
  servers(): Promise<ServerCounts | null>;
  close(): Promise<void>;
}

/** What ingestion asks of a full-text engine, to bring it in step with the relational store. */
export interface FullTextWriter {
  /** Hash of every text in the settled index, by `entryOf`; "" if partly stored. @throws {StoreDamaged} on proof */
  hashes(): Promise<Map<string, string>>;
  /** Adds or replaces texts by their entries, in the given order; a server may apply the changes later. */
  upsert(documents: readonly IndexedDocument[]): Promise<void>;
  /** Removes texts by entry, likewise; unknown ones are ignored. */
  remove(entries: readonly string[]): Promise<void>;
  /** Resolves once all changes are applied, failed ones apart; an `onWait` that throws ends the wait alone. */
  settle(onWait?: () => Promise<void>): Promise<void>;
  /** Number of the texts given to `upsert` that are known to be applied. */
  applied(): number;
  close(): Promise<void>;
}
