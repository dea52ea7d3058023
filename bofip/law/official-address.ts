import { findCode } from "./codes.ts";

const LEGIFRANCE = "https://www.legifrance.gouv.fr/search/code";

/**
 * Where Légifrance gives the articles of that number in force, or null for a code that it is not known to hold. Its own
 * pages have identifiers that no number tells; its search by number is an address that holds whatever the version.
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

/** As Légifrance numbers it: `L80 A` for `L. 80 A`, `R*196-1` for `R.* 196-1`. */
function officialNumber(article: string): string {
  return article.replace(/^([A-Z]+)\.(\*?) /, "$1$2");
}
