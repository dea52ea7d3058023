import { describe, expect, test } from "bun:test";
import { sameSubstance } from "../../../../bofip/comparison/substance.ts";

const FORMAL: readonly (readonly [why: string, one: string, other: string])[] = [
  ["non-breaking space in a number", "10 000 €", "10\u00a0000\u202f€"],
  ["thousands without space", "10 000 000", "10000000"],
  ["space before a unit", "10 %", "10%"],
  ["glued words", "prévu auBOI-IR-LIQ", "prévu au BOI-IR-LIQ"],
  ["lines and blank lines", "Le taux.\n\nLa base.", "Le taux. La base."],
  ["a line break between two years", "2018\n2019", "2018 2019"],
  ["zero-width and soft hyphens", "contri\u00adbuable\u200b", "contribuable"],
  ["composed and decomposed letters", "e\u0301tat", "état"],
  ["apostrophe", "l'impôt", "l’impôt"],
  ["quotation marks", "dit « foyer »", 'dit "foyer"'],
  ["dashes", "loi - article", "loi – article"],
  ["range between years", "2018-2019", "2018 – 2019"],
  ["non-breaking hyphen", "BOI-IR-20", "BOI\u2011IR\u201120"],
  ["hyphen of a compound", "c'est-à-dire", "c'est à dire"],
  ["ligature", "mise en oeuvre", "mise en œuvre"],
  ["ligature that begins a sentence", "Oeuvres d'art", "Œuvres d'art"],
  ["typographic ligature", "\ufb01scal", "fiscal"],
  ["raised letters", "le 1er janvier", "le 1ᵉʳ janvier"],
  ["degree and ordinal signs", "n° 12", "nº 12"],
  ["accent of a capital", "Etat membre", "État membre"],
  ["« À » written as a capital", "A compter du", "À compter du"],
  ["one sentence cut in two", "le taux ; il est réduit", "le taux. Il est réduit"],
  ["« à » that begins a sentence", "le taux ; à défaut", "le taux. À défaut"],
  ["capital of a word", "le Code général", "le code général"],
  ["elided word that begins a sentence", "le taux ; l'impôt", "le taux. L'impôt"],
  ["heading in capitals", "CHAMP D'APPLICATION", "Champ d'application"],
  ["comma between words", "le taux, la base", "le taux la base"],
  ["comma after a percentage", "10 %, 20 %", "10 % 20 %"],
  ["parentheses", "(sauf option)", "sauf option"],
  ["end of a sentence", "Le taux", "Le taux."],
  ["end of a sentence before a number", "en 2018.\n\n10 % du prix", "en 2018\n\n10 % du prix"],
  ["ellipsis", "impôts...", "impôts…"],
  ["number of a heading", "II. Taux réduit\n\nLe taux.", "III. Taux réduit\n\nLe taux."],
  ["letter of a heading", "Taux.\n\nA. Base", "Taux.\n\nB. Base"],
  [
    "number of a list's item",
    "Sont exonérés :\n1° les dons ;\n2° les legs",
    "Sont exonérés :\na) les dons ;\nb) les legs",
  ],
  ["mark of a list's item", "- les dons", "• les dons"],
];

const SUBSTANTIAL: readonly (readonly [why: string, one: string, other: string])[] = [
  ["a changed word", "le taux réduit", "le taux majoré"],
  ["a changed rate", "10 %", "12 %"],
  ["a decimal comma lost", "1,5 %", "15 %"],
  ["a decimal point for a comma", "1,500", "1.500"],
  ["a point for the space of thousands", "10 000", "10.000"],
  ["a list for a decimal number", "10, 20", "10,20"],
  ["numbers glued", "les années 20 30", "les années 2030"],
  ["a dash between digits lost", "article 199-0", "article 1990"],
  ["a fraction", "1/2", "12"],
  ["an exponent", "10²", "102"],
  ["the sign of a number", "un taux de -5 %", "un taux de 5 %"],
  ["a per cent sign lost", "10 %", "10"],
  ["per thousand", "10 %", "10 ‰"],
  ["a currency", "10 €", "10 $"],
  ["a negation", "n'est pas imposable", "est imposable"],
  ["« a » and « à »", "il a droit", "il à droit"],
  ["« ou » and « où »", "ou non", "où non"],
  ["« du » and « dû »", "l'impôt du", "l'impôt dû"],
  ["an accent that ends a word", "l'avantage accorde", "l'avantage accordé"],
  ["the letter of a reference", "au a du I", "au A du I"],
  ["an article of another part", "l'article L. 80 A", "l'article R. 80 A"],
  ["an article at the beginning of a line", "D. 12 du code", "L. 12 du code"],
  ["a reference to another §", "cf. § 130", "cf. § 140"],
  ["the prefix of a unit", "10 mg", "10 Mg"],
  ["the prefix of an abbreviated unit", "10 MW", "10 mW"],
  ["a number that begins a line within a sentence", "un taux de\n10. La base", "un taux de\n20. La base"],
  ["a year that begins a line", "2018. Les revenus", "2019. Les revenus"],
  ["a cell moved to another column", "taux | 10 % | |", "taux | | 10 % |"],
  ["words exchanged", "le preneur, non le bailleur", "le bailleur, non le preneur"],
  ["everything removed", "Le taux.", ""],
];

describe("a difference of form:", () => {
  test.each(FORMAL)("%s", (_, one, other) => {
    expect(sameSubstance(one, other)).toBe(true);
    expect(sameSubstance(other, one)).toBe(true);
  });
});

describe("a difference of substance:", () => {
  test.each(SUBSTANTIAL)("%s", (_, one, other) => {
    expect(sameSubstance(one, other)).toBe(false);
    expect(sameSubstance(other, one)).toBe(false);
  });
});
