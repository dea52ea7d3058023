import { setImmediate as nextTurn } from "node:timers/promises";
import { sortArticles } from "../../../bofip/law/article-number.ts";
import { compareCodes } from "../../../bofip/law/codes.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type ListedArticle, readListedArticles } from "../../../db/queries/cited-law/listed.ts";
import type { LawArticle } from "../../schemas/parameters/law.ts";

/** An article that documents in force cite, by itself or within a range, with their number. */
interface CountedArticle {
  readonly code: string;
  readonly article: string;
  readonly documents: number;
  readonly mentions: number;
}

/**
 * Counts every article that documents in force name in a code, or in every code, the ends of ranges included, in the order of
 * the codes; yields to the event loop between turns.
 */
export async function countArticles(database: Database, code: string | null): Promise<CountedArticle[]> {
  const byCode = [...Map.groupBy(await readListedArticles(database, code), (cited) => cited.code)];
  const counted: CountedArticle[] = [];
  for (const [name, cited] of byCode.toSorted(([one], [other]) => compareCodes(one, other)))
    counted.push(...(await countInCode(name, cited)));
  return counted;
}

/** How many articles are suggested on each side of one that nothing cites. */
const NEIGHBOURS = 3;

/** The cited articles around one that is not, in the order of the code. */
export async function readNeighbours(database: Database, { code, article }: LawArticle): Promise<string[]> {
  const cited = await countArticles(database, code);
  const sorted = sortArticles([...cited.map((counted) => counted.article), article]);
  const place = sorted.indexOf(article);
  return [
    ...sorted.slice(Math.max(0, place - NEIGHBOURS), place),
    ...sorted.slice(place + 1, place + 1 + NEIGHBOURS),
  ];
}

/** A range of a code may include a thousand articles, each with hundreds of documents: some milliseconds of work. */
const ROWS_A_TURN = 50;

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
