import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import { SearchPage, SearchWarning } from "../../schemas/answers/search.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { type Api, answerOf, given } from "../api.ts";
import { HELD_SERIES, noteOfSeries } from "../held-series.ts";
import { domaine, limit, offset } from "../inputs.ts";
import {
  Hit,
  hitLine,
  hitOf,
  nextOffset,
  READ_ONLY,
  result,
  resultOf,
  schemaOf,
  worded,
} from "../results.ts";
import { warningLines, warningsOf } from "../warnings.ts";

/** The filters of the API, each as the tool takes it. */
const FILTERS = {
  domaine,
  type: z.enum(DOCUMENT_TYPES).optional().describe("Nature des documents ; sans elle, toutes."),
  matiere: z.string().optional().describe("Domaine dont traitent les documents, rescrits compris : TVA."),
  chemin: z.string().optional().describe("Nœud du plan et tout ce qui est dessous : IR/LIQ."),
  article: z.string().optional().describe("Article de loi qu'ils citent : CGI:150 U."),
} satisfies Record<keyof AskedFilter, z.ZodType>;

const filterNames = new Intl.ListFormat("fr").format(Object.keys(FILTERS));

const description = `Recherche plein texte dans la doctrine fiscale en vigueur (titres et textes), la plus pertinente d'abord.
Quand : la question porte des termes précis (« quotient familial », « 199 undecies B », un identifiant BOI). Pour une question en langage courant, semantic_search ; pour lire un résultat, get_boi avec le § indiqué.
Syntaxe : tous les mots sont exigés, donc deux à quatre mots suffisent ; ET, OU, SAUF en capitales ; "expression exacte" ; préf* ; -mot ; parenthèses. Accents, pluriels et conjugaisons sont indifférents. ${filterNames} restreignent, ensemble.
Exemples : plafonnement quotient familial · "crédit d'impôt" ET (logement OU habitation) · plus-value SAUF immobilière · exonér* jeunes entreprises.`;

const Found = resultOf({
  ...HELD_SERIES,
  ...t.Pick(SearchPage, ["total"]).properties,
  results: t.Array(Hit),
  avertissements: t.Array(SearchWarning),
});

export function registerSearch(server: McpServer, api: Api): void {
  server.registerTool(
    "search",
    {
      title: "Recherche plein texte",
      description,
      inputSchema: z.strictObject({
        q: z.string().min(2).max(512).describe('Requête, par exemple : plafonnement "quotient familial"'),
        ...FILTERS,
        limit: limit(10, 6),
        offset,
      }),
      outputSchema: schemaOf(Found),
      annotations: READ_ONLY,
    },
    async (input) => {
      const [{ results, total, avertissements: told }, corpus] = await Promise.all([
        answerOf(api.GET("/v1/search", { params: { query: given(input) } }), SearchPage),
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
        results: hits,
        avertissements,
        suite: nextOffset(input.offset, hits.length, total),
      });
    },
  );
}

const NOTHING =
  "Aucun document. Essayez moins de mots, un OU entre synonymes, un préfixe (exonér*), sans filtre, ou semantic_search avec la question entière.";
