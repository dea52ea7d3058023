import { Type as t } from "@sinclair/typebox";
import { limit, offset, tool, trimmed } from "../../mcp/inputs.ts";
import { CITATION, citationLine, nextOffset, result, resultOf } from "../../mcp/results.ts";
import { Day } from "../../schemas/responses.ts";
import { ClassificationChild, ClassificationNode } from "./service.ts";

const description = `Parcourt le plan de classement : un nœud, ses subdivisions et son document.
Quand : pour situer une matière, ou quand la recherche ne donne rien. De la racine, descendez : IR, IR/LIQ, IR/LIQ/20, dont le document est BOI-IR-LIQ-20.`;

const Node = resultOf({
  ...t.Pick(ClassificationNode, ["chemin", "titre"]).properties,
  documents: t.Array(t.Object({ ...CITATION, date_publication: Day })),
  children: t.Array(t.Pick(ClassificationChild, ["chemin", "titre", "documents"])),
});

export const browsePlan = tool(
  { name: "browse_plan", title: "Plan de classement", description },
  {
    chemin: trimmed(
      t.String({
        default: "",
        description: "Comme IR/LIQ/20 ; vide : la racine.",
        type: "string",
        pattern: /^([A-Za-z0-9]+(\/[A-Za-z0-9]+)*)?\/?$/.source,
      }),
    ),
    limit: limit(50, 30),
    offset,
  },
  async (input, { api }) => {
    // Its slashes are sent as they are: a proxy may refuse `%2F`.
    const address = input.chemin === "" ? "/v1/plan" : `/v1/plan/${input.chemin}`;
    const node = await api.get(address, ClassificationNode);
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
