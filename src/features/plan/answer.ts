import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { DocumentStatut, Nullable, StartDay } from "../../schemas/responses.ts";

/** A subdivision of a node. */
export const ClassificationChild = namedObject("ClassificationChild", {
  chemin: t.String({ examples: ["IR/LIQ"] }),
  segment: t.String({ examples: ["LIQ"] }),
  titre: t.String(),
  documents: t.Integer({ description: "Documents en vigueur à ce nœud et en dessous." }),
});

const Listed = namedObject("ClassifiedDocument", {
  boi_id: t.String(),
  titre: t.String(),
  statut: DocumentStatut,
  date_publication: StartDay,
  url: t.String({ description: "Page officielle." }),
});

/** Answer of /v1/plan/{chemin}: a node of the classification with what lies directly below it. */
export const ClassificationNode = namedObject("ClassificationNode", {
  chemin: t.String(),
  titre: Nullable(t.String({ description: "null où le plan ne contient rien." })),
  children: t.Array(ClassificationChild),
  documents: t.Array(Listed),
});

export type ClassificationNode = Static<typeof ClassificationNode>;
