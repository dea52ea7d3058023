import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { ChangeScope, List, Nullable } from "../../schemas/responses.ts";
import { Edition } from "../../texts/edition-answer.ts";

const Segment = namedObject("ComparedWords", {
  op: t.Union([t.Literal("egal"), t.Literal("retire"), t.Literal("ajoute")]),
  texte: t.String(),
});

const ParagraphChange = namedObject("ParagraphChange", {
  nature: t.Union(
    [t.Literal("ajoute"), t.Literal("supprime"), t.Literal("modifie"), t.Literal("renumerote")],
    {
      description:
        "`renumerote` : même empreinte, autre numéro. `modifie` : les mots les plus semblables, sous le même numéro ou un autre ; deux § trop différents sont un `supprime` et un `ajoute`, même sous un seul numéro.",
    },
  ),
  numero: Nullable(
    t.String({
      description:
        "Dans le texte d'arrivée (de départ pour un § supprimé) ; null pour le texte hors des § numérotés.",
    }),
  ),
  numero_avant: Nullable(
    t.String({ description: "Dans le texte de départ ; null pour un § ajouté et hors des § numérotés." }),
  ),
  section: List(t.String(), { description: "Intertitres, du plus large au plus étroit." }),
  avant: t.String({ description: "Vide pour un § ajouté." }),
  apres: t.String({ description: "Vide pour un § supprimé." }),
  segments: List(Segment, {
    description:
      "Mot à mot : mis bout à bout sans `ajoute`, ils donnent `avant` ; sans `retire`, `apres`. Au-delà de 2 000 mots changés dans un §, un `retire` et un `ajoute`.",
  }),
});

/** The comparison of two texts, however they were named. */
export const TextComparison = namedObject("TextComparison", {
  portee_texte: {
    ...ChangeScope,
    description:
      "`formelle` quand seules diffèrent les espaces, la typographie, la numérotation, les liens ou la ponctuation ailleurs qu'entre deux chiffres.",
  },
  inchanges: t.Integer({ description: "§ numérotés de même numéro et de même empreinte, non listés." }),
  paragraphes: List(ParagraphChange, {
    description:
      "Ce qui change seulement : le texte hors des § d'abord, puis dans l'ordre du texte d'arrivée.",
  }),
});

/** Answer of /v1/boi/{id}/comparaison: two texts of one document. */
export const DocumentComparison = namedObject("DocumentComparison", {
  boi_id: t.String(),
  de: Edition,
  a: Edition,
  ...TextComparison.properties,
});

export type DocumentComparison = Static<typeof DocumentComparison>;
export type TextComparison = Static<typeof TextComparison>;
