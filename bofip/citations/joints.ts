import { MARK_BEGINS } from "./numbers.ts";
import { SECTIONS } from "./sections.ts";

/** Start of a document's name, after its §. */
const NAME = String.raw`(?:BOI|boi|Boi)[- \n]|BOF[iI][pP]-(?!Imp)|\d{1,2}[ -]?[A-Z]{1,2}-`;
const TITLE = String.raw`(?:document|commentaires?|administratifs?|administrative|publiés?|référence|identifiant|numéro|BOFiP(?:-Impôts)?|[Bb]ofip|BOI|doctrine|instruction|base|fiche|texte|au|sous|la|les?|n°|:)[ \n]`;
/** « § 130 du BOI-… », « § 130 des commentaires publiés sous la référence BOI-… ». */
export const OF = new RegExp(
  `[ \\n]?(?:,[ \\n]?)?(?:du|de la|de l'|des|de|aux?|dans le)[ \\n]?(?:${TITLE}){0,9}(?=${NAME})`,
  "uy",
);
/** « § 130, BOI-… », « § 130 (BOI-…) », when no document was named before. */
export const BESIDE = new RegExp(`[ \\n]?[,(]?[ \\n]?(?=${NAME})`, "uy");
/** « § 130 du même document », « § 130 du BOI précité ». */
export const OF_THE_SAME =
  /[ \n]?,?[ \n]?(?:(?:du même|de ce(?:tte)?|dudit|de la même)[ \n](?:BOI|document|commentaire|doctrine|instruction)|(?:du|de la)[ \n](?:BOI|document|commentaire|doctrine|instruction)[ \n](?:précitée?|susvisée?))(?![-\p{L}])/uy;

/** Between a document's name and its §: « , au II-A ». */
export const BEFORE_NUMBERS = new RegExp(
  `[ \\n]?(?:[,;:(]|-(?=[ \\n]?§))?[ \\n]?(?:et[ \\n])?(?:(?:aux?|à|en|sous|dans|cf\\.|voir|not\\.|notamment|spéc\\.|pt\\.?)[ \\n]?)?(?:(?:les?|son|ses|la)[ \\n])?(?:(?:section|partie|point)[ \\n])?(?:(?<sections>${SECTIONS})[ \\n]?,?[ \\n]?)?(?=${MARK_BEGINS})`,
  "uy",
);
