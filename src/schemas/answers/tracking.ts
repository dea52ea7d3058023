import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../named-object.ts";
import { Day, Nullable } from "../responses.ts";
import { NewsLink } from "./news.ts";

/** What became of a text that somebody relied on. */
const TrackedState = t.Union(
  [
    t.Literal("inchangee"),
    t.Literal("modifiee"),
    t.Literal("deplacee"),
    t.Literal("retiree"),
    t.Literal("transferee"),
    t.Literal("non_detenue"),
    t.Literal("inconnue"),
  ],
  {
    description:
      "`inchangee` : même numéro, mêmes mots en vigueur. `deplacee` : ces mots sont aujourd'hui un autre § entier. `modifiee` : aucun § en vigueur ne les a. `retiree`, `transferee` : le document. `non_detenue` : le service ne détient pas ce texte. `inconnue` : ni document, ni §, ni empreinte de ce nom.",
  },
);

const TrackedReference = namedObject("TrackedReference", {
  boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
  numero: Nullable(t.String({ description: "Null pour le document entier.", examples: ["40"] })),
  etat: TrackedState,
  depuis: Nullable({
    ...Day,
    description:
      "Début de la première édition détenue qui n'a plus ces mots à cette place, jour du retrait ou du transfert ; null sinon, ou quand rien ne le dit.",
  }),
  numero_actuel: Nullable(t.String({ description: "Pour `deplacee` : le § qui a ces mots aujourd'hui." })),
  citation: Nullable(
    t.String({
      description: "Le texte nommé, sous sa forme usuelle ; null quand le service ne le détient pas.",
    }),
  ),
  comparaison: Nullable(
    t.String({
      description: "Notre page qui compare le texte nommé et celui d'aujourd'hui, quand ils diffèrent.",
    }),
  ),
  actualites: t.Array(NewsLink, {
    description: "Celles qui annoncent les changements du document depuis ce jour, la plus récente d'abord.",
  }),
});

/** Answer of /v1/suivi. */
export const TrackedReferences = namedObject("TrackedReferences", {
  references: t.Array(TrackedReference, { description: "Dans l'ordre de la requête." }),
});

export type TrackedState = Static<typeof TrackedState>;
export type TrackedReferenceAnswer = Static<typeof TrackedReference>;
export type TrackedReferences = Static<typeof TrackedReferences>;
