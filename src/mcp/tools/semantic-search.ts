import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { HybridHit, HybridPage, HybridPassage, SearchWarning } from "../../schemas/answers/search.ts";
import { List } from "../../schemas/responses.ts";
import { type Api, answerOf, given } from "../api.ts";
import { HELD_SERIES, noteOfSeries } from "../held-series.ts";
import { domaine } from "../inputs.ts";
import { Hit, hitLine, hitOf, READ_ONLY, result, resultOf, schemaOf, worded } from "../results.ts";
import { warningLines, warningsOf } from "../warnings.ts";

const description = `Recherche par les mots et par le sens : le meilleur passage de chaque document en vigueur qui répond à une question en langage courant.
Quand : la question est posée avec les mots de tous les jours (« mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ? ») ou search ne trouve rien. Avec des termes techniques précis ou un numéro d'article, search est plus sûr ; les deux se complètent.
« score » va de 0 à 1 et réunit « mots » (les mots de la question et leurs équivalents dans la doctrine) et « sens » : des scores proches ne départagent pas les résultats, et il y en a toujours. Les premiers ne répondent pas forcément : vérifiez avec get_boi sur le § indiqué avant de citer. « passages » donne jusqu'à trois § par document, le meilleur d'abord. Formule payante : si elle est refusée, utilisez search.`;

const Found = resultOf({
  ...HELD_SERIES,
  results: t.Array(
    t.Object({
      ...Hit.properties,
      ...t.Pick(HybridHit, ["scores", "rangs"]).properties,
      passages: List(t.Pick(HybridPassage, ["numero", "section", "score", "citation", "page"])),
    }),
  ),
  avertissements: t.Array(SearchWarning),
});

export function registerSemanticSearch(server: McpServer, api: Api): void {
  server.registerTool(
    "semantic_search",
    {
      title: "Recherche par les mots et le sens",
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
      const [{ results, avertissements: warned }, corpus] = await Promise.all([
        answerOf(api.POST("/v1/search/hybride", { body: given(input) }), HybridPage),
        noteOfSeries(api, input.domaine),
      ]);
      const hits = results.map(hitOf);
      const lines = hits.map((hit, index) => hitLine(hit, index + 1, scoreLine(hit) + otherParagraphs(hit)));
      const avertissements = warningsOf(warned);
      const notes = [...(corpus === null ? [] : [corpus]), ...warningLines(avertissements)];
      const told = [...notes, ...(lines.length === 0 ? [NOTHING] : lines)];
      return result(Found, told, { results: hits, corpus, avertissements, suite: null });
    },
  );
}

const NOTHING = "Aucun passage. Reformulez la question avec d'autres mots, sans domaine, ou utilisez search.";

/** « Score 0,62 : mots 0,41, sens 0,58. » */
function scoreLine({ score, scores: { texte, sens } }: Pick<HybridHit, "score" | "scores">): string {
  return `Score ${worded(score)} : mots ${part(texte)}, sens ${part(sens)}.`;
}

/** « Voir aussi § 30, § 50. » */
function otherParagraphs({ passages: [, ...others] }: Pick<HybridHit, "passages">): string {
  const named = others.flatMap(({ numero }) => (numero === null ? [] : `§ ${numero}`));
  return named.length === 0 ? "" : ` Voir aussi ${named.join(", ")}.`;
}

function part(score: number | null): string {
  return score === null ? "aucun" : worded(score);
}
