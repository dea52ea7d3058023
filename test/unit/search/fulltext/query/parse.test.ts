import { describe, expect, test } from "bun:test";
import { stem } from "../../../../../search/fulltext/analyzer/index.ts";
import type { QueryNode } from "../../../../../search/fulltext/query/ast.ts";
import { parseQuery, QuerySyntaxError } from "../../../../../search/fulltext/query/parse.ts";

/** A query tree as text, words in their stems: `(and a b (not c))`. */
function shown(node: QueryNode): string {
  switch (node.kind) {
    case "word":
      return node.stem;
    case "prefix":
      return `${node.prefix}*`;
    case "phrase":
      return `"${node.stems.join(" ")}"`;
    case "identifier":
      return `#${node.boiId}`;
    case "or":
      return `(or ${node.branches.map(shown).join(" ")})`;
    case "and": {
      const excluded = node.excluded.length === 0 ? "" : ` (not ${node.excluded.map(shown).join(" ")})`;
      return `(and ${node.required.map(shown).join(" ")}${excluded})`;
    }
  }
}

const stems = (words: string): string => words.split(" ").map(stem).join(" ");
const phrase = (words: string): string => `"${stems(words)}"`;
/** What finds an identifier in texts, where its segments are no words. */
const segments = (identifier: string): string =>
  `"${identifier
    .toLowerCase()
    .split("-")
    .map((segment) => `-${segment}`)
    .join(" ")}"`;

/** Words with a single form, whose stem is the word itself, to keep trees readable. */
const VALID: readonly (readonly [query: string, tree: string])[] = [
  // Words
  ["lot", "lot"],
  ["  lot  ", "lot"],
  ["LOT", "lot"],
  ["lot parc", "(and lot parc)"],
  ["lot;parc", "(and lot parc)"],
  ["lot lot LOT", "lot"],
  ["Impôts", stem("impôt")],
  ["impo\u0302ts", stem("impôt")],
  ["œuvre", stem("oeuvre")],
  ["lot - parc", "(and lot parc)"],
  ["lot & parc", "(and lot parc)"],
  ["10 000", "10000"],
  ["1 250\u00a0000 lot", "(and 1250000 lot)"],
  ["2020 000", "(and 2020 000)"],
  ...["'", "’", "‘", "\u02bc", "´", "`"].map((mark) => [`l${mark}impôt`, stem("impôt")] as const),
  // « à » without its accent, unlike the letter of an article or of a list
  ["lot a parc", "(and lot parc)"],
  ["a lot", "lot"],
  ["lot A parc", "(and lot a parc)"],
  ["39 a", "(and 39 a)"],
  ["244 bis a lot", "(and 244 bis a lot)"],
  ['"lot a parc"', '"lot a parc"'],
  // Operators, in capitals only
  ["lot AND parc", "(and lot parc)"],
  ["lot ET parc", "(and lot parc)"],
  ["lot OR parc", "(or lot parc)"],
  ["lot OU parc", "(or lot parc)"],
  ["lot NOT parc", "(and lot (not parc))"],
  ["lot SAUF parc", "(and lot (not parc))"],
  ["lot AND NOT parc", "(and lot (not parc))"],
  ["NOT parc lot", "(and lot (not parc))"],
  ["lot et parc", "(and lot parc)"],
  ["lot Ou parc", "(and lot parc)"],
  ["lot not parc", "(and lot not parc)"],
  ["lot -parc", "(and lot (not parc))"],
  ["-parc lot", "(and lot (not parc))"],
  // Precedence and grouping
  ["lot OR parc sel", "(or lot (and parc sel))"],
  ["lot parc OR sel", "(or (and lot parc) sel)"],
  ["(lot OR parc) sel", "(and (or lot parc) sel)"],
  ["lot OR NOT parc sel", "(or lot (and sel (not parc)))"],
  ["lot OR (parc OR (sel OR lot))", "(or lot parc sel)"],
  ["lot (parc (sel))", "(and lot parc sel)"],
  ["(lot)", "lot"],
  ["(lot OR lot)", "lot"],
  ["lot OU(parc)", "(or lot parc)"],
  // Exclusions
  ["lot (NOT parc)", "(and lot (not parc))"],
  ["lot (NOT parc NOT sel)", "(and lot (not parc sel))"],
  ["lot (parc NOT sel)", "(and lot parc (not sel))"],
  ["lot NOT (parc sel)", "(and lot (not (and parc sel)))"],
  ["lot NOT (parc OR sel)", "(and lot (not parc sel))"],
  ["lot -(parc OR sel)", "(and lot (not parc sel))"],
  ["lot NOT (parc NOT sel)", "(and lot (not (and parc (not sel))))"],
  ["lot NOT (NOT parc)", "(and lot parc)"],
  ["lot NOT (NOT parc NOT sel)", "(and lot (or parc sel))"],
  ["lot NOT (NOT (parc sel))", "(and lot parc sel)"],
  ["NOT NOT lot", "lot"],
  ["--lot", "lot"],
  ["lot OR (parc NOT sel)", "(or lot (and parc (not sel)))"],
  ['lot -"parc sel"', '(and lot (not "parc sel"))'],
  ["lot -R&D", '(and lot (not "r d"))'],
  ["lot NOT lot", "(and lot (not lot))"],
  // Phrases
  ['"lot parc"', '"lot parc"'],
  ["« lot parc »", '"lot parc"'],
  ["“lot parc”", '"lot parc"'],
  ['"lot"', "lot"],
  ['"le lot de parc"', `"${stems("le lot de parc")}"`],
  ['"de la"', `"${stems("de la")}"`],
  ['"le"', "le"],
  ['"lot* parc*"', '"lot parc"'],
  ['"lot OR parc"', '"lot or parc"'],
  ['"lot (parc"', '"lot parc"'],
  ['"10 000 lot"', '"10000 lot"'],
  ["« crédit d'impôt »", phrase("crédit impôt")],
  ['sel"lot parc"', '(and sel "lot parc")'],
  ['"lot « parc"', '"lot parc"'],
  // Compounds and elisions
  ["plus-value", phrase("plus value")],
  ["plus\u2011value", phrase("plus value")],
  ["plus-", "plus"],
  ["aujourd'hui", phrase("aujourd hui")],
  ["vis-à-vis", phrase("vis à vis")],
  ["l'impôt", stem("impôt")],
  ["L’impôt", stem("impôt")],
  ["qu'un lot", "lot"],
  ["lot -plus-value", `(and lot (not ${phrase("plus value")}))`],
  ["a-(lot)", "(and a lot)"],
  // Runs joined by a full stop, a comma, a slash or an ampersand
  ["R&D", '"r d"'],
  ["5,5 %", '"5 5"'],
  ["31/12/2019", '"31 12 2019"'],
  ["L.80 A", '(and "l 80" a)'],
  ["lot,parc;sel", '(and "lot parc" sel)'],
  ["lot, parc.", "(and lot parc)"],
  ["lot / parc", "(and lot parc)"],
  ["10 000,50", '"10000 50"'],
  // Thousands
  ["1.500", "1500"],
  ["1.250.000 lot", "(and 1250000 lot)"],
  ["31.12.2024", '"31 12 2024"'],
  ["0.125", '"0 125"'],
  // The third apostrophe
  ["l‘impôt", stem("impôt")],
  ["aujourd‘hui", phrase("aujourd hui")],
  // Compounds written both ways
  ["auto-entrepreneur", `(or ${phrase("auto entrepreneur")} ${stem("autoentrepreneur")})`],
  ["autoentrepreneurs", `(or ${stem("autoentrepreneur")} ${phrase("auto entrepreneur")})`],
  ['"lot de plateforme"', `(or ${phrase("lot de plateforme")} ${phrase("lot de plate forme")})`],
  ["lot -autoliquidation", `(and lot (not ${stem("autoliquidation")} ${phrase("auto liquidation")}))`],
  // Acronyms in capitals
  ["PAS", stem("PAS")],
  ["taux PAS", `(and ${stem("taux")} ${stem("PAS")})`],
  ["taux pas", stem("taux")],
  ["PER", "per"],
  // Stop words
  ["le lot de la parc", "(and lot parc)"],
  ["À lot", "lot"],
  ["39 A", "(and 39 a)"],
  ["lot AND le", "lot"],
  ["lot NOT le", "lot"],
  ["lot -le", "lot"],
  ["lot SAUF les parc", "(and lot (not parc))"],
  ["lot SAUF les (parc OR sel)", "(and lot (not parc sel))"],
  ["lot (le)", "lot"],
  // Prefixes
  ["lo*", "lo*"],
  ["LOT*", "lot*"],
  ["Évalu*", "evalu*"],
  ["l'impô*", "impo*"],
  ["le*", "le*"],
  ["lot**", "lot*"],
  ["lot*,parc", "(and lot* parc)"],
  ["39*", "39*"],
  // Identifiers
  ["BOI-IR-LIQ-20-10", `(or ${segments("boi-ir-liq-20-10")} #BOI-IR-LIQ-20-10)`],
  [" boi-ir ", `(or ${segments("boi-ir")} #BOI-IR)`],
  ["BOI-IR-LIQ-20-10-20140305", `(or ${segments("boi-ir-liq-20-10-20140305")} #BOI-IR-LIQ-20-10)`],
  ["BOI-RES-IR-000101", `(or ${segments("boi-res-ir-000101")} #BOI-RES-IR-000101)`],
  ["BOI-IR lot", `(and ${segments("boi-ir")} lot)`],
  ["« voir BOI-IR »", '"voir -boi -ir"'],
  ["boi-ir-pas-10", `(or ${segments("boi-ir-pas-10")} #BOI-IR-PAS-10)`],
  ["BOI", "boi"],
  // The end of an identifier is also sought as such; other words with hyphens are not.
  ["IR-LIQ-20", `(or ${phrase("ir liq 20")} ${segments("ir-liq-20")})`],
  ["CSG-CRDS", phrase("csg crds")],
  // A letter of another alphabet, or one too many, makes the identifier invalid.
  ["BOI-Iſ", '"-boi iſ"'],
  [`BOI-${"A".repeat(60)}`, `(or ${segments(`boi-${"a".repeat(60)}`)} #BOI-${"A".repeat(60)})`],
  [`BOI-${"A".repeat(61)}`, segments(`boi-${"a".repeat(61)}`)],
  // Dotted letters are one acronym
  ["T.V.A.", "tva"],
  ["s.c.p.i. lot", "(and scpi lot)"],
  ["s.a.", stem("SA")],
  ['"la T.V.A. due"', phrase("la TVA due")],
  // What only asks carries nothing
  ["Comment déclarer ma SCI ?", `(and ${stem("déclarer")} sci)`],
  ["qu'est-ce qu'un lot", "lot"],
  ["Est-ce que mon lot", "lot"],
  ["un lot peut-il", "lot"],
  ["comment se calcule-t-il ?", stem("calcule")],
  ["avez-vous un lot, puis-je, sommes-nous", "lot"],
  ["Y a-t-il un lot ?", "lot"],
  ["il y a lot", "lot"],
  ["Existe-t-il un lot", "lot"],
  ["m'a-t-on, l'a lot", "lot"],
  ["rendez-vous", phrase("rendez vous")],
  ["39 a", "(and 39 a)"],
  ['"est-ce que"', phrase("est ce que")],
];

const INVALID: readonly (readonly [query: string, position: number, expectation: RegExp])[] = [
  ["", 1, /au moins un mot/],
  ["   ", 4, /au moins un mot/],
  ["!?", 3, /au moins un mot/],
  ["le la", 1, /au moins un mot.*mots vides/],
  ["NOT lot", 1, /en plus des mots exclus/],
  ["-lot -parc", 1, /en plus des mots exclus/],
  ["(NOT lot)", 1, /en plus des mots exclus/],
  ["lot OR NOT parc", 8, /chaque branche d'un OU/],
  ["(-lot) OR parc", 1, /chaque branche d'un OU/],
  ["lot OR le", 8, /chaque branche d'un OU/],
  ["sel NOT (lot OR NOT parc)", 17, /chaque branche d'un OU/],
  ["lot AND", 8, /après « AND »/],
  ["lot OU", 7, /après « OU »/],
  ["lot SAUF", 9, /après « SAUF »/],
  ["AND lot", 1, /avant « AND »/],
  ["OU", 1, /avant « OU »/],
  ["lot AND OR parc", 9, /après « AND »/],
  ["(lot OR) parc", 8, /après « OR »/],
  ["()", 2, /après « \( »/],
  ["(lot", 1, /« \) » est attendu/],
  ["sel (lot (parc)", 5, /« \) » est attendu/],
  ["lot)", 4, /parenthèse fermée sans avoir été ouverte/],
  [")", 1, /parenthèse fermée sans avoir été ouverte/],
  ['lot "parc', 5, /guillemet ouvert sans être fermé ; « " » est attendu/],
  ["lot « parc", 5, /« » » est attendu/],
  ["lot “parc", 5, /« ” » est attendu/],
  ["lot »", 5, /fermé sans avoir été ouvert/],
  ["lot ”", 5, /fermé sans avoir été ouvert/],
  ['lot ""', 5, /expression vide/],
  ['"…"', 1, /expression vide/],
  ["l*", 2, /deux lettres/],
  ["*", 1, /deux lettres/],
  ["d'a*", 4, /deux lettres/],
  ["lot *", 5, /deux lettres/],
  ["lo*t", 3, /fin d'un mot/],
  ["plus-val*", 9, /mot simple/],
  ["aujourd'hu*", 11, /mot simple/],
  ["5,5*", 4, /mot simple/],
  [`${"mot ".repeat(32)}lot`, 129, /32 mots au plus/],
  [`"${"lot ".repeat(33)}"`, 1, /32 mots au plus/],
  [`${"a".repeat(513)}`, 513, /512 caractères au plus/],
  [`${"(".repeat(21)}lot${")".repeat(21)}`, 21, /20 parenthèses/],
  [`${"lot* ".repeat(8)}parc*`, 41, /8 préfixes au plus/],
  [`lot ${"-parc* ".repeat(9)}`, 62, /8 préfixes au plus/],
  ["𝐀𝐁 (lot", 4, /« \) » est attendu/],
];

describe("a query that follows the syntax", () => {
  test.each(VALID)("%s reads as %s", (query, tree) => {
    expect(shown(parseQuery(query).node)).toBe(tree);
  });

  test("holds 32 words, stop words not counted", () => {
    const words = Array.from({ length: 32 }, (_, index) => `mot${index}`);
    expect(parseQuery(words.join(" de la ")).node).toMatchObject({ kind: "and", required: { length: 32 } });
  });

  test("holds 8 prefixes", () => {
    const prefixes = Array.from({ length: 8 }, (_, index) => `mot${index}*`);
    expect(parseQuery(prefixes.join(" ")).node).toMatchObject({ kind: "and", required: { length: 8 } });
  });

  test("holds 512 characters, spaces around and astral letters counted as one", () => {
    expect(parseQuery(`  ${"𝐀".repeat(512)}  `).node.kind).toBe("word");
  });

  test("nests 20 parentheses", () => {
    expect(shown(parseQuery(`${"(".repeat(20)}lot${")".repeat(20)}`).node)).toBe("lot");
  });

  test("negates as often as it can be written", () => {
    expect(shown(parseQuery(`${"-".repeat(510)}lo`).node)).toBe("lo");
  });
});

describe("a query that breaks the syntax", () => {
  test.each(INVALID)("%s is refused at position %d", (query, position, expectation) => {
    const refusal = refusalOf(query);
    expect(refusal.position).toBe(position);
    expect(refusal.message).toMatch(expectation);
    expect(refusal.message).toStartWith(`Requête « q » invalide à la position ${position} : `);
  });
});

function refusalOf(query: string): QuerySyntaxError {
  try {
    parseQuery(query);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`accepted: ${query}`);
}
