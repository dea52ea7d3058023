import { fold } from "../../fulltext/analyzer/fold.ts";
import type { TextScope } from "../comparison/compare.ts";
import { ownWords } from "./own-words.ts";

/** What an actualité says of the change that it announces, recognised by its words. */
interface ScopeRule {
  readonly portee: TextScope;
  readonly where: "titre" | "texte";
  /** Read in folded letters: lower case, no accents. */
  readonly says: RegExp;
  /** Words that it is made for; the tests hold it to them. */
  readonly example: string;
}

/** In order: the first that applies decides. An actualité that says it is formal is believed; the comparison is not. */
export const SCOPE_RULES: readonly ScopeRule[] = [
  {
    portee: "formelle",
    where: "titre",
    says: /\bsans nouveautes? doctrinales?\b/,
    example: "CF - Commentaires reformulés sans nouveauté doctrinale",
  },
  {
    portee: "formelle",
    where: "titre",
    says: /\bau plan formel\b|\bmises? a jour formelles?\b|\bcorrections? formelles?\b/,
    example: "BIC - Tableaux remis en ordre au plan formel",
  },
  {
    portee: "formelle",
    where: "texte",
    says: /\bne constitue(?:nt)? pas (?:une |des )?mises? a jour doctrinales?\b|\bsans (?:modification|changement) de (?:fond|doctrine)\b/,
    example: "Ces publications ne constituent pas des mises à jour doctrinales.",
  },
  {
    portee: "formelle",
    where: "titre",
    says: /\breorganisation structurelle\b/,
    example: "TFP - Réorganisation structurelle de la série",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\bjurisprudences?\b|\b(?:caa|cjue|cass|arrets?|conseil (?:d'etat|constitutionnel))\b|\(ce\b/,
    example: "REC - Cautionnement - Jurisprudence (Cass. civ., arrêt du 12 septembre 2012)",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\brescrits?\b|\breponses? (?:ministerielles?|a la question)\b|\bconsultations? publiques?\b|\bpublication definitive\b|\bcommentaires definitifs\b/,
    example: "BA - Entraîneurs de chevaux de course - Rescrit (N° 2013/01 du 4 juin 2013)",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\b(?:lois?|decrets?|ordonnances?|directives?|arretes?|avenants?|circulaires?)\b/,
    example: "PAT - Réforme de l'impôt (article 13 de la loi n° 2012-1509 du 29 décembre 2012)",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\b(?:actualisations?|revalorisations?|indexations?|baremes?|taux|seuils?|plafonds?|plafonnements?|tarifs?|tarification|montants?|coefficients?|mises? (?:a jour|en conformite))\b/,
    example: "CVAE - Exonérations et abattements - Actualisation des plafonds pour 2013",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\b(?:abaissements?|abrogations?|alignements?|amenagements?|assouplissements?|augmentations?|creations?|entree en (?:vigueur|fiscalite)|extensions?|modifications?|nouve(?:au|aux|lle|lles|autes)|perennisations?|prolongations?|prorogations?|reformes?|relevements?|remplacements?|renforcements?|simplifications?|suppressions?|transformations?|transpositions?)\b/,
    example: "ENR - Suppression du droit fixe dû sur les actes d'avoués",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\bprecisions?\b|\bnotions?\b|\bdefinitions?\b/,
    example: "TVA - Taux réduits - Notion de cogénération",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\b(?:lois?|decrets?|ordonnances?|directives?|arretes?) (?:de finances|n°|du \d|ministeriel)|\b(?:conseil d'etat|cour de cassation|cour de justice|cour administrative)\b/,
    example: "L'article 23 de la loi n° 2012-1509 du 29 décembre 2012 instaure un plafonnement.",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\b(?:il est (?:precise|admis|considere)|precisions?|precise(?:nt|es?|s)?|actualise(?:es?|s|nt)?|modifie(?:es?|s|nt)?|complete(?:es?|s|nt)?|supprime(?:es?|s|nt)?|mise?s? a jour)\b/,
    example: "Les conditions d'imposition des revenus concernés sont précisées.",
  },
];

/** The scope that an actualité announces, `formelle` or `fond`; null when its words say neither. */
export function announcedScope(titre: string, texte: string): TextScope | null {
  const words = { titre: fold(titre), texte: ownWords(fold(texte)) };
  return SCOPE_RULES.find(({ where, says }) => says.test(words[where]))?.portee ?? null;
}
