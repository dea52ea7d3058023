import { findCode } from "./codes.ts";

const LEGIFRANCE = "https://www.legifrance.gouv.fr/search/code";

/**
 * Address of the search for an article in force on Légifrance, or null for a code that is not known to be there.
 * Article pages have identifiers that can't be derived from their numbers; the search by number is an address that
 * stays valid across versions.
 */
export function officialArticleUrl(code: string, article: string): string | null {
  if (findCode(code) === null) return null;
  const query = new URLSearchParams({
    tab_selection: "code",
    searchField: "NUM_ARTICLE",
    query: officialNumber(article),
  });
  return `${LEGIFRANCE}?${query}`;
}

/** The number as Légifrance writes it: `L80 A` for `L. 80 A`, `R*196-1` for `R.* 196-1`. */
function officialNumber(article: string): string {
  return article.replace(/^([A-Z]+)\.(\*?) /, "$1$2");
}
