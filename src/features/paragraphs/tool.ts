import { Type as t } from "@sinclair/typebox";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { type Covered, pathOf, ToolFault, withNeighbours } from "../../mcp/api.ts";
import { day, paragraphNumber, readNamedDocument, reference, tool } from "../../mcp/inputs.ts";
import { consultationLines } from "../../mcp/reading.ts";
import { result, resultOf } from "../../mcp/results.ts";
import { List } from "../../schemas/responses.ts";
import { ParagraphAnswer } from "./answer.ts";

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

export const getParagraph = tool(
  { name: "get_paragraph", title: "Lire un §", description },
  {
    boi_id: reference("Comme BOI-IR-LIQ-20-10, ou toute référence, avec ou sans son §."),
    numero: t.Optional(
      paragraphNumber({ description: "Comme 130 ou 1 bis ; sinon, celui de la référence." }),
    ),
    date: day,
  },
  async ({ boi_id, numero: asked, date }, { api }) => {
    const { boiId, numero } = await readNamedDocument(api, boi_id);
    const found = await api
      .get(pathOf`/v1/boi/${boiId}/paragraphes/${asked ?? numero ?? unnumbered()}`, ParagraphAnswer, {
        date,
      })
      .catch(withNeighbours(boiId));
    const cites = found.references.map((reference) => reference.boi_id);
    return result(Paragraph, paragraphLines(found), { ...found, cites, suite: null });
  },
);

function unnumbered(): never {
  throw new ToolFault(
    "« numero » est obligatoire quand la référence ne nomme pas de § ; get_boi donne ceux du document.",
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
