import { isInRange, sortArticles } from "../../../db/bofip/law/article-number.ts";
import { compareCodes } from "../../../db/bofip/law/codes.ts";
import type { CitedLawRow } from "../../../db/queries/articles/cited.ts";

/** An article that documents in force cite, by itself or in a range, with how many do. */
export interface CountedArticle {
  readonly code: string;
  readonly article: string;
  readonly documents: number;
  readonly mentions: number;
}

/** Every article that citations name, the ends of ranges included, in the order of the codes. */
export function countCitations(rows: readonly CitedLawRow[]): CountedArticle[] {
  const byCode = [...Map.groupBy(rows, ({ code }) => code)];
  return byCode
    .toSorted(([one], [other]) => compareCodes(one, other))
    .flatMap(([code, cited]) => countInCode(code, cited));
}

interface Count {
  readonly editions: Set<number>;
  mentions: number;
}

function countInCode(code: string, rows: readonly CitedLawRow[]): CountedArticle[] {
  const named = rows.flatMap(({ article, etendue }) => [article, ...(etendue?.a == null ? [] : [etendue.a])]);
  const sorted = sortArticles(named);
  const places = new Map(sorted.map((article, place) => [article, place]));
  const counts = sorted.map((): Count => ({ editions: new Set(), mentions: 0 }));
  for (const row of rows) {
    for (const place of placesOf(row, sorted, places)) add(counts[place], row);
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

/** Where the articles that a citation covers stand among those of its code. */
function placesOf(
  { article, etendue }: CitedLawRow,
  sorted: readonly string[],
  places: ReadonlyMap<string, number>,
): number[] {
  const first = places.get(article) ?? 0;
  if (etendue === null) return [first];
  if (etendue.a === null) {
    const following = sorted.keys().filter((place) => isInRange(sorted[place] ?? "", etendue));
    return [...following];
  }
  const last = places.get(etendue.a) ?? first;
  return last < first ? [last, first] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
