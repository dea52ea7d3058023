import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { EndDay, List, Nullable, StartDay } from "../../schemas/responses.ts";
import { PROOF, SourceFingerprint, TextIsHeld } from "../../texts/edition-answer.ts";
import { ENDING } from "../documents/answer.ts";

const Erased = Nullable(
  t.String({
    format: "date-time",
    description: "Quand ce texte a été effacé sur obligation légale ; null pour un texte détenu.",
  }),
);

const Wording = namedObject("Wording", {
  empreinte: t.String(),
  empreinte_source: SourceFingerprint,
  recue_le: Nullable(
    t.String({
      format: "date-time",
      description: "null pour ce qui était détenu avant que cet instant soit gardé.",
    }),
  ),
  courante: t.Boolean({ description: "Vrai pour celle que l'édition donne." }),
  effacee_le: Erased,
});

const Version = namedObject("Version", {
  date_publication: StartDay,
  date_mise_a_jour: EndDay,
  statut: t.Union([
    t.Literal("en_vigueur"),
    t.Literal("remplace"),
    t.Literal("retire"),
    t.Literal("transfere"),
  ]),
  current: t.Boolean({ description: "Vrai pour l'édition en vigueur ; une au plus." }),
  texte_detenu: TextIsHeld,
  ...PROOF,
  empreinte: Nullable(PROOF.empreinte),
  effacee_le: Erased,
  redactions: List(Wording, {
    description: "Les textes reçus de cette édition, le dernier d'abord ; vide quand aucun n'est détenu.",
  }),
});

/** Answer of /v1/boi/{id}/historique. */
export const History = namedObject("History", {
  boi_id: t.String(),
  ...ENDING,
  premiere_edition_detenue: Nullable(
    t.String({
      format: "date",
      description:
        "Début de la première édition détenue : il a pu y en avoir avant elle. null sans aucun texte.",
    }),
  ),
  versions: t.Array(Version),
});

export type History = Static<typeof History>;
