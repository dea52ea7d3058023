import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, DocumentKind, DocumentStatut, Nullable } from "../../schemas/responses.ts";

const GraphNode = namedObject("GraphNode", {
  boi_id: t.String(),
  titre: Nullable(t.String()),
  domaine: t.String(),
  statut: Nullable(DocumentStatut),
  date_publication: Nullable(Day),
  depth: t.Integer({ description: "Distance à la racine." }),
  existe: t.Boolean({ description: "Faux quand le document n'est pas dans le corpus." }),
  url: Nullable(t.String({ description: "Page officielle." })),
});

const GraphEdge = namedObject("GraphEdge", {
  source: t.String(),
  target: t.String(),
  kind: t.Literal("references"),
  paragraphe: Nullable(t.String({ description: "Premier § de la source qui cite la cible." })),
});

/** Answer of /v1/boi/{id}/graph. */
export const Graph = namedObject("Graph", {
  root: t.String(),
  depth: t.Integer(),
  nodes: t.Array(GraphNode),
  edges: t.Array(GraphEdge),
  truncated: t.Optional(t.Literal(true, { description: "Présent quand le graphe s'arrête à 2 000 nœuds." })),
});

export type Graph = Static<typeof Graph>;
export type GraphNode = Static<typeof GraphNode>;
export type GraphEdge = Static<typeof GraphEdge>;

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
