import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, Nullable } from "../../schemas/responses.ts";
import { ParagraphEdition } from "../texts/edition-answer.ts";

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
