import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readListedLaw } from "../../../db/queries/cited-law/listed.ts";
import { nextPage } from "../../http/kept-words.ts";
import type { ArticleList } from "./answer.ts";
import { countArticles } from "./counted-articles.ts";
import { type CitedLawDeps, identify, knownFields, LAW_KINDS, type LawFields } from "./service.ts";

interface LawListRequest {
  /** A court, a kind of norm or a chamber; null for all. */
  readonly classe: string | null;
  /** Series of the documents that cite; null for all. */
  readonly domaine: string | null;
  readonly limit: number;
  readonly offset: number;
  /** Path of this page, with its parameters. */
  readonly path: string;
}

interface LawList<Fields> {
  readonly total: number;
  readonly page_suivante: string | null;
  readonly entries: (Fields & Record<"documents" | "mentions" | "actualites", number>)[];
}

/**
 * One page of what documents in force and actualités cite of a kind, the most cited first; a statute is one, whatever the
 * articles of it that are cited.
 */
export async function listLaw<Genre extends CitedKind>(
  { database, publicUrl }: CitedLawDeps,
  genre: Genre,
  { path, ...asked }: LawListRequest,
): Promise<LawList<LawFields[Genre]>> {
  const { total, entries } = await readListedLaw(database, { genre, ...asked });
  return {
    total,
    page_suivante: nextPage(publicUrl() + path, { limit: asked.limit, offset: asked.offset, total }),
    entries: entries.flatMap(({ cle, variants, ...counts }) => {
      const champs = knownFields(variants);
      return champs === null ? [] : [{ ...LAW_KINDS[genre].fieldsOf(cle, champs), ...counts }];
    }),
  };
}

interface ArticleListRequest {
  /** Null for all. */
  readonly code: string | null;
  /** A prefix of a number, in any usual form; null for all. */
  readonly prefixe: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the articles that documents in force cite, in the order of the codes. */
export async function listArticles(
  database: Database,
  { code, prefixe, limit, offset }: ArticleListRequest,
): Promise<ArticleList> {
  const start = prefixe === null ? "" : bare(prefixe);
  const counted = await countArticles(database, code);
  const found = counted.filter(({ article }) => bare(article).startsWith(start));
  return {
    total: found.length,
    articles: found
      .slice(offset, offset + limit)
      .map(({ documents, mentions, ...cited }) => ({ ...identify(cited), documents, mentions })),
  };
}

/** A code, and how many of its articles documents in force cite. */
export interface CitedCode {
  readonly code: string;
  readonly articles: number;
}

/** The codes that documents in force cite, in their order. */
export async function listCitedCodes(database: Database): Promise<CitedCode[]> {
  const counted = await countArticles(database, null);
  const byCode = Map.groupBy(counted, ({ code }) => code);
  return [...byCode].map(([code, articles]) => ({ code, articles: articles.length }));
}

/** A number, or its prefix, without separators: `l80a` for `L. 80 A`. */
function bare(written: string): string {
  return written.toLowerCase().replace(/-(?!\d)|[\s.*]/g, "");
}
