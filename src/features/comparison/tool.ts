import { type Static, Type as t } from "@sinclair/typebox";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import { pathOf, withNeighbours } from "../../mcp/api.ts";
import { boiId, isoDay, limit, offset, tool } from "../../mcp/inputs.ts";
import { nextOffset, result, resultOf } from "../../mcp/results.ts";
import { Nullable } from "../../schemas/responses.ts";
import { DocumentComparison } from "./answer.ts";

const description = `Compare deux éditions d'un document, § par § : [-ôté-], {+ajouté+}. Sans dates : celle d'avant et celle d'aujourd'hui.
Quand : « qu'est-ce qui a changé ? », ou pour savoir si la doctrine d'un jour passé disait autre chose. « portee_texte » : formelle ou fond.`;

/** Maximum characters of one §: a § that changed entirely is read with get_paragraph. */
const MAX_CHARACTERS = 3_000;

const Change = t.Object({
  nature: t.String(),
  numero: Nullable(t.String({ description: "null : texte hors des § numérotés" })),
  numero_avant: Nullable(t.String()),
  mots: t.String({ description: "Mot à mot : [-ôté-], {+ajouté+}" }),
});

const Comparison = resultOf({
  ...t.Pick(DocumentComparison, ["boi_id", "de", "a", "portee_texte", "inchanges"]).properties,
  total: t.Integer({ description: "Paragraphes qui changent" }),
  paragraphes: t.Array(Change),
});

export const compareEditions = tool(
  { name: "compare_editions", title: "Comparer deux éditions", description },
  { boi_id: boiId, de: isoDay(), a: isoDay(), limit: limit(25, 10), offset },
  async ({ boi_id, de, a, ...page }, { api }) => {
    const found = await api
      .get(pathOf`/v1/boi/${boi_id}/comparaison`, DocumentComparison, { de, a })
      .catch(withNeighbours(boi_id));
    const { paragraphes: all, portee_texte, inchanges } = found;
    const paragraphes = all.slice(page.offset, page.offset + page.limit).map(changeOf);
    const lines = [
      `De : ${found.de.citation} ${found.de.page}`,
      certaintySentence(found.de),
      `À : ${found.a.citation} ${found.a.page}`,
      certaintySentence(found.a),
      `Portée : ${portee_texte} ; ${all.length} § qui changent, ${inchanges} inchangés.`,
      ...paragraphes.map(lineOf),
    ];
    const suite = nextOffset(page.offset, paragraphes.length, all.length);
    return result(Comparison, lines, { ...found, total: all.length, paragraphes, suite });
  },
);

function changeOf({
  nature,
  numero,
  numero_avant,
  segments,
}: DocumentComparison["paragraphes"][number]): Static<typeof Change> {
  const words = segments.map(({ op, texte }) => {
    if (op === "retire") return `[-${texte}-]`;
    return op === "ajoute" ? `{+${texte}+}` : texte;
  });
  const mots = words.join("");
  const shown = mots.length > MAX_CHARACTERS ? `${mots.slice(0, MAX_CHARACTERS)} […]` : mots;
  return { nature, numero, numero_avant, mots: shown };
}

function lineOf({ nature, numero, numero_avant, mots }: Static<typeof Change>): string {
  const name = numero === null ? "Hors des §" : `§ ${numero}`;
  const former = numero_avant === null || numero_avant === numero ? "" : ` (§ ${numero_avant} avant)`;
  return `\n${name}${former}, ${nature} : ${mots}`;
}
