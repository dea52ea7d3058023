import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { type CheckedCitation, CheckedText } from "../../schemas/answers/citations.ts";
import { type Api, answerOf, given } from "../api.ts";
import { READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const description = `Vérifie toutes les citations de la doctrine dans un texte : document, § et version existent-ils, sont-ils en vigueur, les mots entre guillemets y sont-ils.
Quand : avant de rendre une réponse ou un écrit qui cite la doctrine (le vôtre compris), ou pour contrôler ceux d'un autre. « date » juge à un jour passé, celui des opérations.
« edition_non_detenue » et « document_inconnu » disent ce que le service ne détient pas, non que cela n'existe pas. Pour lire un § cité : get_boi.`;

const Checked = resultOf({ ...t.Pick(CheckedText, ["date", "citations"]).properties });

export function registerCheckCitations(server: McpServer, api: Api): void {
  server.registerTool(
    "check_citations",
    {
      title: "Vérifier des citations",
      description,
      inputSchema: z.strictObject({
        texte: z.string().min(1).max(100_000).describe("Texte à vérifier, 50 000 caractères au plus."),
        date: z.iso.date().optional().describe("Jour auquel juger, AAAA-MM-JJ ; par défaut, aujourd'hui."),
      }),
      outputSchema: schemaOf(Checked),
      annotations: READ_ONLY,
    },
    async (input) => {
      const {
        date,
        citations,
        tronque = false,
      } = await answerOf(api.POST("/v1/citations", { body: given(input) }), CheckedText);
      const heading = `${citations.length} citation${citations.length > 1 ? "s" : ""}, au ${date}.`;
      const cut = tronque ? ["Le texte en a davantage : vérifiez la suite à part."] : [];
      return result(Checked, [heading, ...citations.map(lineOf), ...cut], { date, citations, suite: null });
    },
  );
}

/** « - « BOI-IR-LIQ-20-10, § 130 » : verifiee ; mots cités : exact. » */
function lineOf({ texte, etat, motif, citation, citation_textuelle: words }: CheckedCitation): string {
  const place = words?.numero ? `, au § ${words.numero}` : "";
  return [
    `- « ${texte.replace(/\s+/g, " ")} » : ${etat}${motif === null ? "" : `. ${motif}`}`,
    ...(words === null ? [] : [`mots cités : ${words.etat}${place}`]),
    ...(citation === null ? [] : [`à citer ainsi : ${citation}`]),
  ].join(" ; ");
}
