import { type Static, type TProperties, Type as t } from "@sinclair/typebox";
import { ARTICLE_RANKS } from "../../../bofip/law/citation.ts";
import { CHAMBERS, COURTS, NORM_KINDS } from "../../../bofip/law/cited/mentions.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, DocumentKind, List, Nullable, page_suivante } from "../../schemas/responses.ts";
import { ARTICLE_LAW } from "./text-answer.ts";

const literals = <const Names extends readonly string[]>(names: Names, title: string, description: string) =>
  t.Unsafe<Names[number]>(
    t.Union(
      names.map((name) => t.Literal(name)),
      { title, description },
    ),
  );

const key = (example: string) =>
  Nullable(
    t.String({
      description: "Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.",
      examples: [example],
    }),
  );
const DATE = Nullable(t.String({ format: "date", description: "Nul quand aucun texte ne la donne." }));
const URL = Nullable(
  t.String({
    description: "Page officielle, quand un lien du texte ou une règle de qui la publie la donne.",
  }),
);
const number = (examples: string[]) => Nullable(t.String({ description: "Tel qu'il est écrit.", examples }));

/** The fields of a decision, wherever it appears. */
export const DECISION = {
  cle: key("CE-248065"),
  juridiction: literals(
    COURTS,
    "Court",
    "Conseil d'État, cours administratives d'appel, tribunaux administratifs, Cour de cassation, Conseil constitutionnel, Cour de justice de l'Union européenne (ou CJCE), Cour européenne des droits de l'homme, Tribunal des conflits.",
  ),
  formation: Nullable(t.String({ description: "Telle qu'elle est écrite.", examples: ["plén."] })),
  date: DATE,
  numero: number(["248065", "C-311/08"]),
  ecli: Nullable(t.String({ description: "Quand le texte le donne, ou une règle certaine." })),
  url: URL,
};

/** The fields of a norm. */
export const NORME = {
  cle: key("loi-2012-1509"),
  nature: literals(NORM_KINDS, "NormKind", "Ce qu'elle est."),
  numero: number(["2012-1509"]),
  date: DATE,
  url: URL,
};

/** The fields of a ministerial answer. */
export const REPONSE = {
  cle: key("RM-AN-1996-39397"),
  chambre: literals(CHAMBERS, "Chamber", "Celle dont un membre a posé la question."),
  auteur: Nullable(t.String({ description: "Nom du parlementaire.", examples: ["Louwagie"] })),
  numero: number(["39397"]),
  date: DATE,
  url: URL,
};

const CITED = {
  texte: t.String({ description: "La première citation, telle qu'elle est écrite." }),
  paragraphes: List(t.String(), { description: "Numéros des § qui la citent." }),
};
/** The fields of a norm that is cited by one of its articles. */
export const ARTICLE = {
  article: Nullable(
    t.String({ description: "Article cité, tel qu'il est écrit ; nul pour le tout.", examples: ["13"] }),
  ),
};

export const CitedDecision = namedObject("CitedDecision", { ...DECISION, ...CITED });
export const CitedNorme = namedObject("CitedNorme", { ...NORME, ...ARTICLE, ...CITED });
export const CitedReponse = namedObject("CitedReponse", { ...REPONSE, ...CITED });

/** What a text cites beside the articles of codes, in documents, § and actualités. */
export const CITED_LAW = {
  decisions: List(CitedDecision, { description: "Décisions de justice citées." }),
  normes: List(CitedNorme, {
    description:
      "Lois, ordonnances, décrets, arrêtés, directives, règlements et conventions cités, par article.",
  }),
  reponses: List(CitedReponse, { description: "Réponses ministérielles citées." }),
};

const COUNTS = {
  documents: t.Integer({ description: "Documents en vigueur qui la citent." }),
  mentions: t.Integer({ description: "Nombre de fois où ils la citent." }),
  actualites: t.Integer({ description: "Actualités qui la citent." }),
};
const total = t.Integer({ description: "Nombre d'entrées, toutes pages comprises." });

/** Answers of /v1/decisions, /v1/normes, /v1/reponses: what documents in force and actualités cite, the most cited first. */
export const DecisionList = namedObject("DecisionList", {
  total,
  decisions: List(namedObject("ListedDecision", { ...DECISION, ...COUNTS })),
  page_suivante,
});
export const NormeList = namedObject("NormeList", {
  total,
  normes: List(namedObject("ListedNorme", { ...NORME, ...COUNTS })),
  page_suivante,
});
export const ReponseList = namedObject("ReponseList", {
  total,
  reponses: List(namedObject("ListedReponse", { ...REPONSE, ...COUNTS })),
  page_suivante,
});

/** A document that cites something. */
const CITING_DOCUMENT = {
  boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
  titre: t.String(),
  domaine: t.String({ description: "Premier segment de l'identifiant." }),
  type: DocumentKind,
  date_publication: Day,
  url: t.String({ description: "Page officielle." }),
};

const LawCitingDocument = namedObject("LawCitingDocument", {
  ...CITING_DOCUMENT,
  mentions: t.Integer({ description: "Nombre de fois où il la cite." }),
  paragraphes: List(t.String(), { description: "Numéros des § qui la citent." }),
  rang: literals(
    ARTICLE_RANKS,
    "CitationRank",
    "Où elle est citée d'abord : le titre ; ce qui précède le premier intertitre numéroté (sans intertitre, le premier §) ; le corps.",
  ),
});

const CitingNews = namedObject("CitingNews", {
  id: t.String({ examples: ["ACTU-2026-00038"] }),
  titre: t.String(),
  date: Day,
});

/** The actualités that cite something of the law. */
const CITING_NEWS = List(CitingNews, {
  description: "Toutes les actualités qui la nomment, la plus récente d'abord, à toute page.",
});

const citing = <Fields extends TProperties>(name: string, fields: Fields) =>
  namedObject(name, {
    ...fields,
    total: t.Integer({ description: "Documents en vigueur qui la citent." }),
    documents: List(LawCitingDocument, { description: "Par rang, nombre de mentions, puis identifiant." }),
    actualites: CITING_NEWS,
    page_suivante,
  });

/** Answers of /v1/decisions/{cle}, /v1/normes/{cle}, /v1/reponses/{cle}. */
export const CitingOfDecision = citing("DecisionWithDocuments", DECISION);
export const CitingOfNorme = citing("NormeWithDocuments", NORME);
export const CitingOfReponse = citing("ReponseWithDocuments", REPONSE);

/** The fields of an article. */
const STATUTORY = {
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
      ...STATUTORY,
      documents: t.Integer({ description: "Documents en vigueur qui le citent, seul ou dans une suite." }),
      mentions: t.Integer({ description: "Nombre de fois où ils le citent." }),
    }),
    { description: "Dans l'ordre de chaque code." },
  ),
});

const CommentingDocument = namedObject("CommentingDocument", {
  ...CITING_DOCUMENT,
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
  ...STATUTORY,
  total: t.Integer({ description: "Documents en vigueur qui le citent, ou qui ont le `role` demandé." }),
  total_nommes: t.Integer({ description: "Ceux de `total` qui le nomment, seul ou au bout d'une suite." }),
  documents: t.Array(CommentingDocument, {
    description:
      "Ceux qui le nomment, puis ceux dont une suite le contient ; dans l'ordre : rôle, rang, nombre de mentions.",
  }),
  actualites: CITING_NEWS,
  ...ARTICLE_LAW,
});

export type CitedDecision = Static<typeof CitedDecision>;
export type CitedNorme = Static<typeof CitedNorme>;
export type CitedReponse = Static<typeof CitedReponse>;
export type LawCitingDocument = Static<typeof LawCitingDocument>;
export type CitingNews = Static<typeof CitingNews>;
export type ArticleList = Static<typeof ArticleList>;
export type CommentedArticle = Static<typeof CommentedArticle>;
