import { setImmediate as nextTurn } from "node:timers/promises";
import { excerpt } from "../../db/fulltext/excerpt.ts";
import type { FullTextHit, FullTextReader } from "../../db/fulltext/port.ts";
import type { ParsedQuery } from "../../db/fulltext/query/parse.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type HitSource, readHitSources } from "../../db/queries/hits.ts";
import type { ParagraphSpan } from "../../db/schema/documents.ts";
import type { SearchHit, SearchPage } from "../schemas/answers/search.ts";

export interface SearchRequest {
  readonly query: ParsedQuery;
  /** Series code in upper case, or null for all. */
  readonly domaine: string | null;
  readonly limit: number;
  readonly offset: number;
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
  return { total, results };
}

function toSearchHit(hit: FullTextHit, source: HitSource, query: ParsedQuery): SearchHit {
  const { extrait, start } = excerpt(source.contenu_texte, query);
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

/** Spans follow the text; a heading between two paragraphs counts with the one above it. */
function paragraphAt(spans: readonly ParagraphSpan[], offset: number): string | null {
  return spans.findLast((span) => span.start <= offset)?.numero ?? null;
}
