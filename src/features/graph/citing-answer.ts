import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { DocumentKind, Nullable } from "../../schemas/responses.ts";

const CitingDocument = namedObject("CitingDocument", {
  boi_id: t.String({ examples: ["BOI-IR-LIQ-20-20"] }),
  titre: t.String(),
  domaine: t.String(),
  type: DocumentKind,
  mentions: t.Integer({ description: "Nombre de fois où il cite le document, quel que soit le §." }),
  paragraphes: t.Array(t.String(), { description: "Ses § d'où il le cite, dans l'ordre du texte." }),
});

/** Answer of /v1/boi/{id}/citants. */
export const CitingPage = namedObject("CitingPage", {
  boi_id: t.String(),
  paragraphe: Nullable(t.String({ description: "Le § demandé." })),
  total: t.Integer(),
  citants: t.Array(CitingDocument),
});

export type CitingDocument = Static<typeof CitingDocument>;
export type CitingPage = Static<typeof CitingPage>;
