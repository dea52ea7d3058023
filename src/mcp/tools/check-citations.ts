import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { type CheckedCitation, CheckedText, type FreeQuotation } from "../../schemas/answers/citations.ts";
import { type Api, answerOf, given } from "../api.ts";
import { READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const description = `Vérifie toutes les citations de la doctrine dans un texte : document, § et version existent-ils, sont-ils en vigueur ; la section, l'empreinte et les mots entre guillemets sont-ils les bons. Cherche aussi les mots entre guillemets qui n'ont pas de référence.
Quand : avant de rendre une réponse ou un écrit qui cite la doctrine (le vôtre compris), ou pour contrôler ceux d'un autre. « date » juge à un jour passé.
Ne reprenez une citation que « verifiee » (ou « remplacee », en le disant), sous la forme « à citer ainsi » ; « citation_inexacte » : ces mots ne sont pas au § cité.
« edition_non_detenue » et « document_inconnu » disent ce que le service ne détient pas, non que cela n'existe pas. Pour lire un § cité : get_boi.`;

const Checked = resultOf({
  ...t.Pick(CheckedText, ["date", "citations", "citations_libres", "non_lues"]).properties,
});

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
      const { date, citations, citations_libres, non_lues, tronque, couverture } = await answerOf(
        api.POST("/v1/citations", { body: given(input) }),
        CheckedText,
      );
      const heading = `${citations.length} citation${citations.length > 1 ? "s" : ""}, au ${date}. ${coverageSentence(couverture.jusqu_au)}`;
      const cut = tronque ? ["Le texte en a davantage : vérifiez la suite à part."] : [];
      const lines = [
        heading,
        ...citations.map(lineOf),
        ...section("Mots entre guillemets sans référence", citations_libres.map(quotationLine)),
        ...section(
          "Références qui n'ont pas été lues, donc pas vérifiées",
          non_lues.map(({ texte }) => `- « ${oneLine(texte)} »`),
        ),
        ...cut,
      ];
      return result(Checked, lines, { date, citations, citations_libres, non_lues, suite: null });
    },
  );
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title} :`, ...lines];
}

/** « - « BOI-IR-LIQ-20-10, § 130 » : verifiee ; mots cités : exact. » */
function lineOf(checked: CheckedCitation): string {
  const { texte, etat, motif, citation, citation_textuelle: words, paragraphe_inchange } = checked;
  return [
    `- « ${oneLine(texte)} » : ${etat}${motif === null ? "" : `. ${motif}`}`,
    ...(words === null ? [] : [`mots cités : ${wordsLine(words)}`]),
    ...(paragraphe_inchange === null ? [] : [`§ ${paragraphe_inchange ? "inchangé" : "changé"} depuis`]),
    ...(citation === null ? [] : [`à citer ainsi : ${citation}`]),
  ].join(" ; ");
}

function wordsLine({ etat, numero, proche }: NonNullable<CheckedCitation["citation_textuelle"]>): string {
  if (numero !== null) return `${etat}, au § ${numero}`;
  if (proche === null) return etat;
  const place = proche.numero === null ? "hors de tout §" : `au § ${proche.numero}`;
  return `${etat} ; le plus proche, ${place} : « ${oneLine(proche.texte)} »`;
}

function quotationLine({ texte, etat, citation }: FreeQuotation): string {
  return `- ${oneLine(texte)} : ${etat}${citation === null ? "" : ` ; à citer ainsi : ${citation}`}`;
}

function oneLine(texte: string): string {
  return texte.replace(/\s+/g, " ");
}
