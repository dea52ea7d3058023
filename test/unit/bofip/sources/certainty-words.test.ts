import { expect, test } from "bun:test";
import { certaintySentence } from "../../../../bofip/sources/certainty.ts";

const SEEN = { du: "2026-05-21", au: "2026-06-04" };
const ONCE = { du: "2026-05-21", au: "2026-05-21" };
const NEVER = { du: null, au: null };

test.each([
  [
    ...["attestee", "attestee", SEEN],
    "l'édition et ses mots sont attestés : les sources ont montré ces mots du 21 mai 2026 au 4 juin 2026.",
  ],
  [
    ...["attestee", "presumee", ONCE],
    "l'édition est attestée, ses mots sont présumés : les sources ont montré ces mots le 21 mai 2026.",
  ],
  [
    ...["presumee", "attestee", SEEN],
    "les mots de l'édition sont attestés, qu'elle soit en vigueur est présumé : les sources ont montré ces mots du 21 mai 2026 au 4 juin 2026.",
  ],
  [
    ...["presumee", "presumee", NEVER],
    "l'édition et ses mots sont présumés : on ne sait pas quels jours les sources ont montré ces mots.",
  ],
] as const)("dates %s, words %s, seen %p", (certitude_dates, certitude_texte, texte_observe, words) => {
  const jour = "2026-06-01";
  expect(certaintySentence({ jour, certitude_dates, certitude_texte, texte_observe })).toBe(
    `Le 1er juin 2026, ${words}`,
  );
});
