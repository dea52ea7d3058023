import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { SemanticPage } from "../../schemas/answers/search.ts";
import type { ApiClient } from "../api.ts";
import { domaine } from "../inputs.ts";
import { citationLine, Hit, plainExcerpt, READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const description = `Recherche par le sens : le meilleur passage de chaque document en vigueur qui répond à une question en langage courant.
Quand : la question est posée avec les mots de tous les jours (« mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ? ») ou search ne trouve rien. Avec des termes techniques précis ou un numéro d'article, search est plus sûr ; les deux se complètent.
Les premiers résultats ne répondent pas forcément : vérifiez avec get_boi sur le § indiqué avant de citer. Formule payante : si elle est refusée, utilisez search.`;

const Found = resultOf({ results: t.Array(Hit) });

export function registerSemanticSearch(server: McpServer, api: ApiClient): void {
  server.registerTool(
    "semantic_search",
    {
      title: "Recherche par le sens",
      description,
      inputSchema: z.strictObject({
        question: z.string().min(3).max(500).describe("La question entière, en français."),
        domaine,
        top_k: z.int().min(1).max(10).default(5).describe("Nombre de passages."),
      }),
      outputSchema: schemaOf(Found),
      annotations: READ_ONLY,
    },
    async (input) => {
      const { results } = await api.post("/v1/search/semantic", input, SemanticPage);
      const hits = results.map(({ extrait, ...hit }) => ({
        ...hit,
        statut: "en_vigueur",
        extrait: plainExcerpt(extrait),
      }));
      const lines = hits.map((hit, index) => `${index + 1}. ${citationLine(hit)}\n   ${hit.extrait}`);
      return result(Found, lines.length === 0 ? [NOTHING] : lines, { results: hits, suite: null });
    },
  );
}

const NOTHING = "Aucun passage. Reformulez la question avec d'autres mots, sans domaine, ou utilisez search.";
