import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { certaintySentence } from "../../../bofip/sources/certainty-words.ts";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { ParagraphAnswer } from "../../schemas/answers/texts/paragraph.ts";
import { List } from "../../schemas/responses.ts";
import { type Api, answerOf, given } from "../api.ts";
import { consultationLines } from "../consultations.ts";
import { withNeighbours } from "../fault.ts";
import { boiId, day } from "../inputs.ts";
import { READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const description = `Lit un paragraphe (§) d'un document, tel qu'il est ou tel qu'il était un jour donné, avec sa citation, son empreinte et depuis quand il est inchangé dans les éditions que le service détient.
Quand : pour citer un § précis, ou dire ce que disait la doctrine un jour donné (« date ») ; quel jour compte dépend de l'impôt et du cas. « Non détenu » ne veut pas dire inexistant : dites-le ainsi.`;

const Paragraph = resultOf({
  ...t.Pick(ParagraphAnswer, [
    ...["boi_id", "titre", "numero", "section", "texte", "edition", "inchange_depuis", "inchange_jusqu_au"],
    ...["empreinte", "citation", "url", "page", "precedent", "suivant", "consultations", "tableaux"],
  ] as const).properties,
  cites: List(t.String(), { description: "Documents que ce § cite" }),
});

export function registerGetParagraph(server: McpServer, api: Api): void {
  server.registerTool(
    "get_paragraph",
    {
      title: "Lire un §",
      description,
      inputSchema: z.strictObject({
        boi_id: boiId,
        numero: z.string().trim().min(1).max(20).describe("Numéro du §, par exemple 130 ou 1 bis."),
        date: day,
      }),
      outputSchema: schemaOf(Paragraph),
      annotations: READ_ONLY,
    },
    async ({ boi_id, numero, date }) => {
      const params = { path: { id: boi_id, numero }, query: given({ date }) };
      const found = await answerOf(
        api.GET("/v1/boi/{id}/paragraphes/{numero}", { params }),
        ParagraphAnswer,
      ).catch(withNeighbours(boi_id));
      const { section, texte, citation, url, page, inchange_depuis, inchange_jusqu_au } = found;
      const until = inchange_jusqu_au === null ? "" : `, jusqu'au ${inchange_jusqu_au} exclu`;
      const lines = [
        citation,
        ...(section.length === 0 ? [] : [`[${section.join(" > ")}]`]),
        texte,
        `Inchangé depuis le ${inchange_depuis}${until}, dans les éditions détenues. ${coverageSentence(found.couverture.jusqu_au)}`,
        certaintySentence(found.edition),
        ...consultationLines(found.consultations),
        ...(found.tableaux === 0 ? [] : [`Tableaux de ce § : ${found.tableaux} (get_table)`]),
        `Page datée : ${page} ; page officielle : ${url}`,
      ];
      const cites = found.references.map((reference) => reference.boi_id);
      return result(Paragraph, lines, { ...found, cites, suite: null });
    },
  );
}
