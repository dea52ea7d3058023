import { Type as t } from "@sinclair/typebox";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { HELD_SERIES, noteOfSeries } from "../../mcp/api.ts";
import { FILTERS, integer, isoDay, text, tool } from "../../mcp/inputs.ts";
import { result, resultOf } from "../../mcp/results.ts";
import { warningLines, warningsOf } from "../../mcp/warnings.ts";
import { Coverage } from "../../schemas/responses.ts";
import { ContextAnswer, ContextElement } from "./answer.ts";

const description = `Donne de quoi répondre à une question : les § de la doctrine, entiers et mot pour mot, dans un budget de caractères, avec ceux auxquels ils renvoient et la citation à employer.
Quand : une question en langage courant, d'abord. « date » : les § de ce jour-là ; filtres de search. Les premiers ne répondent pas forcément : lisez, citez ce qui répond. Formule payante : si elle est refusée, search.`;

const Context = resultOf({
  ...HELD_SERIES,
  ...t.Pick(ContextAnswer, ["budget", "employe", "omis"]).properties,
  couverture: Coverage,
  elements: t.Array(
    t.Pick(ContextElement, [
      ...[
        "boi_id",
        "titre",
        "numero",
        "section",
        "texte",
        "coupe",
        "empreinte",
        "citation",
        "page",
        "pourquoi",
        "code_cle",
        "article",
        "legiarti",
      ],
    ] as const),
  ),
});

export const getContext = tool(
  { name: "get_context", title: "De quoi répondre", description },
  {
    question: text(3, 500),
    budget: integer(500, 60_000, { default: 12_000, description: "De caractères." }),
    date: isoDay(),
    droit: t.Optional(
      t.Boolean({
        description: "Avec l'article de loi que chaque § commente, à ce jour (un tiers du budget).",
      }),
    ),
    ...FILTERS,
  },
  async (input, { api }) => {
    const [found, corpus] = await Promise.all([
      api.post("/v1/contexte", ContextAnswer, input),
      noteOfSeries(api, input.domaine),
    ]);
    const { elements, omis, couverture, avertissements } = found;
    const heading =
      elements.length === 0 ? NOTHING : `${elements.length} § ; ${omis} trouvés n'ont pas tenu.`;
    const lines = [
      `${heading} ${coverageSentence(couverture.jusqu_au)}`,
      ...(corpus === null ? [] : [corpus]),
      ...warningLines(warningsOf(avertissements)),
      ...elements.flatMap(linesOf),
    ];
    return result(Context, lines, { ...found, corpus, suite: null });
  },
);

const NOTHING = "Aucun § : reformulez la question avec d'autres mots, sans filtre, ou utilisez search.";

const NOTES: Readonly<Partial<Record<ContextElement["pourquoi"], string>>> = {
  renvoi: " (renvoi du § d'avant)",
  droit: " (texte de loi : l'article que commente le § d'avant)",
};

function linesOf(element: ContextElement): string[] {
  const { titre, section, texte, coupe, edition, citation, page, pourquoi } = element;
  const place = [titre, ...section].join(" > ");
  return [
    `\n[${place}]${NOTES[pourquoi] ?? ""}`,
    coupe ? `${texte} […]` : texte,
    `Citer : ${citation}. ${edition === null ? "" : `${certaintySentence(edition)} `}Page ${edition === null ? "" : "datée "}: ${page}`,
  ];
}
