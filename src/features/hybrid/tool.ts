import { Type as t } from "@sinclair/typebox";
import { HELD_SERIES, noteOfSeries } from "../../mcp/api.ts";
import { FILTERS, isoDay, limit, text, tool } from "../../mcp/inputs.ts";
import { Hit, hitLine, hitOf, result, resultOf, worded } from "../../mcp/results.ts";
import { warningLines, warningsOf } from "../../mcp/warnings.ts";
import { List } from "../../schemas/responses.ts";
import { HybridHit, HybridPage, HybridPassage, SearchWarning } from "../search/answer.ts";

const description = `Recherche par les mots et le sens : les documents en vigueur, ou ceux d'un jour passé (« date »), qui répondent le mieux à une question en langage courant, avec leurs trois meilleurs § au plus.
Quand : pour savoir quels documents en traitent, ou quand search ne trouve rien ; filtres de search.
Il y a toujours des résultats, et des scores proches ne les départagent pas : lisez le § avec get_boi avant de citer. Formule payante, comme get_context.`;

const Found = resultOf({
  ...HELD_SERIES,
  ...t.Pick(HybridPage, ["editions_non_detenues"]).properties,
  results: t.Array(
    t.Object({
      ...Hit.properties,
      ...t.Pick(HybridHit, ["scores", "rangs"]).properties,
      passages: List(t.Pick(HybridPassage, ["numero", "section", "score", "citation", "page"])),
    }),
  ),
  avertissements: t.Array(SearchWarning),
});

export const semanticSearch = tool(
  { name: "semantic_search", title: "Recherche par les mots et le sens", description },
  { question: text(3, 500), ...FILTERS, date: isoDay(), top_k: limit(10, 5) },
  async (input, { api }) => {
    const [{ results, editions_non_detenues, avertissements: warned }, corpus] = await Promise.all([
      api.post("/v1/search/hybride", HybridPage, input),
      noteOfSeries(api, input.domaine),
    ]);
    const hits = results.map(hitOf);
    const lines = hits.map((hit, index) => hitLine(hit, index + 1, scoreLine(hit) + otherParagraphs(hit)));
    const avertissements = warningsOf(warned);
    const notes = [...(corpus === null ? [] : [corpus]), ...warningLines(avertissements)];
    const told = [...notes, ...(lines.length === 0 ? [NOTHING] : lines)];
    return result(Found, told, {
      ...(editions_non_detenues === undefined ? {} : { editions_non_detenues }),
      results: hits,
      corpus,
      avertissements,
      suite: null,
    });
  },
);

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
