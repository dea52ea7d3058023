import { type Mention, readMentions } from "../../../bofip/law/mentions/read-mentions.ts";

/** A span of a text that links to a page. */
export interface PlacedLink {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** Path of the page of an article that the document is known to cite; null for another. */
export type FindArticle = (code: string, article: string) => string | null;

/** Articles that a text names with their code, in order: linked by the whole citation, or by number among several. */
export function findArticleLinks(text: string, find: FindArticle): PlacedLink[] {
  const links: PlacedLink[] = [];
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

/** Where the number of an article is in a citation that names several; null when it is written differently. */
function numberPlace(text: string, { article, end }: Mention, from: number): Omit<PlacedLink, "path"> | null {
  const written = text.slice(from, end).replaceAll("\u00a0", " ");
  for (let at = written.indexOf(article); at >= 0; at = written.indexOf(article, at + 1)) {
    const around = (written[at - 1] ?? " ") + (written[at + article.length] ?? " ");
    if (!/[\p{L}\p{N}-]/u.test(around)) return { start: from + at, end: from + at + article.length };
  }
  return null;
}
