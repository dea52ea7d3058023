import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, DocumentKind, List, Nullable } from "../../schemas/responses.ts";
import { CITING_NEWS } from "../law/answer.ts";

const LAW = {
  code: t.String({ description: "Comme la doctrine le nomme.", examples: ["CGI"] }),
  code_cle: t.String({ description: "Sa clé dans les adresses.", examples: ["CGI"] }),
  article: t.String({ examples: ["150 U"] }),
  url: Nullable(t.String({ description: "Où Légifrance donne les articles de ce numéro." })),
};

/** Answer of /v1/articles. */
export const ArticleList = namedObject("ArticleList", {
  total: t.Integer({ description: "Nombre d'articles, toutes pages comprises." }),
  articles: t.Array(
    namedObject("ListedArticle", {
      ...LAW,
      documents: t.Integer({ description: "Documents en vigueur qui le citent, seul ou dans une suite." }),
      mentions: t.Integer({ description: "Nombre de fois où ils le citent." }),
    }),
    { description: "Dans l'ordre de chaque code." },
  ),
});

const CommentingDocument = namedObject("CommentingDocument", {
  boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
  titre: t.String(),
  domaine: t.String({ description: "Premier segment de l'identifiant." }),
  type: DocumentKind,
  date_publication: Day,
  url: t.String({ description: "Page officielle." }),
  mentions: t.Integer({ description: "Nombre de fois où il cite l'article." }),
  paragraphes: List(t.String(), { description: "Numéros des § qui le citent." }),
  rang: t.Union([t.Literal("titre"), t.Literal("introduction"), t.Literal("corps")], {
    description:
      "Où il est cité d'abord : le titre ; ce qui précède le premier intertitre numéroté (sans intertitre, le premier §) ; le corps.",
  }),
  nature: t.Union([t.Literal("nommee"), t.Literal("etendue")], {
    description:
      "`nommee` : l'article est nommé, seul ou au bout d'une suite ; `etendue` : il prend place dans une suite, sans être nommé.",
  }),
  etendue: t.Optional(
    namedObject(
      "CommentedRange",
      {
        de: t.String({ examples: ["150 U"] }),
        a: Nullable(t.String({ examples: ["150 VH"] })),
        texte: t.String({ description: "Telle qu'elle est écrite." }),
      },
      { description: "Présent quand `nature` est `etendue` : la suite ; `a` est nul pour « et suivants »." },
    ),
  ),
  role: t.Union([t.Literal("commente"), t.Literal("cite")], {
    description:
      "Déduit : `commente` pour ce que nomme le titre ; à défaut, ce que l'introduction nomme d'abord, hors « au sens de » ; à défaut, l'article le plus nommé. Sinon `cite`, comme toute suite d'articles.",
  }),
});

/** Answer of /v1/articles/{code}/{article}. */
export const CommentedArticle = namedObject("CommentedArticle", {
  ...LAW,
  total: t.Integer({ description: "Documents en vigueur qui le citent, ou qui ont le `role` demandé." }),
  total_nommes: t.Integer({ description: "Ceux de `total` qui le nomment, seul ou au bout d'une suite." }),
  documents: t.Array(CommentingDocument, {
    description:
      "Ceux qui le nomment, puis ceux dont une suite le contient ; dans l'ordre : rôle, rang, nombre de mentions.",
  }),
  actualites: CITING_NEWS,
});

export type ArticleList = Static<typeof ArticleList>;
export type CommentedArticle = Static<typeof CommentedArticle>;
