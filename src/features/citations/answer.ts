import { type Static, Type as t } from "@sinclair/typebox";
import { NamingParagraph } from "../../http/errors/details.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { Nullable } from "../../schemas/responses.ts";
import { certitude, ObservedDays } from "../../texts/edition-answer.ts";
import { ARTICLE_OF_DAY, LAW_COVERAGE } from "../../texts/law-of-day.ts";
import { ARTICLE, DECISION, NORME, REPONSE } from "../law/answer.ts";

/** What a citation proves to be: the first that applies, in this order. */
const CitationState = t.Union([
  t.Literal("non_verifiable"),
  t.Literal("document_inconnu"),
  t.Literal("edition_non_detenue"),
  t.Literal("lien_contradictoire"),
  t.Literal("titre_inexact"),
  t.Literal("retiree"),
  t.Literal("transferee"),
  t.Literal("paragraphe_reserve"),
  t.Literal("paragraphe_absent"),
  t.Literal("empreinte_inexacte"),
  t.Literal("section_inexacte"),
  t.Literal("citation_inexacte"),
  t.Literal("citation_tronquee"),
  t.Literal("non_verifiee"),
  t.Literal("partielle"),
  t.Literal("remplacee"),
  t.Literal("verifiee"),
]);

const QuotedWords = namedObject(
  "QuotedWords",
  {
    etat: t.Union([t.Literal("exact"), t.Literal("equivalent"), t.Literal("coupee"), t.Literal("absent")], {
      description:
        "Dans le texte cité ; `equivalent` : aux espaces et à la typographie près ; `coupee` : avec des points de suspension que le texte n'a pas, tous les morceaux dans l'ordre.",
    }),
    numero: Nullable(
      t.String({ description: "Le § où se trouvent les mots, quand ce n'est pas celui qui est cité." }),
    ),
    proche: Nullable(
      namedObject(
        "NearestWords",
        {
          numero: Nullable(t.String({ description: "Son § ; null hors de tout §." })),
          texte: t.String({ description: "Les mots du document les plus proches de ceux qui sont cités." }),
        },
        { description: "Quand les mots ne sont nulle part dans le document ; null si rien n'en approche." },
      ),
    ),
    omis: t.Array(t.String(), {
      description:
        "Pour `coupee` : ce que les points de suspension laissent de côté, mot pour mot, dans l'ordre.",
    }),
  },
  { description: "Présent quand des mots entre guillemets jouxtent la citation d'un texte détenu." },
);

const UnreadReference = namedObject("UnreadReference", {
  debut: t.Integer({ description: "Premier caractère, en points de code." }),
  fin: t.Integer({ description: "Caractère qui suit le dernier." }),
  texte: t.String({ description: "Les mots, tels qu'ils sont écrits." }),
});

const CheckedCitation = namedObject("CheckedCitation", {
  debut: t.Integer({
    description: "Premier caractère, de 0 ; en points de code (JavaScript : `[...texte]`).",
  }),
  fin: t.Integer({ description: "Caractère qui suit le dernier." }),
  texte: t.String({ description: "La citation telle qu'elle est écrite." }),
  boi_id: Nullable(t.String({ description: "Document cité, sans date.", examples: ["BOI-IR-LIQ-20-10"] })),
  numero: Nullable(t.String({ description: "§ cité, le premier d'une suite.", examples: ["130"] })),
  numero_fin: Nullable(t.String({ description: "Le dernier de « § 130 à 150 »." })),
  edition: Nullable(
    t.String({
      format: "date",
      description:
        "Début de l'édition comparée, quand la citation dit un jour ; ce jour, si elle n'est pas détenue.",
    }),
  ),
  jour: Nullable(t.String({ format: "date", description: "Le jour que dit la citation." })),
  etat: CitationState,
  motif: Nullable(t.String({ description: "Ce qui empêche de la dire vérifiée, en français." })),
  citation: Nullable(
    t.String({
      description:
        "La citation sous sa forme usuelle, à citer ainsi ; null si rien n'est `verifiee` ni `remplacee`.",
    }),
  ),
  page: Nullable(t.String({ description: "Notre page du texte, au §." })),
  citation_textuelle: Nullable(QuotedWords),
  certitude: Nullable(
    certitude(
      "De l'édition comparée et de ses mots, le jour où la citation la dit en vigueur, sinon le jour jugé si elle l'était, sinon son premier jour ; null quand rien n'est comparé.",
    ),
  ),
  texte_observe: Nullable({
    ...ObservedDays,
    description: "Quand `certitude` est `presumee` : première et dernière source qui ont montré ces mots.",
  }),
  paragraphe_inchange: Nullable(
    t.Boolean({
      description:
        "Pour `remplacee` : le § cité est-il mot pour mot celui de ce numéro dans l'édition en vigueur ; null quand aucun § n'est cité.",
    }),
  ),
  comparaison: Nullable(
    t.String({
      description: "Pour `remplacee` : notre page qui compare l'édition citée à celle en vigueur.",
    }),
  ),
  remplacee: t.Boolean({
    description: "L'édition comparée n'est pas celle en vigueur ce jour-là, quel que soit `etat`.",
  }),
  non_lus: t.Array(UnreadReference, {
    description: "Ce qui est de cette citation et n'a pas pu être lu ou comparé.",
  }),
  nomme_par: t.Array(NamingParagraph, {
    description: "Pour `document_inconnu` : cinq § détenus, au plus, qui nomment ce document.",
  }),
});

const FreeQuotation = namedObject("FreeQuotation", {
  debut: t.Integer({ description: "Du guillemet ouvrant, en points de code." }),
  fin: t.Integer({ description: "Caractère qui suit le guillemet fermant." }),
  texte: t.String({ description: "Les mots et leurs guillemets, tels qu'ils sont écrits." }),
  etat: t.Union([t.Literal("trouvee"), t.Literal("introuvable"), t.Literal("non_verifiee")], {
    description: "`non_verifiee` : au-delà de cinq, ou faute de temps.",
  }),
  boi_id: Nullable(t.String({ description: "Le document qui a ces mots.", examples: ["BOI-IR-LIQ-20-10"] })),
  numero: Nullable(t.String({ description: "Son § ; null hors de tout §.", examples: ["130"] })),
  citation: Nullable(t.String({ description: "La citation de ce texte sous sa forme usuelle." })),
});

const lawPlace = {
  debut: t.Integer({ description: "Premier caractère, en points de code." }),
  fin: t.Integer({ description: "Caractère qui suit le dernier." }),
  texte: t.String({ description: "La référence telle qu'elle est écrite." }),
};
const citing = {
  documents: Nullable(
    t.Integer({
      description:
        "Documents en vigueur qui la citent ; 0 quand aucun ne la cite, null quand elle n'a pas de clé ou que sa date est discordante.",
    }),
  ),
  adresse: Nullable(
    t.String({
      description: "Où l'API les donne, et les actualités qui la citent ; null quand rien ne la cite.",
      examples: ["/v1/decisions/CE-402006"],
    }),
  ),
};

const dated = {
  date_discordante: t.Boolean({
    description:
      "La date écrite n'est pas celle que la doctrine donne à ce numéro : l'un des deux est à corriger, `url` et `documents` sont null, et `adresse` mène à celle que la doctrine cite.",
  }),
};

/** An article of a code that a text cites: judged on the day. */
const ArticleReference = namedObject("ArticleReference", {
  ...lawPlace,
  genre: t.Literal("article"),
  code: t.String({ examples: ["CGI"] }),
  code_cle: t.String({ description: "Clé du code dans les adresses.", examples: ["CGI"] }),
  article: t.String({ description: "D'une suite, chacun de ses bouts est une entrée.", examples: ["150 U"] }),
  etat: t.Union(
    [t.Literal("en_vigueur"), t.Literal("abroge"), t.Literal("inconnu"), t.Literal("non_detenu")],
    {
      description:
        "Le jour jugé ; `inconnu` : le code, détenu en entier, ne l'a jamais eu, et aucun document ne le nomme ; `non_detenu` : rien n'en est dit.",
    },
  ),
  droit: ARTICLE_OF_DAY.droit,
  citation_textuelle: Nullable({
    ...QuotedWords,
    description: "Présent quand des mots entre guillemets jouxtent l'article et que son texte est détenu.",
  }),
  adresse: Nullable(
    t.String({
      description: "Où l'API donne l'article ; null quand il n'est pas détenu.",
      examples: ["/v1/articles/CGI/150%20U"],
    }),
  ),
});

const LawReference = t.Union([
  namedObject("DecisionReference", {
    ...lawPlace,
    ...{ genre: t.Literal("decision"), ...DECISION, ...dated, ...citing },
  }),
  namedObject("NormeReference", {
    ...lawPlace,
    ...{ genre: t.Literal("norme"), ...NORME, ...ARTICLE, ...dated, ...citing },
  }),
  namedObject("ReponseReference", { ...lawPlace, genre: t.Literal("reponse"), ...REPONSE, ...citing }),
  ArticleReference,
]);

/** How many entries are right, or what is to be done of them: each is counted once. */
const CheckedTally = namedObject(
  "CheckedTally",
  {
    verifiees: t.Integer({ description: "Citations `verifiee`, mots `trouvee`." }),
    remplacees: t.Integer({ description: "Citations justes d'un texte qui n'est plus en vigueur." }),
    a_corriger: t.Integer({
      description:
        "Ce qui est faux, un document `retiree` ou `transferee`, des mots `introuvable`, une `date_discordante`, un article `inconnu` ou dont les mots cités sont faux.",
    }),
    a_lire: t.Integer({
      description:
        "Ce qui n'a pas été lu ou comparé en entier : `partielle`, `non_verifiee`, `non_verifiable`, et tout `non_lues`.",
    }),
    non_detenues: t.Integer({ description: "`document_inconnu`, `edition_non_detenue`." }),
  },
  {
    description:
      "Chaque entrée de `citations`, de `citations_libres` et de `non_lues` y compte une fois. Tout a été lu et est juste quand seul `verifiees` n'est pas nul, sans `tronque`.",
  },
);

/** Answer of /v1/citations. */
export const CheckedText = namedObject("CheckedText", {
  date: t.String({ format: "date", description: "Jour auquel les états sont donnés." }),
  bilan: CheckedTally,
  citations: t.Array(CheckedCitation, { description: "Dans l'ordre du texte, 300 au plus." }),
  citations_libres: t.Array(FreeQuotation, {
    description:
      "Les mots entre guillemets, cinq ou plus, qui ne jouxtent aucune citation : cherchés dans les documents cités, puis dans les textes en vigueur.",
  }),
  non_lues: t.Array(UnreadReference, {
    description: "Ce qui ressemble à une référence à la doctrine et n'est dans aucune entrée.",
  }),
  references_droit: t.Array(LawReference, {
    description:
      "Les articles de codes, les décisions, les lois et autres normes, les réponses ministérielles que le texte cite, dans son ordre, 300 au plus. Seuls les articles sont vérifiés, quand leur code est détenu ; des autres, `documents` dit si la doctrine en vigueur les cite aussi.",
  }),
  ...LAW_COVERAGE,
  tronque: t.Optional(t.Literal(true, { description: "Présent quand le texte en a davantage." })),
});

export type CitationState = Static<typeof CitationState>;
export type CheckedCitation = Static<typeof CheckedCitation>;
export type FreeQuotation = Static<typeof FreeQuotation>;
export type CheckedTally = Static<typeof CheckedTally>;
export type ArticleReference = Static<typeof ArticleReference>;
export type LawReference = Static<typeof LawReference>;
export type CheckedText = Static<typeof CheckedText>;
