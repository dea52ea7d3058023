import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { CommentedArticle } from "../../schemas/answers/articles.ts";
import { type Api, answerOf } from "../api.ts";
import { limit, offset } from "../inputs.ts";
import { CITATION, citationLine, nextOffset, READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const description = `Documents en vigueur qui citent un article de loi, avec les § : d'abord ceux qui le commentent (déduit de la place où ils le nomment), puis ceux qui ne font que le citer, enfin ceux qui citent une suite d'articles où il prend place sans le nommer.
Quand : la question part d'un article (« que dit la doctrine de l'article 150 U du CGI ? ») ou une loi est à appliquer. Lisez ensuite le § avec get_boi.`;

const { date_publication, mentions, rang, role, nature, etendue, paragraphes } =
  CommentedArticle.properties.documents.items.properties;
const Commenting = t.Object({
  ...CITATION,
  date_publication,
  mentions,
  rang,
  role,
  nature,
  etendue,
  paragraphes,
});

const Commented = resultOf({
  code: t.String(),
  article: t.String(),
  total: t.Integer(),
  url_article: CommentedArticle.properties.url,
  documents: t.Array(Commenting),
});

export function registerLawArticle(server: McpServer, api: Api): void {
  server.registerTool(
    "law_article",
    {
      title: "Doctrine d'un article de loi",
      description,
      inputSchema: z.strictObject({
        code: z.string().min(1).max(120).default("CGI").describe("CGI, CGI-ANN-2, LPF, code civil…"),
        article: z
          .string()
          .min(1)
          .max(40)
          .describe("Numéro, par exemple 150 U, 199 terdecies-0 A ou L. 80 A"),
        role: z
          .enum(["commente", "cite"])
          .optional()
          .describe("Seulement ceux qui le commentent, ou qui ne font que le citer"),
        limit: limit(25, 10),
        offset,
      }),
      outputSchema: schemaOf(Commented),
      annotations: READ_ONLY,
    },
    async ({ code, article, role: asked, ...page }) => {
      const query = { ...page, ...(asked && { role: asked }) };
      const params = { path: { code, article }, query };
      const { documents, total, url, ...named } = await answerOf(
        api.GET("/v1/articles/{code}/{article}", { params }),
        CommentedArticle,
      );
      const items = documents.map((document) => ({
        ...document,
        statut: "en_vigueur",
        paragraphe: document.paragraphes[0] ?? null,
      }));
      const official = url === null ? "" : ` Texte officiel : ${url}`;
      const heading = `${named.code}, art. ${named.article} : ${total} document${total > 1 ? "s" : ""}.${official}`;
      const lines = items.map((item) => `- ${citationLine(item)} ${placesOf(item)}`);
      return result(Commented, [heading, ...lines], {
        ...named,
        total,
        url_article: url,
        documents: items,
        suite: nextOffset(page.offset, items.length, total),
      });
    },
  );
}

function placesOf(item: CommentedArticle["documents"][number]): string {
  const how = item.etendue
    ? `ne le nomme pas, cite une suite où il prend place : « ${item.etendue.texte} »`
    : `le ${item.role} (${item.mentions} fois)`;
  const cited = `version du ${item.date_publication}, ${how}`;
  return item.paragraphes.length < 2 ? cited : `${cited}, § ${item.paragraphes.join(", ")}`;
}
