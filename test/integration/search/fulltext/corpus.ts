import type { IndexedDocument } from "../../../../search/fulltext/port.ts";
import { PLAIN, SERIES, variedValues } from "../../../fixtures/fulltext.ts";

/** Words of the generated texts, the first ones frequent, the last ones rare. */
const VOCABULARY: readonly string[] = `le impôt de revenu la crédit des société sur bénéfices les taxe du
  exonération plus value cession immeuble loyers déduction charge résidence étranger déclaration 10 000 article 39 A
  amortissement dividende succession donation usufruit bail apport fusion œuvre aîné régime seuil forfait option
  navire vignoble phare moulin`.split(/\s+/u);

/** Titles use only the first words: suggestions are tested with others. */
const TITLE_VOCABULARY = VOCABULARY.slice(0, 13);
const CITATIONS = [
  "CGI:150 U",
  "CGI:150 UA",
  "CGI:150-0 A",
  "LPF:L. 10..L. 54 A",
  "LPF:R.* 196-1",
  "CGI-ANN-2:210",
  "decision:CE-248065",
  "norme:loi-2012-1509",
  "reponse:RM-AN-1996-39397",
];

/** Documents with known words at known positions. */
export const PLACED: readonly IndexedDocument[] = [
  placed("BOI-IR-LIQ-20-10", "IR", "IR - Liquidation - Barème de l'impôt", "Le barème compte cinq tranches."),
  placed(
    "BOI-IR-LIQ-20-10-10",
    "IR",
    "IR - Liquidation - Quotient",
    "Voir le BOI-IR-LIQ-20-10 pour le barème.",
  ),
  placed("BOI-IR-LIQ", "IR", "IR - Liquidation", "Vue d'ensemble."),
  placed("BOI-BIC-AMT-10", "BIC", "BIC - Amortissements - Principes", "Une machine perd sa valeur."),
  placed("BOI-BIC-AMT-20", "BIC", "BIC - Amortissements - Durée d'usage", "La durée dépend du bien."),
  placed(
    "BOI-RPPM-PVBMI-10",
    "RPPM",
    "RPPM - Exonération des plus-values mobilières",
    "Titres détenus huit ans.",
  ),
  placed("BOI-TVA-TAUX-10", "TVA", "TVA - Taux réduit", "Les livres suivent le taux de 5,5 %."),
  placed("BOI-PAT-CROISE-10", "PAT", "PAT - Étang", "Salé comme la mer, un étang salé."),
  placed("BOI-PAT-CROISE-20", "PAT", "PAT - Salé", "Étang d'eau douce."),
  placed("BOI-PAT-JUMEAU-20", "PAT", "PAT - Jumeaux", "Deux textes que rien ne sépare : hippocampe."),
  placed("BOI-PAT-JUMEAU-10", "PAT", "PAT - Jumeaux", "Deux textes que rien ne sépare : hippocampe."),
  placed("BOI-PAT-POLDER-10", "PAT", "PAT - Taxe des polders", "Une digue la tient."),
  placed(
    "BOI-PAT-POLDER-20",
    "PAT",
    "PAT - Taxe des polders - Assiette de la taxe des polders et des digues",
    "La taxe des polders, toujours la taxe des polders.",
  ),
  placed("BOI-PAT-POIDS-10", "PAT", "PAT - Divers", "On y parle une fois de girafe, parmi d'autres animaux."),
  placed("BOI-PAT-POIDS-20", "PAT", "PAT - Girafe", "On y parle d'autres animaux, parmi quelques plantes."),
  placed(
    "BOI-IR-PAS-10",
    "IR",
    "IR - PAS",
    "Le taux du PAS est dû, il n'est pas reçu sur une plate-forme du port.",
  ),
  placed(
    "BOI-IR-PAS-20",
    "IR",
    "IR - Retenue",
    "Il n'est pas à recevoir du port : une plateforme du port le reçoit.",
  ),
  // Citations side by side once, apart many times, and both
  placed("BOI-CF-CITE-10", "CF", "CF - Une", `${"Rien de tel. ".repeat(40)}L'article 244 bis A du code.`),
  placed(
    "BOI-CF-CITE-20",
    "CF",
    "CF - Article 244 et bis",
    "L'article 244, puis A bis, A ter. Le 31 mars 2020.",
  ),
  placed(
    "BOI-CF-CITE-30",
    "CF",
    "CF - Trois",
    `${"Rien de tel. ".repeat(60)}Au 31 mars 2020, l'article 244 bis A du code.`,
  ),
  placed(
    "BOI-CF-CITE-40",
    "CF",
    "CF - Quatre",
    "L'article 244 bis bis A. Le 31, en mars, mars et mars, 2020.",
  ),
  placed(
    "BOI-IR-CITE-50",
    "IR",
    "IR - Sigles",
    "Voir le BOI-IR-PAS-50, T.V.A. comprise, et le II.A.1 du C.G.I.",
  ),
  placed("BOI-CF-LONG-30", "CF", "CF - Trente mille mots", `${"mot ".repeat(30_000)}fanal éteint`),
  placed(
    "BOI-CF-LONG-70",
    "CF",
    "CF - Soixante-dix mille mots",
    `fanal ${"mot ".repeat(70_000)}fanal du port éteint`,
  ),
];

/** The placed documents and the generated ones, deterministic. */
export function testCorpus(): IndexedDocument[] {
  const draw = randomNumbers(1_789);
  const generated = Array.from({ length: 240 }, (_, index) => {
    const serie = SERIES[index % SERIES.length] ?? "IR";
    const titre = `${serie} - ${words(draw, TITLE_VOCABULARY, 4)}`;
    const document = placed(
      `BOI-${serie}-GEN-${index}`,
      serie,
      titre,
      words(draw, VOCABULARY, 12 + (index % 60)),
    );
    return {
      ...document,
      ...variedValues(index),
      articles: CITATIONS.filter((_, rank) => (index + rank) % 7 === 0 || index % (rank + 11) === 0),
    };
  });
  return [...PLACED, ...generated];
}

/** Numbers from 0 to 1 in a fixed sequence (linear congruential, Numerical Recipes' constants). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function words(draw: () => number, vocabulary: readonly string[], count: number): string {
  const word = (): string => vocabulary[Math.floor(draw() ** 2 * vocabulary.length)] ?? "";
  return Array.from({ length: count }, word).join(" ");
}

function placed(boiId: string, domaine: string, titre: string, texte: string): IndexedDocument {
  return { boiId, domaine, ...PLAIN, titre, texte, hash: `hash of ${boiId}` };
}
