import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { List, Nullable } from "../../schemas/responses.ts";
import { CitedArticle, CitedDocument } from "../documents/answer.ts";
import { CITED_LAW } from "../law/answer.ts";
import { Consultations } from "../texts/consultation-answer.ts";
import { ParagraphEdition } from "../texts/edition-answer.ts";
import { PLACE } from "../texts/place-answer.ts";

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
