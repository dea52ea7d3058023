import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { type KeepingDeps, keptByRevision, revalidated } from "../http/response/hooks.ts";
import { choice, documentId, integer } from "../schemas/parameters.ts";
import { DocumentStatut, documentAnswers, Nullable, unchangedAnswer } from "../schemas/responses.ts";
import { exploreGraph } from "../services/graph.ts";

const Node = t.Object({
  boi_id: t.String(),
  titre: Nullable(t.String()),
  domaine: t.String(),
  statut: Nullable(DocumentStatut),
  depth: t.Integer({ description: "Distance à la racine." }),
  existe: t.Boolean({ description: "Faux quand le document n'est pas dans le corpus." }),
  url: Nullable(t.String({ description: "Page officielle." })),
});

const Edge = t.Object({
  source: t.String(),
  target: t.String(),
  kind: t.Literal("references"),
  paragraphe: Nullable(t.String({ description: "Premier § de la source qui cite la cible." })),
});

const GraphAnswer = t.Object({
  root: t.String(),
  depth: t.Integer(),
  nodes: t.Array(Node),
  edges: t.Array(Edge),
  truncated: t.Optional(t.Literal(true, { description: "Présent quand le graphe s'arrête à 2 000 nœuds." })),
});

export const graph = (deps: LimitDeps & KeepingDeps) =>
  new Elysia({ name: "graph", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptByRevision(deps))
    .get(
      "/boi/:id/graph",
      ({ params, query }) => exploreGraph(deps.database, { ...query, boiId: params.id.boiId }),
      {
        params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
        query: t.Object(
          {
            depth: integer(1, 3, 1, { description: "Nombre de renvois suivis." }),
            direction: choice(["cites", "citants", "both"], "cites", {
              description: "cites : documents cités ; citants : documents qui citent ; both : les deux.",
            }),
          },
          { additionalProperties: false },
        ),
        response: { ...documentAnswers(GraphAnswer), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          tags: ["Documents"],
          summary: "Graphe des renvois",
          description:
            "Explore les renvois entre documents en largeur, chaque document une fois à sa plus petite distance.",
        },
      },
    );
