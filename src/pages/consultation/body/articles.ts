import { type Mention, readMentions } from "../../../../bofip/law/mentions/read-mentions.ts";

/** A stretch of a text that leads to the page of an article. */
export interface ArticleLink {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** Address of the page of an article that the document is known to cite; null for another. */
export type FindArticle = (code: string, article: string) => string | null;

/**
 * The statutory articles that a text names with their code, in its order: a citation as a whole, or the number of each
 * when it names several.
 */
export function findArticleLinks(text: string, find: FindArticle): ArticleLink[] {
  const links: ArticleLink[] = [];
  const citations = Map.groupBy(readMentions(text), ({ start }) => start);
  for (const [start, mentions] of citations) {
    let at = start;
    for (const mention of mentions) {
      const place = mentions.length === 1 ? mention : numberPlace(text, mention, at);
      const path = find(mention.code, mention.article);
      if (place === null) continue;
      at = place.end;
      if (path !== null) links.push({ start: place.start, end: place.end, path });
    }
  }
  return links;
}

/** Where the number of an article stands in a citation that names others; null when it is written otherwise. */
function numberPlace(
  text: string,
  { article, end }: Mention,
  from: number,
): Omit<ArticleLink, "path"> | null {
  const written = text.slice(from, end).replaceAll("\u00a0", " ");
  for (let at = written.indexOf(article); at >= 0; at = written.indexOf(article, at + 1)) {
    const around = (written[at - 1] ?? " ") + (written[at + article.length] ?? " ");
    if (!/[\p{L}\p{N}-]/u.test(around)) return { start: from + at, end: from + at + article.length };
  }
  return null;
}
