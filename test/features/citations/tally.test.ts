import { describe, expect, test } from "bun:test";
import { tallyOf } from "../../../src/features/citations/service.ts";

const none = { verifiees: 0, remplacees: 0, a_corriger: 0, a_lire: 0, non_detenues: 0 };
const nothing = { citations: [], citations_libres: [], non_lues: [], references_droit: [] };

describe("an entry is counted once,", () => {
  test.each([
    ["verifiee", "verifiees"],
    ["remplacee", "remplacees"],
    ["document_inconnu", "non_detenues"],
    ["edition_non_detenue", "non_detenues"],
    ["retiree", "a_corriger"],
    ["transferee", "a_corriger"],
    ["citation_tronquee", "a_corriger"],
    ["titre_inexact", "a_corriger"],
    ["partielle", "a_lire"],
    ["non_verifiee", "a_lire"],
    ["non_verifiable", "a_lire"],
  ] as const)("a citation %s among %s", (etat, heading) => {
    expect(tallyOf({ ...nothing, citations: [{ etat }] })).toEqual({ ...none, [heading]: 1 });
  });

  test.each([
    ["trouvee", "verifiees"],
    ["introuvable", "a_corriger"],
    ["non_verifiee", "a_lire"],
  ] as const)("words %s among %s", (etat, heading) => {
    expect(tallyOf({ ...nothing, citations_libres: [{ etat }] })).toEqual({ ...none, [heading]: 1 });
  });

  test("law of another date than the corpus gives it among a_corriger, and no other", () => {
    const references_droit = [
      { genre: "decision", date_discordante: true },
      { genre: "norme", date_discordante: false },
      { genre: "reponse" },
    ];
    expect(tallyOf({ ...nothing, references_droit })).toEqual({ ...none, a_corriger: 1 });
  });

  test("what was not read among a_lire", () => {
    expect(tallyOf({ ...nothing, non_lues: ["B"] })).toEqual({
      ...none,
      a_lire: 1,
    });
  });
});
