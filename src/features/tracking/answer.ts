import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, Nullable } from "../../schemas/responses.ts";
import { certitude, ObservedDays } from "../../texts/edition-answer.ts";
import { NewsLink } from "../news/answer.ts";

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
      "`inchangee` : même numéro, mêmes mots en vigueur. `deplacee` : ces mots sont aujourd'hui un autre § entier. `modifiee` : aucun § en vigueur ne les a. `retiree`, `transferee` : le document. `non_detenue` : le service ne détient pas ce document, ou pas l'édition de ce jour. `inconnue` : un document détenu n'a jamais eu ce §, ou cette empreinte.",
  },
);

const TrackedGap = namedObject("TrackedGap", {
  portee: t.Union([t.Literal("formelle"), t.Literal("decoupage"), t.Literal("fond")], {
    description:
      "`formelle` : espaces, typographie, numérotation ou ponctuation. `decoupage` : aucune phrase n'est perdue ni ajoutée ; elles sont ailleurs dans le document, ou autrement découpées. `fond` : le reste.",
  }),
  phrases_retirees: t.Array(t.String(), {
    description: "Celles que le document n'a plus nulle part, telles qu'écrites ; 100 au plus.",
  }),
  phrases_ajoutees: t.Array(t.String(), {
    description: "Celles du § qui en tient lieu, que le document n'avait nulle part ; 100 au plus.",
  }),
  nombres_changes: t.Array(namedObject("ChangedNumber", { avant: t.String(), apres: t.String() }), {
    description: "Nombres mis à la place l'un de l'autre, dans l'ordre ; 100 au plus.",
  }),
});

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
  certitude: Nullable(
    certitude(
      "Du texte nommé, le jour de la référence ; avec une empreinte, aujourd'hui s'il est en vigueur, sinon son premier jour. Null quand le service ne le détient pas.",
    ),
  ),
  texte_observe: Nullable({
    ...ObservedDays,
    description: "Quand `certitude` est `presumee` : première et dernière source qui ont montré ces mots.",
  }),
  avertissement: Nullable(
    t.String({
      description: "Pour `inchangee` quand les mots retenus sont présumés : ce qui n'est pas prouvé.",
    }),
  ),
  ecart: Nullable({
    ...TrackedGap,
    description:
      "Pour `modifiee` : ce qui sépare ce texte de celui d'aujourd'hui ; null quand la requête a trop de textes à comparer.",
  }),
  actualites: t.Array(NewsLink, {
    description: "Celles qui annoncent les changements du document depuis ce jour, la plus récente d'abord.",
  }),
});

/** Answer of /v1/suivi. */
export const TrackedReferences = namedObject("TrackedReferences", {
  references: t.Array(TrackedReference, { description: "Dans l'ordre de la requête." }),
});

export type TrackedGap = Static<typeof TrackedGap>;
export type TrackedState = Static<typeof TrackedState>;
export type TrackedReferenceAnswer = Static<typeof TrackedReference>;
export type TrackedReferences = Static<typeof TrackedReferences>;
