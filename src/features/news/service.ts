import { publicConsultation } from "../../../bofip/news/consultation.ts";
import { scopeOf } from "../../../bofip/news/scope.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  listNews,
  type NewsFilter,
  type NewsItem,
  readNews,
  readNewsTexts,
  readNewsVersions,
} from "../../../db/queries/news.ts";
import type { SearchQuery } from "../../../search/fulltext/read-query.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { KeptWords, SearchedList } from "../../http/kept-words.ts";
import { newsPath } from "../../pages/addresses.ts";
import { articleAnswer } from "../documents/service.ts";
import { citedLawAnswer } from "../law/service.ts";
import type { News, NewsList } from "./answer.ts";

/** The actualités, found by their titles and their texts. */
export const NEWS_WORDS: SearchedList = {
  readVersions: readNewsVersions,
  readTexts: readNewsTexts,
  pageTexts: 50,
};

export interface NewsDeps {
  readonly database: Database;
  readonly newsWords: KeptWords;
  /** Address of the site, without a trailing slash. */
  readonly publicUrl: () => string;
}

export interface NewsRequest extends NewsFilter {
  /** Null = whatever their words. */
  readonly query: SearchQuery | null;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the actualités that match a request, newest first. */
export async function listActualites(deps: NewsDeps, request: NewsRequest): Promise<NewsList> {
  const { query, limit, offset, ...filter } = request;
  const kept = await listNews(deps.database, filter);
  const found = query === null ? null : new Set(await deps.newsWords.matching(query.node));
  const ids = found === null ? kept : kept.filter((id) => found.has(id));
  const page = await readNews(deps.database, ids.slice(offset, offset + limit));
  const actualites = page.map((item) => newsAnswer(item, deps.publicUrl()));
  return { total: ids.length, count: actualites.length, actualites };
}

/** An actualité. @throws {ApiError} `unknown_news` when it is not stored. */
export async function readActualite(
  deps: Pick<NewsDeps, "database" | "publicUrl">,
  id: string,
): Promise<News> {
  const [item] = await readNews(deps.database, [id]);
  if (item === undefined) throw new ApiError("unknown_news", { id });
  return newsAnswer(item, deps.publicUrl());
}

function newsAnswer({ documents, articles, citedLaw, ...item }: NewsItem, publicUrl: string): News {
  const { id, titre, date, contenu_texte } = item;
  const { annoncee, deduite } = scopeOf(titre, contenu_texte);
  return {
    ...item,
    page: publicUrl + newsPath(id),
    empreinte: fingerprint(contenu_texte),
    documents,
    articles: articles.map(articleAnswer),
    ...citedLawAnswer(citedLaw),
    portee_annoncee: annoncee,
    portee_deduite: deduite,
    consultation_publique: publicConsultation(contenu_texte, date),
  };
}
