import { Type as t } from "@sinclair/typebox";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { isoDay, text, tool } from "../../mcp/inputs.ts";
import { result, resultOf } from "../../mcp/results.ts";
import {
  type ArticleReference,
  type CheckedCitation,
  type CheckedTally,
  CheckedText,
  type FreeQuotation,
  type LawReference,
} from "./answer.ts";

const description = `Vérifie les citations de la doctrine dans un texte : document, § et version existent-ils, sont-ils en vigueur ; les mots entre guillemets y sont-ils. Cherche aussi ceux qui n'ont pas de référence.
Quand : avant de rendre une réponse qui cite la doctrine, la vôtre comprise. « date » juge à un jour passé.
Tout est juste quand le bilan ne compte que des justes. Ne reprenez une citation que « verifiee » (ou « remplacee », en le disant), sous la forme « à citer ainsi ». « partielle » : ce qui n'a pas été lu est à vérifier à part. « edition_non_detenue » et « document_inconnu » disent ce qui n'est pas détenu, non ce qui n'existe pas.`;

const Checked = resultOf({
  ...t.Pick(CheckedText, ["date", "bilan", "citations", "citations_libres", "non_lues", "references_droit"])
    .properties,
});

export const checkCitations = tool(
  { name: "check_citations", title: "Vérifier des citations", description },
  { texte: { ...text(1, 100_000), description: "50 000 caractères au plus." }, date: isoDay() },
  async (input, { api }) => {
    const { tronque, couverture, ...checked } = await api.post("/v1/citations", CheckedText, input);
    const { date, bilan, citations, citations_libres, non_lues, references_droit } = checked;
    const heading = `${citations.length} citation${citations.length > 1 ? "s" : ""}, au ${date}. ${coverageSentence(couverture.jusqu_au)}`;
    const cut = tronque ? ["Le texte en a davantage : vérifiez la suite à part."] : [];
    const lines = [
      heading,
      tallyLine(bilan),
      ...citations.map(lineOf),
      ...section("Mots entre guillemets sans référence", citations_libres.map(quotationLine)),
      ...section(
        "Références qui n'ont pas été lues, donc pas vérifiées",
        non_lues.map(({ texte }) => `- « ${oneLine(texte)} »`),
      ),
      ...section(
        "Articles, décisions et textes cités ; seuls les articles détenus sont vérifiés",
        references_droit.map(lawLine),
      ),
      ...cut,
    ];
    return result(Checked, lines, { ...checked, suite: null });
  },
);

/** « Bilan : 2 justes, 1 à corriger. » */
function tallyLine({ verifiees, remplacees, a_corriger, a_lire, non_detenues }: CheckedTally): string {
  const counts = [
    `${verifiees} juste${verifiees > 1 ? "s" : ""}`,
    ...(remplacees === 0 ? [] : [`${remplacees} d'un texte remplacé`]),
    ...(a_corriger === 0 ? [] : [`${a_corriger} à corriger`]),
    ...(a_lire === 0 ? [] : [`${a_lire} à lire soi-même`]),
    ...(non_detenues === 0 ? [] : [`${non_detenues} non détenue${non_detenues > 1 ? "s" : ""}`]),
  ];
  return `Bilan : ${counts.join(", ")}.`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title} :`, ...lines];
}

/** « - « BOI-IR-LIQ-20-10, § 130 » : verifiee ; mots cités : exact. » */
function lineOf(checked: CheckedCitation): string {
  const { texte, etat, motif, citation, citation_textuelle: words, paragraphe_inchange } = checked;
  const { non_lus, nomme_par } = checked;
  const isPresumed = etat === "remplacee" && checked.certitude === "presumee";
  return [
    `- « ${oneLine(texte)} » : ${etat}${motif === null ? "" : `. ${motif}`}`,
    ...(words === null ? [] : [`mots cités : ${wordsLine(words)}`]),
    ...(non_lus.length === 0
      ? []
      : [`non lu : ${non_lus.map((each) => `« ${oneLine(each.texte)} »`).join(", ")}`]),
    ...(nomme_par.length === 0
      ? []
      : [`nommé par ${nomme_par.map(({ boi_id, numero }) => `${boi_id}, § ${numero}`).join(" ; ")}`]),
    ...(paragraphe_inchange === null ? [] : [`§ ${paragraphe_inchange ? "inchangé" : "changé"} depuis`]),
    ...(isPresumed ? ["texte présumé ce jour-là"] : []),
    ...(citation === null ? [] : [`à citer ainsi : ${citation}`]),
  ].join(" ; ");
}

function wordsLine({
  etat,
  numero,
  proche,
  omis,
}: NonNullable<CheckedCitation["citation_textuelle"]>): string {
  if (omis.length > 0) return `${etat}, sans ${omis.map((words) => `« ${oneLine(words)} »`).join(", ")}`;
  if (numero !== null) return `${etat}, au § ${numero}`;
  if (proche === null) return etat;
  const place = proche.numero === null ? "hors de tout §" : `au § ${proche.numero}`;
  return `${etat} ; le plus proche, ${place} : « ${oneLine(proche.texte)} »`;
}

/** « - « CE, 8 mars 2004, n° 248065 » : CE-248065, cité par 3 documents en vigueur » */
function lawLine(reference: LawReference): string {
  return `- « ${oneLine(reference.texte)} » : ${knownOf(reference)}`;
}

function knownOf(reference: LawReference): string {
  if (reference.genre === "article") return articleKnown(reference);
  const { cle, documents } = reference;
  if (cle === null) return "sans clé";
  if ("date_discordante" in reference && reference.date_discordante)
    return `${cle}, à une autre date que celle que la doctrine lui donne : la date ou le numéro est à corriger`;
  return `${cle}, cité par ${documents === 1 ? "1 document" : `${documents} documents`} en vigueur`;
}

const ARTICLE_STATES: Readonly<Record<ArticleReference["etat"], string>> = {
  en_vigueur: "en vigueur",
  abroge: "n'est plus en vigueur",
  inconnu: "inconnu de ce code, à corriger",
  non_detenu: "texte non détenu, rien n'en est dit",
};

function articleKnown({ code, article, etat, droit, citation_textuelle: words }: ArticleReference): string {
  const version = droit == null ? "" : ` (version du ${droit.date_debut})`;
  const quoted = words === null ? "" : ` ; mots cités : ${wordsLine(words)}`;
  return `${code}, art. ${article}, ${ARTICLE_STATES[etat]}${version}${quoted}`;
}

function quotationLine({ texte, etat, citation }: FreeQuotation): string {
  return `- ${oneLine(texte)} : ${etat}${citation === null ? "" : ` ; à citer ainsi : ${citation}`}`;
}

function oneLine(texte: string): string {
  return texte.replace(/\s+/g, " ");
}
