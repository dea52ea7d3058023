import type { ArticleRange } from "../../db/bofip/law/article-number.ts";
import { readMentions } from "./articles/mentions.ts";

/** A statutory article, or a range of them, that a document cites. */
export interface StatutoryArticle {
  /** `CGI`, `CGI, ann. I` to `CGI, ann. IV`, `LPF`, or the code's name in lower case. */
  readonly code: string;
  /** Number in the usual writing: `199 novovicies`, `L. 80 A`; the first one of a range. */
  readonly article: string;
  /** The first citation, as written. */
  readonly texte: string;
  /** Absent when a single article is cited. */
  readonly etendue?: ArticleRange;
}

/**
 * Statutory articles cited in a text with their code, in order of first citation, each (code, article) and each
 * range once. An article that is cited both alone and as the first of a range stands twice.
 */
export function findArticles(texte: string): readonly StatutoryArticle[] {
  const found = new Map<string, StatutoryArticle>();
  for (const { code, article, etendue, start, end } of readMentions(texte)) {
    const key = JSON.stringify([code, article, etendue]);
    if (found.has(key)) continue;
    found.set(key, { code, article, texte: onOneLine(texte.slice(start, end)), ...(etendue && { etendue }) });
  }
  return [...found.values()];
}

function onOneLine(written: string): string {
  const lines = written.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
