import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { type TrackedReferenceAnswer, TrackedReferences } from "../../schemas/answers/tracking.ts";
import { type Api, answerOf, given } from "../api.ts";
import { boiId } from "../inputs.ts";
import { READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const description = `Dit de chaque § ou document retenu autrefois s'il est encore, mot pour mot, ce qui est en vigueur ; sinon modifié, déplacé, retiré ou transféré, depuis quand, et qui l'a annoncé.
Quand : pour relire un mémoire, une note ou une base de références. Chaque référence porte « date » (le jour dont on a retenu le texte) ou « empreinte ». Sans « numero » : le document entier.
« non_detenue » dit ce que le service ne détient pas, non que cela n'existe pas. Les mots qui diffèrent : compare_editions. Des citations dans un texte : check_citations.`;

/** A longer answer would exceed what a model reads. */
const MOST_REFERENCES = 200;

const Reference = z.strictObject({
  boi_id: boiId.describe("Identifiant sans date, par exemple BOI-IR-LIQ-20-10."),
  numero: z.string().trim().min(1).max(20).optional().describe("Numéro du §, par exemple 130 ou 1 bis."),
  date: z.iso.date().optional().describe("Jour AAAA-MM-JJ dont on a retenu le texte."),
  empreinte: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe("Empreinte du § ou du texte, à la place de « date »."),
});

const Checked = resultOf({ ...t.Pick(TrackedReferences, ["references"]).properties });

export function registerCheckReferences(server: McpServer, api: Api): void {
  server.registerTool(
    "check_references",
    {
      title: "Suivre des références",
      description,
      inputSchema: z.strictObject({
        references: z.array(Reference).min(1).max(MOST_REFERENCES).describe("200 au plus."),
      }),
      outputSchema: schemaOf(Checked),
      annotations: READ_ONLY,
    },
    async (input) => {
      const body = { references: input.references.map((reference) => given(reference)) };
      const { references, couverture } = await answerOf(api.POST("/v1/suivi", { body }), TrackedReferences);
      const heading = `${headingOf(references)} ${coverageSentence(couverture.jusqu_au)}`;
      return result(Checked, [heading, ...references.map(lineOf)], { references, suite: null });
    },
  );
}

function headingOf(references: readonly TrackedReferenceAnswer[]): string {
  const same = references.filter(({ etat }) => etat === "inchangee").length;
  const many = (count: number, word: string) => `${count} ${word}${count > 1 ? "s" : ""}`;
  return `${many(references.length, "référence")}, dont ${many(same, "inchangée")}.`;
}

/** « - BOI-IR-LIQ-20-10, § 40, version du 14 avril 2025 : modifiee depuis le 2026-06-22 ; comparer : https://… » */
function lineOf(reference: TrackedReferenceAnswer): string {
  const { boi_id, numero, etat, depuis, numero_actuel, citation, comparaison, actualites } = reference;
  const name = citation ?? (numero === null ? boi_id : `${boi_id}, § ${numero}`);
  return [
    `- ${name} : ${etat}${depuis === null ? "" : ` depuis le ${depuis}`}`,
    ...(numero_actuel === null ? [] : [`ces mots sont aujourd'hui le § ${numero_actuel}`]),
    ...(comparaison === null ? [] : [`comparer : ${comparaison}`]),
    ...actualites.map(({ id, titre }) => `annoncé par ${id} (${titre})`),
  ].join(" ; ");
}
