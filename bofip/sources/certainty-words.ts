import { frenchDate } from "../days/french-date.ts";
import type { Certainty, Certitude, Observation } from "./certainty.ts";

/** Sentences on the certainty of an edition and of its text on a day, by `certitude_dates`, then `certitude_texte`. */
const CLAIMS: Record<Certitude, Record<Certitude, string>> = {
  attestee: {
    attestee: "l'édition et ses mots sont attestés",
    presumee: "l'édition est attestée, ses mots sont présumés",
  },
  presumee: {
    attestee: "les mots de l'édition sont attestés, qu'elle soit en vigueur est présumé",
    presumee: "l'édition et ses mots sont présumés",
  },
};

/** A French sentence on an edition's certainty, and on the days between which its text was observed. */
export function certaintySentence(certainty: Omit<Certainty, "certitude">): string {
  const { jour, certitude_dates, certitude_texte, texte_observe } = certainty;
  const claim = CLAIMS[certitude_dates][certitude_texte];
  return `Le ${frenchDate(jour)}, ${claim} : ${seen(texte_observe)}.`;
}

function seen({ du, au }: Observation): string {
  if (du === null || au === null) return "on ne sait pas quels jours les sources ont montré ces mots";
  if (du === au) return `les sources ont montré ces mots le ${frenchDate(du)}`;
  return `les sources ont montré ces mots du ${frenchDate(du)} au ${frenchDate(au)}`;
}
