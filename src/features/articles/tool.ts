import { Type as t } from "@sinclair/typebox";
import { askedCode, askedRole, limit, offset, text, tool } from "../../mcp/inputs.ts";
import { CITATION, result, resultOf } from "../../mcp/results.ts";
import { CommentedArticle } from "./answer.ts";
import { readArticle } from "./commented-article.ts";

const description = `Ancien nom de law, pour un article.
Quand : jamais de préférence à law.`;

const { date_publication, mentions, rang, role, nature, etendue, paragraphes } =
  CommentedArticle.properties.documents.items.properties;

const Commented = resultOf({
  code: t.String(),
  article: t.String(),
  total: t.Integer(),
  url_article: CommentedArticle.properties.url,
  documents: t.Array(
    t.Object({ ...CITATION, date_publication, mentions, rang, role, nature, etendue, paragraphes }),
  ),
  actualites: CommentedArticle.properties.actualites,
});

/** The former name of `law` for articles alone, kept for those who call it. */
export const lawArticle = tool(
  { name: "law_article", title: "Doctrine d'un article de loi", description },
  { code: askedCode, article: text(1, 40), role: askedRole, limit: limit(25, 10), offset },
  async (input, { api }) => {
    const { lines, ...data } = await readArticle(api, input);
    return result(Commented, lines, data);
  },
);
