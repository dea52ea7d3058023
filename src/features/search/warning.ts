import type { CitedLaw } from "../../../bofip/law/citation.ts";
import type { SearchedEditions } from "../../../db/engine/dated-texts.ts";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { CodeOfArticle } from "../../../db/queries/articles/cited.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { type ParsedQuery, parseQuery, QuerySyntaxError } from "../../../search/fulltext/query/parse.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import type { NamedThing } from "./named-thing.ts";

/** A completed search, and the index that it used, whose counts are of the editions looked at. */
export interface DoneSearch {
  readonly fulltext: FullTextReader;
  readonly query: ParsedQuery;
  /** See `WarnOfSearch`. */
  readonly named: NamedThing | null;
  /** As the caller sent it, and as the index takes it. */
  readonly asked: AskedFilter;
  readonly filter: DocumentFilter;
  readonly editions: SearchedEditions;
  readonly total: number;
  /** Whether the index is known to lack documents: claims about every document are then left out. */
  readonly isBehind: boolean;
  /** Spells an index word, which has no accents, as texts do. */
  readonly spell: (word: string) => Promise<string>;
  readonly law: LawHeld;
}

/** What the corpus cites of the law. */
export interface LawHeld {
  /** See `readCodesOfArticle`. */
  codesOf(numbers: readonly string[]): Promise<readonly CodeOfArticle[]>;
  /** Keys of the citations of an article, by itself or in a range. */
  keysOf(article: Pick<CitedLaw, "code" | "article">): Promise<readonly string[]>;
}

/** Each word requires a few counts from the index: words beyond this many are not examined. */
export const MAX_EXAMINED = 8;

/** How many documents another query would find in place of this one; 0 when it is not a valid query. */
export async function totalOf({ fulltext, filter }: DoneSearch, q: string): Promise<number> {
  const query = readQuery(q);
  return query === null ? 0 : fulltext.count(query.node, filter);
}

/** Null for a syntax error. */
export function readQuery(q: string): ParsedQuery | null {
  try {
    return parseQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return null;
    throw error;
  }
}
