import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, List, Nullable } from "../../schemas/responses.ts";
import { Consultations } from "../../texts/consultation-answer.ts";
import { ParagraphEdition, PLACE } from "../../texts/edition-answer.ts";
import { LAW_COVERAGE } from "../../texts/law-of-day.ts";
import { CitedArticle, CitedDocument } from "../documents/answer.ts";
import { CITED_LAW } from "../law/answer.ts";

/** Answer of /v1/boi/{id}/paragraphes/{numero}: a § of an edition. */
export const ParagraphAnswer = namedObject("ParagraphAnswer", {
  boi_id: t.String(),
  titre: t.String({ description: "Du document." }),
  numero: t.String({ examples: ["130"] }),
  section: List(t.String(), { description: "Titres au-dessus du §, du plus large au plus étroit." }),
  texte: t.String(),
  html: t.String({ description: "HTML assaini de ce §." }),
  tableaux: t.Integer({ description: "Nombre de tableaux de ce § : `/v1/boi/{id}/tableaux` les donne." }),
  references: t.Array(CitedDocument, {
    description: "Documents que ce § cite ; `mentions` y sont les siennes.",
  }),
  articles: t.Array(CitedArticle, { description: "Articles de loi que ce § cite." }),
  ...LAW_COVERAGE,
  ...CITED_LAW,
  consultations: Consultations,
  edition: ParagraphEdition,
  inchange_depuis: t.String({
    format: "date",
    description:
      "Premier jour, compris, depuis lequel le § de ce numéro a cette empreinte sans interruption, dans les éditions détenues.",
  }),
  inchange_jusqu_au: Nullable(
    t.String({ format: "date", description: "Premier jour où il ne l'a plus ; null s'il l'a toujours." }),
  ),
  empreinte: t.String({ description: "SHA-256 de `texte`, espaces réduites." }),
  ...PLACE,
  url: t.String({ description: "Page officielle de l'édition." }),
  precedent: Nullable(t.String({ description: "Numéro du § d'avant." })),
  suivant: Nullable(t.String({ description: "Numéro du § d'après." })),
});

export type ParagraphAnswer = Static<typeof ParagraphAnswer>;
/** A § without the law of the day. */
export type ParagraphText = Omit<ParagraphAnswer, "couverture_droit">;

/** What a day answers: the text, or a code that the route of the § refuses a day with, once its document is known. */
export const DayState = t.Union(
  [
    t.Literal("texte"),
    t.Literal("edition_not_held"),
    t.Literal("document_withdrawn"),
    t.Literal("unknown_paragraph"),
    t.Literal("paragraph_reserved"),
    t.Literal("wording_erased"),
  ],
  { description: "`texte`, ou le code avec lequel la route du § refuserait ce jour." },
);

/** Answer of /v1/boi/{id}/paragraphes/{numero}/jours: a § on each of some days. */
export const ParagraphOnDays = namedObject("ParagraphOnDays", {
  boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
  numero: t.String({ examples: ["40"] }),
  jours: t.Array(
    namedObject("ParagraphOnDay", {
      jour: Day,
      etat: DayState,
      texte: Nullable(t.String({ description: "null quand aucun texte de ce § n'est donné ce jour-là." })),
      edition: Nullable(ParagraphEdition),
      identique_au_precedent: Nullable(
        t.Boolean({
          description:
            "Si ce sont les mots du dernier jour de la liste, avant celui-ci, qui a un texte ; null pour le premier et sans texte.",
        }),
      ),
    }),
    { description: "Dans l'ordre de la requête." },
  ),
});

export type DayState = Static<typeof DayState>;
export type ParagraphOnDays = Static<typeof ParagraphOnDays>;
