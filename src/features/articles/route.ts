import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/response/hooks.ts";
import { articleNumber, articlePart, lawCode } from "../../schemas/parameters/law.ts";
import { integer } from "../../schemas/parameters/numbers.ts";
import { oneOf, text } from "../../schemas/parameters/text.ts";
import { documentAnswers, keyedAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { ArticleList, CommentedArticle } from "./answer.ts";
import { listArticles, readCommentedArticle } from "./service.ts";

const CODE = "Clé du code (CGI, CGI-ANN-2, LPF, code-civil) ou son nom.";

export const articles = (gates: Gates, deps: { readonly database: Database }) =>
  new Elysia({ name: "articles", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/articles",
      ({ query: { code = null, prefixe = null, ...page } }) =>
        listArticles(deps.database, { code, prefixe, ...page }),
      {
        query: t.Object(
          {
            code: t.Optional(lawCode({ description: `${CODE} Sans lui, tous.`, examples: ["CGI"] })),
            prefixe: t.Optional(
              text(1, 40, { description: "Début du numéro, sous toute forme usuelle.", examples: ["199"] }),
            ),
            limit: integer(1, 1000, 100, { description: "Nombre d'articles." }),
            offset: integer(0, 10_000, 0, { description: "Nombre d'articles à passer." }),
          },
          { additionalProperties: false },
        ),
        response: { ...keyedAnswers(ArticleList), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listArticles",
          tags: ["Articles de loi"],
          summary: "Articles que la doctrine cite",
          description:
            "Tous ceux que citent les documents en vigueur, dans l'ordre de chaque code, avec leurs nombres.",
        },
      },
    )
    .get(
      "/articles/:code/:article",
      ({ params, query: { role = null, precision = null, ...page } }) =>
        readCommentedArticle(deps.database, { ...params, role, precision, ...page }),
      {
        params: t.Object({
          code: text(1, 120, { description: CODE, examples: ["CGI"] }),
          article: articleNumber({
            description: "Numéro sous toute forme usuelle : 150 U, 150-U, L. 80 A, L80A.",
            examples: ["156"],
          }),
        }),
        query: t.Object(
          {
            role: t.Optional(
              oneOf(["commente", "cite"], {
                description: "Seulement les documents qui le commentent, ou qui ne font que le citer.",
              }),
            ),
            precision: t.Optional(
              articlePart({
                description: "Seulement les citations de cette partie de l'article : `I` trouve aussi `I-2`.",
                examples: ["II-1°"],
              }),
            ),
            limit: integer(1, 100, 20, { description: "Nombre de documents." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de documents à passer." }),
          },
          { additionalProperties: false },
        ),
        response: { ...documentAnswers(CommentedArticle), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getArticle",
          tags: ["Articles de loi"],
          summary: "Documents qui commentent un article",
          description:
            "Ceux en vigueur qui le citent, seul ou dans une suite d'articles, avec les §, et les actualités qui le nomment ; 404 quand rien ne le nomme. Accepte If-None-Match.",
        },
      },
    );
