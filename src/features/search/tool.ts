import { Type as t } from "@sinclair/typebox";
import { HELD_SERIES, noteOfSeries } from "../../mcp/api.ts";
import { DESCRIBED_FILTERS, isoDay, limit, offset, text, tool } from "../../mcp/inputs.ts";
import { Hit, hitLine, hitOf, nextOffset, result, resultOf, worded } from "../../mcp/results.ts";
import { warningLines, warningsOf } from "../../mcp/warnings.ts";
import { SearchPage, SearchWarning } from "./answer.ts";

const description = `Recherche plein texte dans la doctrine en vigueur, ou dans celle d'un jour passé (« date »), la plus pertinente d'abord.
Quand : la question porte des termes précis (« quotient familial », « 199 undecies B », un identifiant BOI) ; pour lire un résultat : get_boi avec son §.
Tous les mots sont exigés : deux à quatre suffisent. ET, OU, SAUF en capitales ; "expression exacte" ; préf* ; -mot ; parenthèses : "crédit d'impôt" ET (logement OU habitation).`;

const Found = resultOf({
  ...HELD_SERIES,
  ...t.Pick(SearchPage, ["total", "editions_non_detenues"]).properties,
  results: t.Array(Hit),
  avertissements: t.Array(SearchWarning),
});

export const search = tool(
  { name: "search", title: "Recherche plein texte", description },
  {
    q: text(2, 512),
    ...DESCRIBED_FILTERS,
    date: isoDay({ description: "Les éditions de ce jour-là." }),
    limit: limit(10, 6),
    offset,
  },
  async (input, { api }) => {
    const [{ results, total, editions_non_detenues, avertissements: told }, corpus] = await Promise.all([
      api.get("/v1/search", SearchPage, input),
      noteOfSeries(api, input.domaine),
    ]);
    const hits = results.map(hitOf);
    const lines = hits.map((hit, index) =>
      hitLine(hit, input.offset + index + 1, `Score ${worded(hit.score)}.`),
    );
    const avertissements = warningsOf(told);
    const heading =
      total === 0 ? NOTHING : `${total} document${total > 1 ? "s" : ""} trouvé${total > 1 ? "s" : ""}.`;
    const notes = [...(corpus === null ? [] : [corpus]), ...warningLines(avertissements)];
    return result(Found, [heading, ...notes, ...lines], {
      corpus,
      total,
      ...(editions_non_detenues === undefined ? {} : { editions_non_detenues }),
      results: hits,
      avertissements,
      suite: nextOffset(input.offset, hits.length, total),
    });
  },
);

const NOTHING =
  "Aucun document. Essayez moins de mots, un OU entre synonymes, un préfixe (exonér*), sans filtre, ou semantic_search avec la question entière.";
