import { Type as t } from "@sinclair/typebox";
import { LAW_OF_PAST_DOCTRINE } from "../../../bofip/law/past-doctrine.ts";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import { pathOf, withNeighbours } from "../../mcp/api.ts";
import { day, integer, numberOrText, readNamedDocument, reference, text, tool } from "../../mcp/inputs.ts";
import {
  consultationLines,
  outline,
  type Passage,
  passagesOf,
  readPage,
  selectPassages,
} from "../../mcp/reading.ts";
import { CITATION, citationLine, result, resultOf } from "../../mcp/results.ts";
import { List, Nullable } from "../../schemas/responses.ts";
import { FullDocument } from "./answer.ts";

const description = `Lit un document : ses paragraphes numérotés (§), l'unité que l'on cite. Sans filtre : le sommaire et le début.
Quand : après une recherche, avec « paragraphe » = le § du résultat, ou une plage pour son contexte.
Reprenez la citation donnée. Un document RETIRÉ, REMPLACÉ ou TRANSFÉRÉ n'est plus en vigueur : dites-le. « Non détenu » ne veut pas dire inexistant.`;

const input = {
  boi_id: reference(
    "Comme BOI-IR-LIQ-20-10 ; suivi de -AAAAMMJJ, une édition passée ; ou toute référence, permalien compris.",
  ),
  date: day,
  paragraphe: t.Optional(numberOrText(text(1, 40, { description: "« 130 », ou une plage : « 120-140 »." }))),
  section: t.Optional(text(2, 200, { description: "Mots d'un titre de section." })),
  max_caracteres: integer(500, 20_000, { default: 6_000 }),
  suite: t.Optional(
    t.String({
      description: "Donnée par la page d'avant ; mêmes filtres.",
      type: "string",
      pattern: /^\d{1,6}:\d{1,9}$/.source,
    }),
  ),
};

const Reading = resultOf({
  ...CITATION,
  ...t.Pick(FullDocument, [
    "date_publication",
    "date_mise_a_jour",
    "texte_detenu",
    "edition",
    "consultations",
  ]).properties,
  transfere_vers: Nullable(t.String()),
  transferts: List(t.String(), { description: "Tous les documents qui reprennent ses commentaires" }),
  avis: Nullable(t.String({ description: "Avis de retrait ou de transfert, mot pour mot" })),
  sommaire: t.Array(t.Object({ section: t.String(), paragraphes: t.String() })),
  passages: t.Array(
    t.Object({ paragraphe: Nullable(t.String()), section: List(t.String()), texte: t.String() }),
  ),
});

export const getBoi = tool(
  { name: "get_boi", title: "Lire un document", description },
  input,
  async ({ boi_id, date, max_caracteres, suite: cursor, paragraphe: asked, section }, { api }) => {
    const named = await readNamedDocument(api, boi_id);
    const filter = { paragraphe: asked ?? named.numero ?? undefined, section };
    const document = await api
      .get(pathOf`/v1/boi/${named.boiId}`, FullDocument, { date })
      .catch(withNeighbours(named.boiId));
    const all = passagesOf(document);
    // Without a text, no § or section can be reported missing.
    const isHeld = document.texte_detenu;
    const selection = isHeld ? selectPassages(all, filter, document.paragraphes_reserves) : all;
    const page = readPage(selection, cursor, max_caracteres);
    const isOpening = selection === all && cursor === undefined;
    const sommaire = isOpening ? outline(all) : [];
    const { titre, statut, date_publication, date_mise_a_jour, texte_detenu, edition, consultations, url } =
      document;
    const { transfere_vers = null, transferts = [], avis = null } = document;
    const paragraphe = page.passages.find((passage) => passage.paragraphe !== null)?.paragraphe ?? null;
    const head = { boi_id: document.boi_id, titre, statut, paragraphe, url };
    const dates = { date_publication, date_mise_a_jour, texte_detenu, edition };
    const ending = { transfere_vers, transferts, avis };
    return result(
      Reading,
      [
        ...headingLines(document, paragraphe),
        ...citingLines(document, filter.paragraphe === undefined ? [] : page.passages),
        ...(sommaire.length === 0 ? [] : ["Sommaire (§§) :"]),
        ...sommaire.map((entry) => `- ${entry.section} (${entry.paragraphes})`),
        ...passageLines(page.passages),
      ],
      {
        ...head,
        ...dates,
        ...ending,
        consultations,
        sommaire,
        passages: page.passages,
        suite: nextCall(page.suite),
      },
    );
  },
);

function headingLines(document: FullDocument, paragraphe: string | null): string[] {
  return [
    citationLine({ ...document, paragraphe }),
    ...validity(document),
    ...(document.texte_detenu ? [certaintySentence(document.edition)] : []),
    ...consultationLines(document.consultations),
  ];
}

/** A whole document in words, as it is read in one go. */
export function documentLines(document: FullDocument): string[] {
  return [
    ...headingLines(document, null),
    ...citingLines(document, []),
    ...passageLines(passagesOf(document)),
  ];
}

/** How to cite what was read: each § that was asked for, else the edition. */
function citingLines({ edition, paragraphes }: FullDocument, read: readonly Passage[]): string[] {
  if (edition.citation === null) return [];
  const cited = read.flatMap(
    ({ paragraphe }) => paragraphes.find(({ numero }) => numero === paragraphe) ?? [],
  );
  if (cited.length === 0) return [`Citer : ${edition.citation}. Page datée : ${edition.page}`];
  return cited.map(({ citation, ancre }) => `Citer : ${citation}. Page datée : ${edition.page}#${ancre}`);
}

/** The dates between which the text was in force, with a warning for one that no longer is. */
function validity(document: FullDocument): string[] {
  const { statut, date_publication, date_mise_a_jour, transfere_vers, transferts = [], avis } = document;
  const end = date_mise_a_jour === null ? "" : `, jusqu'au ${date_mise_a_jour}`;
  const version = `Édition du ${date_publication}${end}`;
  if (statut === "en_vigueur") return [version];
  const targets = transferts.length > 0 || !transfere_vers ? transferts : [transfere_vers];
  return [
    document.texte_detenu
      ? `${version}. Ce texte n'est plus en vigueur. ${LAW_OF_PAST_DOCTRINE}`
      : `${NO_TEXT} Il n'est plus en vigueur depuis le ${date_mise_a_jour ?? date_publication}.`,
    ...(avis ? [`Avis de la source : « ${avis} »`] : []),
    ...(targets.length === 0 ? [] : [`Contenu transféré vers ${targets.join(", ")} : à lire.`]),
    ...(statut === "remplace" || !document.texte_detenu ? [] : [LAST_TEXT]),
  ];
}

const NO_TEXT = "Ce service ne détient aucun texte de ce document : dites-le ainsi, et ne le citez pas.";
const LAST_TEXT = "Ci-dessous, le dernier texte connu.";

function passageLines(passages: readonly Passage[]): string[] {
  return passages.map((passage, index) => passageText(passage, passages[index - 1]));
}

/** A passage under its headings, which are repeated only when they change. */
function passageText({ paragraphe, section, texte }: Passage, previous: Passage | undefined): string {
  const title = section.join(" > ");
  const heading = title === "" || title === previous?.section.join(" > ") ? "" : `[${title}]\n`;
  return `\n${heading}${paragraphe === null ? "" : `§ ${paragraphe} — `}${texte}`;
}

function nextCall(cursor: string | null): string | null {
  return cursor === null ? null : `suite="${cursor}"`;
}
