import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { SearchHits } from "../answers.ts";
import type { ApiClient } from "../api.ts";
import { domaine } from "../inputs.ts";
import { CITATION, citationLine, PAGE_END, plainExcerpt, READ_ONLY, result } from "../results.ts";

const description = `Recherche par le sens : le meilleur passage de chaque document en vigueur qui répond à une question en langage courant.
Quand : la question est posée avec les mots de tous les jours (« mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ? ») ou search ne trouve rien. Avec des termes techniques précis ou un numéro d'article, search est plus sûr ; les deux se complètent.
Les premiers résultats ne répondent pas forcément : vérifiez avec get_boi sur le § indiqué avant de citer. Formule payante : si elle est refusée, utilisez search.`;

const Hit = z.object({ ...CITATION, date_publication: z.string(), extrait: z.string() });

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
      outputSchema: z.object({ results: z.array(Hit), ...PAGE_END }),
      annotations: READ_ONLY,
    },
    async (input) => {
      const { results } = await api.post("/v1/search/semantic", input, SearchHits);
      const hits = results.map(({ extrait, ...hit }) => ({
        ...hit,
        statut: "en_vigueur",
        extrait: plainExcerpt(extrait),
      }));
      const lines = hits.map((hit, index) => `${index + 1}. ${citationLine(hit)}\n   ${hit.extrait}`);
      return result(lines.length === 0 ? [NOTHING] : lines, { results: hits, suite: null });
    },
  );
}

const NOTHING = "Aucun passage. Reformulez la question avec d'autres mots, sans domaine, ou utilisez search.";
