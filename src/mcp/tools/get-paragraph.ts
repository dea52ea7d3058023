import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { certaintySentence } from "../../../bofip/sources/certainty-words.ts";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { ParagraphAnswer } from "../../schemas/answers/texts/paragraph.ts";
import { List } from "../../schemas/responses.ts";
import { type Api, type Covered, pathOf } from "../api.ts";
import { consultationLines } from "../consultations.ts";
import { withNeighbours } from "../fault.ts";
import { boiId, day, inputOf, paragraphNumber } from "../inputs.ts";
import { READ_ONLY, result, resultOf } from "../results.ts";

const description = `Lit un § tel qu'il est, ou tel qu'il était un jour (« date »), avec sa citation, son empreinte et depuis quand il est inchangé.
Quand : pour citer un § précis, ou ce que disait la doctrine un jour ; lequel compte dépend de l'impôt et du cas.`;

const Paragraph = resultOf({
  ...t.Pick(ParagraphAnswer, [
    ...["boi_id", "titre", "numero", "section", "texte", "edition", "inchange_depuis", "inchange_jusqu_au"],
    ...["empreinte", "citation", "url", "page", "precedent", "suivant", "consultations", "tableaux"],
    ...["decisions", "normes", "reponses"],
  ] as const).properties,
  cites: List(t.String(), { description: "Documents que ce § cite" }),
});

export function registerGetParagraph(server: McpServer, api: Api): void {
  server.registerTool(
    "get_paragraph",
    {
      title: "Lire un §",
      description,
      inputSchema: inputOf({
        boi_id: boiId,
        numero: paragraphNumber.describe("Comme 130 ou 1 bis."),
        date: day,
      }),
      annotations: READ_ONLY,
    },
    async ({ boi_id, numero, date }) => {
      const found = await api
        .get(pathOf`/v1/boi/${boi_id}/paragraphes/${numero}`, ParagraphAnswer, { date })
        .catch(withNeighbours(boi_id));
      const cites = found.references.map((reference) => reference.boi_id);
      return result(Paragraph, paragraphLines(found), { ...found, cites, suite: null });
    },
  );
}

/** A § in words: its citation, its text, since when it holds, and where it is. */
export function paragraphLines(found: Covered<ParagraphAnswer>): string[] {
  const { section, texte, citation, url, page, inchange_depuis, inchange_jusqu_au } = found;
  const until = inchange_jusqu_au === null ? "" : `, jusqu'au ${inchange_jusqu_au} exclu`;
  return [
    citation,
    ...(section.length === 0 ? [] : [`[${section.join(" > ")}]`]),
    texte,
    `Inchangé depuis le ${inchange_depuis}${until}, dans les éditions détenues. ${coverageSentence(found.couverture.jusqu_au)}`,
    certaintySentence(found.edition),
    ...consultationLines(found.consultations),
    ...(found.tableaux === 0 ? [] : [`Tableaux de ce § : ${found.tableaux} (get_table)`]),
    `Page datée : ${page} ; page officielle : ${url}`,
  ];
}
