import { setImmediate as nextTurn } from "node:timers/promises";
import { passageExcerpt } from "../../db/fulltext/excerpt/passage.ts";
import { EXCERPT_LENGTH, type Excerpt, excerpt } from "../../db/fulltext/excerpt.ts";
import type { FullTextHit, FullTextReader } from "../../db/fulltext/port.ts";
import type { ParsedQuery } from "../../db/fulltext/query/parse.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type HitSource, readHitSources } from "../../db/queries/hits.ts";
import type { DocumentType, ParagraphSpan } from "../../db/schema/documents.ts";
import { spelled } from "./search-warnings/spelling.ts";
import { findWarnings, type SearchWarning } from "./search-warnings.ts";

export interface SearchRequest {
  readonly query: ParsedQuery;
  /** Series code in upper case, or null for all. */
  readonly domaine: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** A search hit (contract decisions, « Search hit »). */
export interface SearchHit {
  readonly boi_id: string;
  readonly titre: string;
  /** HTML-escaped text whose only tags are `<mark>`. */
  readonly extrait: string;
  readonly score: number;
  readonly domaine: string;
  readonly type: DocumentType;
  /** The § that the excerpt starts in; null before the first one. */
  readonly paragraphe: string | null;
  readonly date_publication: string;
  readonly url: string;
}

export interface SearchPage {
  /** Exact number of documents found, on all pages. */
  readonly total: number;
  readonly results: SearchHit[];
  /** Absent when there is nothing worth saying. */
  readonly avertissements?: SearchWarning[];
}

/** One page of the documents in force that a query finds, best first. */
export async function searchDocuments(
  { database, fulltext }: { readonly database: Database; readonly fulltext: FullTextReader },
  { query, domaine, limit, offset }: SearchRequest,
): Promise<SearchPage> {
  const { total, hits } = await fulltext.search({ query: query.node, domaine, limit, offset });
  const sources = await readHitSources(
    database,
    hits.map((hit) => hit.boiId),
  );
  const results: SearchHit[] = [];
  for (const hit of hits) {
    const source = sources.get(hit.boiId);
    // The index may lag a moment behind: a document that just left is not shown.
    if (source === undefined) continue;
    // Cutting an excerpt of a long text takes milliseconds: other requests pass between two.
    await nextTurn();
    results.push(toSearchHit(hit, source, query));
  }
  const spell = (word: string) => spelled({ database, fulltext }, word);
  const avertissements = await findWarnings({ fulltext, query, domaine, total, spell });
  return avertissements.length === 0 ? { total, results } : { total, results, avertissements };
}

function toSearchHit(hit: FullTextHit, source: HitSource, query: ParsedQuery): SearchHit {
  const { extrait, start } = excerptOf(source, query);
  return {
    boi_id: source.boi_id,
    titre: source.titre,
    extrait,
    score: hit.score,
    domaine: source.domaine,
    type: source.type,
    paragraphe: paragraphAt(source.spans, start),
    date_publication: source.date_publication,
    url: source.url,
  };
}

/** Of the § that the query names in that document, else where it best matches. */
function excerptOf({ boi_id, contenu_texte, spans }: HitSource, query: ParsedQuery): Excerpt {
  const { reference } = query;
  const named = reference?.boiId === boi_id ? spanOf(spans, reference.paragraphe) : undefined;
  if (named === undefined) return excerpt(contenu_texte, query);
  return { extrait: passageExcerpt(contenu_texte, named, EXCERPT_LENGTH), start: named.start };
}

function spanOf(spans: readonly ParagraphSpan[], numero: string | null): ParagraphSpan | undefined {
  return spans.find((span) => span.numero.toLowerCase() === numero?.toLowerCase());
}

/** Spans follow the text; a heading between two paragraphs counts with the one above it. */
function paragraphAt(spans: readonly ParagraphSpan[], offset: number): string | null {
  return spans.findLast((span) => span.start <= offset)?.numero ?? null;
}
