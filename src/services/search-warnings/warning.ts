import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { type ParsedQuery, parseQuery, QuerySyntaxError } from "../../../search/fulltext/query/parse.ts";

/** A search that was made, and the index that it asked. */
export interface DoneSearch {
  readonly fulltext: FullTextReader;
  readonly query: ParsedQuery;
  readonly filter: DocumentFilter;
  /** How many documents it found. */
  readonly total: number;
  /** A word of the index, which holds no accents, as texts write it. */
  readonly spell: (word: string) => Promise<string>;
}

/** Each word takes a few counts of the index: those after these are not examined. */
export const MAX_EXAMINED = 8;

/** How many documents another query would find in place of the one made; none when it is no good query. */
export async function totalOf({ fulltext, filter }: DoneSearch, q: string): Promise<number> {
  const query = readQuery(q);
  return query === null ? 0 : fulltext.count(query.node, filter);
}

/** Null for a query that breaks the syntax. */
export function readQuery(q: string): ParsedQuery | null {
  try {
    return parseQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return null;
    throw error;
  }
}
