import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, List, Nullable, page_suivante } from "../../schemas/responses.ts";
import { CHANGED_SINCE, LAW_COVERAGE, LawChange, LawScope, legiarti } from "../../texts/law-of-day.ts";
import { TextComparison } from "../comparison/answer.ts";

const VERSION = {
  legiarti,
  etat: t.String({
    description:
      "Tel que LEGI l'écrit (VIGUEUR, MODIFIE, ABROGE…), vide quand elle n'en donne pas : seules les dates disent quand la version vaut.",
    examples: ["VIGUEUR"],
  }),
  date_debut: {
    ...Day,
    description:
      "Premier jour, compris ; 2222-02-22 pour une version différée à un jour inconnu, 2999-01-01 pour une version jamais datée.",
  },
  date_fin: Nullable(
    t.String({ format: "date", description: "Premier jour où elle n'est plus en vigueur ; null sans fin." }),
  ),
  empreinte: Nullable(
    t.String({
      description: "SHA-256 de son texte, espaces réduites ; null quand LEGI l'annonce sans son texte.",
    }),
  ),
};

const ArticleVersion = namedObject("ArticleVersion", VERSION);

const ArticleText = namedObject("ArticleText", {
  ...VERSION,
  section: List(t.String(), { description: "Titres qui le contiennent, du plus large au plus étroit." }),
  texte: Nullable(
    t.String({ description: "null quand LEGI annonce cette version sans son texte : il n'est pas détenu." }),
  ),
  html: Nullable(t.String({ description: "HTML assaini de ce texte." })),
  nota: Nullable(t.String({ description: "Note de LEGI sous l'article." })),
  modifie_par: List(
    namedObject("ArticleAmendment", {
      cle: Nullable(
        t.String({ description: "Clé dans /v1/normes ; null sans numéro.", examples: ["loi-2012-1509"] }),
      ),
      texte: t.String({ description: "Comme LEGI l'écrit." }),
    }),
    { description: "Ce qui l'a mis dans cette rédaction." },
  ),
  url: t.String({ description: "Cette version sur Légifrance." }),
});

/** What the answer of an article has of its law. */
export const ARTICLE_LAW = {
  droit: Nullable({
    ...ArticleText,
    description:
      "La version en vigueur ce jour-là ; null quand elle n'est pas détenue, ou que l'article n'était pas en vigueur.",
  }),
  versions: List(ArticleVersion, {
    description: "Toutes les versions détenues, passées et à venir, la plus récente d'abord.",
  }),
  ...LAW_COVERAGE,
};

/** The fields that name an article. */
const NAMED = {
  code_cle: t.String({ description: "Clé du code dans les adresses.", examples: ["CGI"] }),
  article: t.String({ examples: ["150 U"] }),
};

/** Answer of /v1/articles/{code}/{article}/comparaison: two versions of an article. */
export const ArticleComparison = namedObject("ArticleComparison", {
  ...NAMED,
  de: ArticleVersion,
  a: ArticleVersion,
  ...LAW_COVERAGE,
  ...TextComparison.properties,
});

/** Answer of /v1/articles/changements. */
export const LawChangeList = namedObject("LawChangeList", {
  total: t.Integer({ description: "Nombre de changements depuis ce jour, à venir compris." }),
  changements: List(
    namedObject("ListedLawChange", {
      ...NAMED,
      legiarti: LawChange.properties.legiarti,
      date: { ...Day, description: "Jour du changement ; 2222-02-22 pour un jour encore inconnu." },
      etat: t.String({
        description: "De la version qui commence, ou de celle qui finit, tel que LEGI l'écrit.",
      }),
      portee_texte: LawScope,
      documents: t.Integer({ description: "Documents en vigueur qui nomment l'article." }),
      a_venir: t.Boolean({ description: "Vrai quand ce jour est après celui de la réponse." }),
    }),
    { description: "Le plus récent d'abord." },
  ),
  ...LAW_COVERAGE,
  page_suivante,
});

/** Answer of /v1/droit/posterieur. */
export const LaterLawList = namedObject(
  "LaterLawList",
  {
    total: t.Integer({ description: "Nombre de documents, toutes pages comprises." }),
    documents: List(
      namedObject("DocumentWithLaterLaw", {
        boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
        titre: t.String(),
        domaine: t.String({ description: "Premier segment de l'identifiant." }),
        date_debut: { ...Day, description: "De l'édition en vigueur." },
        articles: List(namedObject("ArticleWithLaterLaw", { ...NAMED, modifie_depuis: LawChange }), {
          description: "Les articles que le document commente et qui ont changé, le dernier d'abord.",
        }),
      }),
      { description: "Celui dont un article a changé le dernier d'abord." },
    ),
    ...LAW_COVERAGE,
    page_suivante,
  },
  { description: `De chacun, il est dit ceci : ${CHANGED_SINCE}.` },
);

export type ArticleVersion = Static<typeof ArticleVersion>;
export type ArticleText = Static<typeof ArticleText>;
export type ArticleComparison = Static<typeof ArticleComparison>;
export type LawChangeList = Static<typeof LawChangeList>;
export type LaterLawList = Static<typeof LaterLawList>;
