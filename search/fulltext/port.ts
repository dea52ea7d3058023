import type { DocumentFilter } from "../../db/engine/document-filter.ts";
import type { DocumentType } from "../../db/schema/documents.ts";
import type { QueryNode } from "./query/ast.ts";

/** A document in force as the full-text index receives it. */
export interface IndexedDocument {
  readonly boiId: string;
  readonly titre: string;
  readonly texte: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly matiere: string | null;
  /** Keys of the citations of law that it holds, each once. */
  readonly articles: readonly string[];
  /** Hash of all the above and of the analyzer's version: what "in step" is judged by. */
  readonly hash: string;
}

export interface FullTextRequest {
  readonly query: QueryNode;
  readonly filter: DocumentFilter;
  readonly limit: number;
  readonly offset: number;
}

export interface FullTextHit {
  readonly boiId: string;
  /** Relevance by the engine's own measure, greater is better. */
  readonly score: number;
}

export interface FullTextPage {
  /** Exact number of documents that match, whatever the page. */
  readonly total: number;
  /** By falling score, ties by identifier. */
  readonly hits: readonly FullTextHit[];
}

/** How many of the documents found have each value; one that none has is not there. */
export interface Facets {
  readonly domaine: ReadonlyMap<string, number>;
  readonly type: ReadonlyMap<string, number>;
  readonly matiere: ReadonlyMap<string, number>;
}

/**
 * What the API asks of a full-text engine. The set of documents and the total are decided by the query and
 * by our analyzer alone, and are the same on every engine; scores and order are the engine's. Methods reject with
 * EngineUnavailable when it can't answer, StoreDamaged among them when what it would answer may be wrong.
 */
export interface FullTextReader {
  search(request: FullTextRequest): Promise<FullTextPage>;
  /** The total of a search alone, which costs less. */
  count(query: QueryNode, filter: DocumentFilter): Promise<number>;
  /** Of all that a search finds. */
  facets(query: QueryNode, filter: DocumentFilter): Promise<Facets>;
  /** Words of the documents that begin with some letters (folded), each with how many documents hold it. */
  wordsBeginning(letters: string): Promise<ReadonlyMap<string, number>>;
  /** Identifiers of the documents whose titles resemble `text` (typos and missing accents allowed), best first. */
  suggest(text: string, limit: number): Promise<string[]>;
  /** Resolves when the index answers; rejects with the reason when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What ingestion asks of a full-text engine, to make it equal to the relational store. */
export interface FullTextWriter {
  /**
   * Hash of every document the index holds once settled, by identifier; "" for one that it holds only in part.
   * @throws {StoreDamaged} when it is proved not to hold what was written in it
   */
  hashes(): Promise<Map<string, string>>;
  /** Adds or replaces documents, in the order given; a server may apply them later. */
  upsert(documents: readonly IndexedDocument[]): Promise<void>;
  /** Removes documents by identifier, likewise; unknown ones are ignored. */
  remove(boiIds: readonly string[]): Promise<void>;
  /**
   * Resolves once all that was given is applied. What can't be leaves the rest applied all the same.
   * @param onWait called now and then meanwhile; what it throws ends the wait, not what the server does.
   */
  settle(onWait?: () => Promise<void>): Promise<void>;
  /** How many of the documents given to `upsert` are known to be applied. */
  applied(): number;
  close(): Promise<void>;
}
