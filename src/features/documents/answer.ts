import { type Static, type TObject, Type as t } from "@sinclair/typebox";
import { LAW_OF_PAST_DOCTRINE } from "../../../bofip/law/past-doctrine.ts";
import { namedObject } from "../../schemas/named-object.ts";
import {
  Day,
  DocumentKind,
  DocumentStatut,
  EndDay,
  Instant,
  List,
  Matiere,
  Nullable,
  StartDay,
} from "../../schemas/responses.ts";
import { Consultations } from "../../texts/consultation-answer.ts";
import { Edition, FILE, KnownEdition, PLACE, TextIsHeld } from "../../texts/edition-answer.ts";
import { ARTICLE_OF_DAY, LAW_COVERAGE } from "../../texts/law-of-day.ts";
import { CITED_LAW } from "../law/answer.ts";

/** What a withdrawn or moved document has more than the others. */
export const ENDING = {
  avis: t.Optional(
    Nullable(
      t.String({
        description:
          "Document retiré ou transféré : l'avis de la source, mot pour mot ; null quand seule son absence le dit.",
      }),
    ),
  ),
  transferts: t.Optional(
    List(t.String(), { description: "Document transféré : tous ceux qui reprennent ses commentaires." }),
  ),
};

/** The end of a document that was withdrawn or moved; empty for others. */
export type Ending = Static<TObject<typeof ENDING>>;

const Level = namedObject("ClassificationLevel", {
  chemin: t.String({ examples: ["IR/LIQ"] }),
  titre: t.String(),
});

const Origin = Nullable(t.String({ description: "§ où se trouve le renvoi ; nul hors des §." }));
const Words = t.String({ description: "Ses mots." });

const Target = namedObject("ReferenceTarget", {
  depuis: Origin,
  vers: Nullable(t.String({ description: "§ qu'il nomme, le premier d'une suite." })),
  edition: Nullable(Day),
  texte: Words,
  existe: Nullable(
    t.Boolean({
      description:
        "Si le texte détenu a ce § ; nul quand aucun n'est nommé, ou qu'aucun texte du document n'est détenu.",
    }),
  ),
});

const InternalReference = namedObject("InternalReference", {
  depuis: Origin,
  vers: t.String({ description: "§ de ce document qu'il nomme." }),
  texte: Words,
  existe: t.Boolean({ description: "Si le texte a ce §." }),
});
/** A document that another cites, on the day that was asked. */
const StateOnDay = namedObject(
  "StateOnDay",
  {
    etat: t.Union(
      [t.Literal("en_vigueur"), t.Literal("non_detenue"), t.Literal("retiree"), t.Literal("inconnue")],
      {
        description:
          "`non_detenue` : ce jour précède ce que le service détient ; `inconnue` : document absent du corpus.",
      },
    ),
    date_debut: Nullable(t.String({ format: "date", description: "De l'édition en vigueur ce jour-là." })),
    url: Nullable(t.String({ description: "Page officielle de cette édition." })),
  },
  { description: "Présent quand `date` est donnée : l'édition de ce document en vigueur ce jour-là." },
);

/** A document that another cites. */
export const CitedDocument = namedObject("CitedDocument", {
  boi_id: t.String(),
  titre: Nullable(t.String()),
  existe: t.Boolean({ description: "Faux quand la cible n'est pas dans le corpus." }),
  statut: Nullable(DocumentStatut),
  paragraphe: Nullable(t.String({ description: "Premier § de ce document qui cite la cible." })),
  mentions: t.Integer({ description: "Nombre de fois où la cible est citée." }),
  cibles: t.Array(Target, { description: "Où pointe chaque mention, dans l'ordre du texte." }),
  a_la_date: t.Optional(StateOnDay),
});

/** An article of a code, or a range of them, that a document cites. */
export const CitedArticle = namedObject("CitedArticle", {
  code: t.String({ examples: ["CGI"] }),
  article: t.String({ examples: ["199 novovicies"], description: "Le premier, quand une suite est citée." }),
  code_cle: t.String({ description: "Clé du code dans les adresses.", examples: ["CGI"] }),
  texte: t.String({ description: "Tel qu'il est écrit." }),
  precision: Nullable(
    t.String({
      description:
        "Ce que cette citation en désigne, le tout d'abord ; d'un §, sa première. Nul pour l'article entier.",
      examples: ["II-1°"],
    }),
  ),
  precisions: List(t.String(), {
    description: "Tout ce que cette citation en désigne : « 6 » et « 6 bis » ; `precision` est la première.",
  }),
  paragraphes: List(t.String(), { description: "Numéros des § qui le citent." }),
  url: Nullable(t.String({ description: "Où Légifrance donne les articles de ce numéro." })),
  occurrences: Nullable(
    List(
      namedObject("ArticleMention", {
        paragraphe: Nullable(
          t.String({ description: "§ où il est cité ; nul dans le titre ou hors des §." }),
        ),
        precision: Nullable(t.String({ description: "Ce qu'elle désigne de l'article." })),
        precisions: List(t.String(), { description: "Tout ce qu'elle en désigne." }),
        texte: t.String({ description: "Telle qu'elle est écrite." }),
      }),
      {
        description:
          "Chaque citation, le titre d'abord ; d'un §, les siennes. Nul pour un texte analysé avant qu'elles ne soient gardées.",
      },
    ),
  ),
  ...ARTICLE_OF_DAY,
  etendue: t.Optional(
    namedObject(
      "ArticleRange",
      { de: t.String({ examples: ["L. 10"] }), a: Nullable(t.String({ examples: ["L. 54 A"] })) },
      { description: "Présent quand une suite d'articles est citée ; `a` est nul pour « et suivants »." },
    ),
  ),
});

const Paragraph = namedObject("Paragraph", {
  numero: t.String({ examples: ["130"] }),
  section: List(t.String({ description: "Titres au-dessus du §." })),
  texte: t.String(),
  tableaux: t.Integer({ description: "Nombre de tableaux de ce §." }),
  ancre: t.String({ description: "Du § dans notre page.", examples: ["p130"] }),
  empreinte: t.String({ description: "SHA-256 de son texte, espaces réduites." }),
  citation: PLACE.citation,
});

/** A part of a ruling, cut by its own headings. */
const rescritPart = (what: string) =>
  Nullable(
    t.String({ description: `D'un rescrit seulement. ${what} ; null quand son texte ne le montre pas.` }),
  );

const Reserved = namedObject("ReservedParagraphs", {
  de: t.String({ description: "Premier numéro.", examples: ["20"] }),
  a: t.String({ description: "Dernier, compris ; le même quand il est seul.", examples: ["40"] }),
});

const Image = namedObject("Image", {
  alt: Nullable(t.String({ description: "Ce que la source dit de l'image, souvent une formule." })),
  url: Nullable(t.String({ description: "Où la voir, quand une page la tient." })),
});

/** Answer of /v1/boi/{id}: an edition of a document, whole. */
export const FullDocument = namedObject("Document", {
  boi_id: t.String({ description: "Identifiant, sans date.", examples: ["BOI-IR-LIQ-20-10"] }),
  titre: t.String({ description: "Titre : place dans le plan, puis objet." }),
  type: DocumentKind,
  domaine: t.String({ description: "Premier segment de l'identifiant.", examples: ["IR"] }),
  division: Nullable(t.String({ description: "Deuxième niveau du plan, sous le domaine." })),
  matiere: Matiere,
  statut: t.Union([DocumentStatut, t.Literal("remplace")], {
    description: `Autre que \`en_vigueur\`, il ne dit rien de ce que vaut le texte en droit. ${LAW_OF_PAST_DOCTRINE}`,
  }),
  transfere_vers: t.Optional(Nullable(t.String({ description: "Document qui reprend les commentaires." }))),
  ...ENDING,
  date_publication: StartDay,
  date_mise_a_jour: EndDay,
  texte_detenu: TextIsHeld,
  edition: KnownEdition,
  editions: t.Optional(
    t.Array(Edition, {
      description:
        "Présent quand l'empreinte demandée est celle de plusieurs éditions : toutes, la plus récente d'abord.",
    }),
  ),
  url: t.String({ description: "Page officielle de cette édition." }),
  contenu_html: t.String({ description: "HTML assaini : ni script, ni style, ni cadre." }),
  contenu_texte: t.String({
    description: "Titres et texte, sans les numéros de § ; vide quand aucun texte n'est détenu.",
  }),
  question: t.Optional(rescritPart("Question posée")),
  reponse: t.Optional(rescritPart("Réponse de l'administration")),
  document_lie: t.Optional(rescritPart("Documents auxquels il se dit lié, tels qu'il les nomme")),
  plan_classement: namedObject("ClassificationPlace", { chemin: t.String(), niveaux: t.Array(Level) }),
  references: t.Array(CitedDocument, { description: "Documents cités, un par cible." }),
  renvois_internes: t.Array(InternalReference, {
    description: "Renvois du texte à ses propres §, dans l'ordre du texte.",
  }),
  articles: t.Array(CitedArticle, { description: "Articles de loi cités." }),
  ...LAW_COVERAGE,
  ...CITED_LAW,
  consultations: Consultations,
  paragraphes: t.Array(Paragraph, { description: "Paragraphes numérotés, dans l'ordre du texte." }),
  paragraphes_reserves: List(Reserved, {
    description: "Numéros de § que le texte garde pour plus tard ; ils n'ont pas de texte.",
  }),
  images: List(Image, {
    description: "Images du texte, dans l'ordre ; « [formule : …] » ou « [image] » y tient leur place.",
  }),
});

export type StateOnDay = Static<typeof StateOnDay>;
export type CitedDocument = Static<typeof CitedDocument>;
export type CitedArticle = Static<typeof CitedArticle>;
export type FullDocument = Static<typeof FullDocument>;
/** A document without the law of the day, which changes with the day: as the export gives it. */
export type DocumentText = Omit<FullDocument, "couverture_droit">;

/** Answer of /v1/boi/{id}/source: the official bytes of a wording. */
export const SourceRecord = namedObject("SourceRecord", {
  boi_id: t.String(),
  empreinte_source: t.String({ description: "SHA-256 des octets de `contenu`." }),
  contenu: t.String({ description: "Le HTML officiel, tel que reçu." }),
  encodage: t.Union([t.Literal("utf-8"), t.Literal("base64")], {
    description: "`base64` quand les octets reçus ne sont pas de l'UTF-8.",
  }),
  provenance: namedObject("Provenance", {
    ...FILE,
    recue_le: Nullable(Instant),
  }),
});

export type SourceRecord = Static<typeof SourceRecord>;
