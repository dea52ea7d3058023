import { setImmediate as nextTurn } from "node:timers/promises";
import { sortArticles } from "../../../bofip/law/article-number.ts";
import type { ArticleRole } from "../../../bofip/law/citation.ts";
import { codeKey, compareCodes, officialArticleUrl } from "../../../bofip/law/codes.ts";
import { compareNumbers } from "../../../bofip/paragraphs/paragraph-number.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type CitingDocument,
  readRangesWithDocuments,
  readTextsCiting,
} from "../../../db/queries/cited-law/citing.ts";
import {
  type ListedArticle,
  readHeldWriting,
  readListedArticles,
} from "../../../db/queries/cited-law/listed.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RefusalDetails } from "../../http/errors/details.ts";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import type { ArticleList, CommentedArticle } from "./answer.ts";

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
  const counted = await countCitations(await readListedArticles(database, code));
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
  const counted = await countCitations(await readListedArticles(database, null));
  const byCode = Map.groupBy(counted, ({ code }) => code);
  return [...byCode].map(([code, articles]) => ({ code, articles: articles.length }));
}

interface ArticleRequest {
  /** As written: a key, a name or an abbreviation. */
  readonly code: string;
  /** As written, in any usual form. */
  readonly article: string;
  /** Null for both. */
  readonly role: ArticleRole | null;
  /** A part of it, « I » for « I-2 » too; null or absent for all. */
  readonly precision?: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** How many articles are suggested on each side of one that nothing cites. */
const NEIGHBOURS = 3;
const LONGEST_TOLD = 120;

/**
 * One page of the documents in force that cite an article, by itself or within a range, and the actualités that name it.
 * @throws {ApiError} `article_not_cited` when none of both names it, alone or as an end of a range, with the nearest cited
 * ones of the code and the ranges that would include it: nothing proves that the code has it.
 */
export async function readCommentedArticle(
  database: Database,
  { code: writtenCode, article: written, ...page }: ArticleRequest,
): Promise<CommentedArticle> {
  const read = readLawArticle(writtenCode, written);
  if (read === null) throw notCited({ code: writtenCode, article: written }, NOTHING);
  const asked = await readHeldWriting(database, read);
  const { code: cle, article } = asked;
  const law = { genre: "article", cle, article } as const;
  const { isNamed, total, named, ...found } = await readTextsCiting(database, law, page);
  if (!isNamed) throw notCited(asked, await readAround(database, asked));
  const documents = found.documents.map(commentingAnswer);
  return { ...identify(asked), total, total_nommes: named, documents, actualites: [...found.actualites] };
}

function commentingAnswer({
  paragraphes,
  etendue,
  ...document
}: CitingDocument<"article">): CommentedArticle["documents"][number] {
  return {
    ...document,
    paragraphes: [...new Set(paragraphes.filter((numero) => numero !== null))].sort(compareNumbers),
    ...(etendue === null ? { nature: "nommee" } : { nature: "etendue", etendue }),
  };
}

/** The fields that identify an article in every answer. */
export function identify({ code, article }: LawArticle) {
  return { code, code_cle: codeKey(code), article, url: officialArticleUrl(code, article) };
}

/** A number, or its prefix, without separators: `l80a` for `L. 80 A`. */
function bare(written: string): string {
  return written.toLowerCase().replace(/-(?!\d)|[\s.*]/g, "");
}

/** What documents in force cite around an article that none names. */
type Around = Required<Pick<RefusalDetails, "proches" | "etendues">>;

const NOTHING: Around = { proches: [], etendues: [] };

function notCited({ code, article }: LawArticle, around: Around): ApiError {
  const { proches, etendues } = around;
  const near = proches.length === 0 ? "" : ` ; les plus proches qui sont cités : ${proches.join(", ")}`;
  const within =
    etendues.length === 0
      ? ""
      : ". Il prendrait place dans des suites d'articles citées, ce qui ne dit pas qu'il existe";
  const named = { code: shortened(code), article: shortened(article) };
  return new ApiError("article_not_cited", { ...named, proches: near, etendues: within }, around);
}

async function readAround(database: Database, asked: LawArticle): Promise<Around> {
  const [proches, ranges] = await Promise.all([
    readNeighbours(database, asked),
    readRangesWithDocuments(database, asked),
  ]);
  return {
    proches,
    etendues: ranges.map(({ documents, ...range }) => ({ ...range, documents: [...documents] })),
  };
}

/** A caller may have written anything as long as an address allows. */
function shortened(written: string): string {
  return written.length > LONGEST_TOLD ? `${written.slice(0, LONGEST_TOLD)}…` : written;
}

/** The cited articles around one that is not, in the order of the code. */
async function readNeighbours(database: Database, { code, article }: LawArticle): Promise<string[]> {
  const cited = await countCitations(await readListedArticles(database, code));
  const sorted = sortArticles([...cited.map((counted) => counted.article), article]);
  const place = sorted.indexOf(article);
  return [
    ...sorted.slice(Math.max(0, place - NEIGHBOURS), place),
    ...sorted.slice(place + 1, place + 1 + NEIGHBOURS),
  ];
}

/** An article that documents in force cite, by itself or within a range, with their number. */
interface CountedArticle {
  readonly code: string;
  readonly article: string;
  readonly documents: number;
  readonly mentions: number;
}

/** A range of a code may include a thousand articles, each with hundreds of documents: some milliseconds of work. */
const ROWS_A_TURN = 50;

/**
 * Counts every article that citations name, the ends of ranges included, in the order of the codes; yields to the
 * event loop between turns.
 */
async function countCitations(rows: readonly ListedArticle[]): Promise<CountedArticle[]> {
  const byCode = [...Map.groupBy(rows, ({ code }) => code)];
  const counted: CountedArticle[] = [];
  for (const [code, cited] of byCode.toSorted(([one], [other]) => compareCodes(one, other)))
    counted.push(...(await countInCode(code, cited)));
  return counted;
}

interface Count {
  readonly editions: Set<number>;
  mentions: number;
}

async function countInCode(code: string, rows: readonly ListedArticle[]): Promise<CountedArticle[]> {
  const named = rows.flatMap(({ article, etendue }) => [article, ...(etendue?.a == null ? [] : [etendue.a])]);
  const sorted = sortArticles(named);
  const places = new Map(sorted.map((article, place) => [article, place]));
  const counts = sorted.map((): Count => ({ editions: new Set(), mentions: 0 }));
  for (const [rank, row] of rows.entries()) {
    if (rank % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    for (const place of placesOf(row, places)) add(counts[place], row);
  }
  return sorted.map((article, place) => {
    const { editions, mentions } = counts[place] ?? { editions: new Set(), mentions: 0 };
    return { code, article, documents: editions.size, mentions };
  });
}

function add(count: Count | undefined, { editions, mentions }: ListedArticle): void {
  if (count === undefined) return;
  for (const edition of editions) count.editions.add(edition);
  count.mentions += mentions;
}

/** The positions, among the articles of its code, that a citation covers. */
function placesOf({ article, etendue }: ListedArticle, places: ReadonlyMap<string, number>): number[] {
  const first = places.get(article) ?? 0;
  if (etendue === null || etendue.a === null) return [first];
  const last = places.get(etendue.a) ?? first;
  return last < first ? [last, first] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
