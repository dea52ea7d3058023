import { setImmediate as nextTurn } from "node:timers/promises";
import { sortArticles } from "../../../bofip/law/article-number.ts";
import { compareCodes } from "../../../bofip/law/codes.ts";
import type { CitedLawRow } from "../../../db/queries/articles/cited.ts";

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
export async function countCitations(rows: readonly CitedLawRow[]): Promise<CountedArticle[]> {
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

async function countInCode(code: string, rows: readonly CitedLawRow[]): Promise<CountedArticle[]> {
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

function add(count: Count | undefined, { editions, mentions }: CitedLawRow): void {
  if (count === undefined) return;
  for (const edition of editions) count.editions.add(edition);
  count.mentions += mentions;
}

/** The positions, among the articles of its code, that a citation covers. */
function placesOf({ article, etendue }: CitedLawRow, places: ReadonlyMap<string, number>): number[] {
  const first = places.get(article) ?? 0;
  if (etendue === null || etendue.a === null) return [first];
  const last = places.get(etendue.a) ?? first;
  return last < first ? [last, first] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
