import { type Api, pathOf } from "../../mcp/api.ts";
import { citationLine, nextOffset } from "../../mcp/results.ts";
import { CommentedArticle } from "./answer.ts";

/** An article to ask for, and the page of its documents. */
interface AskedArticle {
  readonly code: string;
  readonly article: string;
  readonly role?: "commente" | "cite" | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The documents that cite an article, in lines and as data. */
export async function readArticle(api: Api, { code: of, article, role: asked, ...page }: AskedArticle) {
  const {
    documents,
    actualites,
    total,
    total_nommes: naming,
    url,
    ...named
  } = await api.get(pathOf`/v1/articles/${of}/${article}`, CommentedArticle, { ...page, role: asked });
  const items = documents.map((document) => ({
    ...document,
    statut: "en_vigueur",
    paragraphe: document.paragraphes[0] ?? null,
  }));
  const official = url === null ? "" : ` Texte officiel : ${url}`;
  const heading = `${named.code}, art. ${named.article} : ${total} document${total > 1 ? "s" : ""}${naming < total ? `, dont ${naming} le nomme${naming > 1 ? "nt" : ""}` : ""}.${official}`;
  return {
    ...named,
    total,
    url_article: url,
    documents: items,
    actualites,
    suite: nextOffset(page.offset, items.length, total),
    lines: [
      heading,
      ...items.map((item) => `- ${citationLine(item)} ${placesOf(item)}`),
      ...actualites.map(newsLine),
    ],
  };
}

/** An actualité that cites something of the law. */
export function newsLine({ id, titre, date }: CommentedArticle["actualites"][number]): string {
  return `- actualité ${id} du ${date} — ${titre}`;
}

function placesOf(item: CommentedArticle["documents"][number]): string {
  const how = item.etendue
    ? `ne le nomme pas, cite une suite où il prend place : « ${item.etendue.texte} »`
    : `le ${item.role} (${item.mentions} fois)`;
  const cited = `version du ${item.date_publication}, ${how}`;
  return item.paragraphes.length < 2 ? cited : `${cited}, § ${item.paragraphes.join(", ")}`;
}
