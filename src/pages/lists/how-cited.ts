import type { ArticleRank } from "../../../bofip/law/citation.ts";

const PLACES: Readonly<Record<ArticleRank, string>> = {
  titre: "dans le titre",
  introduction: "en introduction",
  corps: "dans le corps",
};

/** How often a document cites a text of the law, and where first: « 3 fois, en introduction ». */
export function timesAndPlace({
  mentions,
  rang,
}: {
  readonly mentions: number;
  readonly rang: ArticleRank;
}): string {
  return `${mentions === 1 ? "une fois" : `${mentions} fois`}, ${PLACES[rang]}`;
}
