import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { ClassificationChild, ClassificationNode } from "../../schemas/answers/classification.ts";
import { Day } from "../../schemas/responses.ts";
import { type Api, answerOf } from "../api.ts";
import { limit, offset } from "../inputs.ts";
import { CITATION, citationLine, nextOffset, READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const description = `Parcourt le plan de classement : un nœud, ses subdivisions (avec le nombre de documents en vigueur dessous) et le document qui s'y trouve.
Quand : pour situer une matière, voir ce qui entoure un document, ou quand la recherche ne donne rien. Commencez sans « chemin » (les domaines : IR, IS, TVA…), puis descendez : IR, IR/LIQ, IR/LIQ/20.
Le document d'un nœud se lit avec get_boi : au chemin IR/LIQ/20 correspond BOI-IR-LIQ-20.`;

const Node = resultOf({
  ...t.Pick(ClassificationNode, ["chemin", "titre"]).properties,
  documents: t.Array(t.Object({ ...CITATION, date_publication: Day })),
  children: t.Array(t.Pick(ClassificationChild, ["chemin", "titre", "documents"])),
});

export function registerBrowsePlan(server: McpServer, api: Api): void {
  server.registerTool(
    "browse_plan",
    {
      title: "Plan de classement",
      description,
      inputSchema: z.strictObject({
        chemin: z
          .string()
          .trim()
          .regex(/^([A-Za-z0-9]+(\/[A-Za-z0-9]+)*)?\/?$/)
          .default("")
          .describe("Segments séparés par des barres, comme IR/LIQ/20 ; vide : la racine."),
        limit: limit(50, 30),
        offset,
      }),
      outputSchema: schemaOf(Node),
      annotations: READ_ONLY,
    },
    async (input) => {
      const path = { chemin: input.chemin };
      const asked =
        input.chemin === "" ? api.GET("/v1/plan") : api.GET("/v1/plan/{chemin}", { params: { path } });
      const node = await answerOf(asked, ClassificationNode);
      const children = node.children.slice(input.offset, input.offset + input.limit);
      const documents = node.documents.map((document) => ({ ...document, paragraphe: null }));
      const lines = [
        `${node.chemin === "" ? "Racine" : node.chemin} — ${node.titre ?? "rien sous ce chemin : remontez d'un niveau."}`,
        ...documents.map(
          (document) => `Document : ${citationLine(document)}, version du ${document.date_publication}`,
        ),
        ...children.map((child) => `- ${child.chemin} — ${child.titre} (${child.documents})`),
      ];
      const suite = nextOffset(input.offset, children.length, node.children.length);
      return result(Node, lines, { chemin: node.chemin, titre: node.titre, documents, children, suite });
    },
  );
}
