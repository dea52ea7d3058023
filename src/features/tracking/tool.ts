import { Type as t } from "@sinclair/typebox";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { FINGERPRINT } from "../../../bofip/text/characters.ts";
import { boiId, isoDay, paragraphNumber, strictly, tool } from "../../mcp/inputs.ts";
import { result, resultOf } from "../../mcp/results.ts";
import { type TrackedGap, type TrackedReferenceAnswer, TrackedReferences } from "./answer.ts";

const description = `Dit de chaque § ou document retenu autrefois s'il est encore, mot pour mot, en vigueur ; sinon modifié, déplacé, retiré ou transféré, et depuis quand.
Quand : pour relire un mémoire, une note, une base. Chaque référence porte « date » (dont on a retenu le texte) ou « empreinte » ; sans « numero », c'est le document entier.`;

/** A longer answer would exceed what a model reads. */
const MOST_REFERENCES = 200;

const Reference = strictly({
  boi_id: boiId,
  numero: t.Optional(paragraphNumber()),
  date: isoDay(),
  empreinte: t.Optional(t.String({ type: "string", pattern: FINGERPRINT.source })),
});

const Checked = resultOf({ ...t.Pick(TrackedReferences, ["references"]).properties });

export const checkReferences = tool(
  { name: "check_references", title: "Suivre des références", description },
  { references: t.Array(Reference, { minItems: 1, maxItems: MOST_REFERENCES }) },
  async (input, { api }) => {
    const { references, couverture } = await api.post("/v1/suivi", TrackedReferences, input);
    const heading = `${headingOf(references)} ${coverageSentence(couverture.jusqu_au)}`;
    return result(Checked, [heading, ...references.map(lineOf)], { references, suite: null });
  },
);

function headingOf(references: readonly TrackedReferenceAnswer[]): string {
  const same = references.filter(({ etat }) => etat === "inchangee").length;
  const many = (count: number, word: string) => `${count} ${word}${count > 1 ? "s" : ""}`;
  return `${many(references.length, "référence")}, dont ${many(same, "inchangée")}.`;
}

/** « - BOI-IR-LIQ-20-10, § 40, version du 14 avril 2025 : modifiee depuis le 2026-06-22 ; comparer : https://… » */
function lineOf(reference: TrackedReferenceAnswer): string {
  const { boi_id, numero, etat, depuis, numero_actuel, citation, comparaison, ecart, actualites } = reference;
  const name = citation ?? (numero === null ? boi_id : `${boi_id}, § ${numero}`);
  return [
    `- ${name} : ${etat}${depuis === null ? "" : ` depuis le ${depuis}`}`,
    ...(numero_actuel === null ? [] : [`ces mots sont aujourd'hui le § ${numero_actuel}`]),
    ...(reference.avertissement === null ? [] : [reference.avertissement]),
    ...(ecart === null ? [] : [gapLine(ecart)]),
    ...(comparaison === null ? [] : [`comparer : ${comparaison}`]),
    ...actualites.map(({ id, titre }) => `annoncé par ${id} (${titre})`),
  ].join(" ; ");
}

/** « écart de fond : « 10 » devient « 12 » ; ne dit plus : « … » ; dit maintenant : « … » » */
function gapLine({ portee, phrases_retirees, phrases_ajoutees, nombres_changes }: TrackedGap): string {
  const sentences = (lead: string, some: readonly string[]) =>
    some.length === 0
      ? []
      : [`${lead} : ${some.map((words) => `« ${words.replace(/\s+/g, " ")} »`).join(", ")}`];
  return [
    `écart : ${portee}`,
    ...nombres_changes.map(({ avant, apres }) => `${avant} devient ${apres}`),
    ...sentences("ne dit plus", phrases_retirees),
    ...sentences("dit maintenant", phrases_ajoutees),
  ].join(" ; ");
}
