import { describe, expect, test } from "bun:test";
import { analyze, fold, isStopWord, stem } from "../../../../../search/fulltext/analyzer/index.ts";

const surfaces = (text: string) => analyze(text).map((token) => token.surface);
const foldedWords = (text: string) => analyze(text).map((token) => token.folded);

describe("a text splits at every character that is not a letter or a digit", () => {
  test.each([
    ["Taux réduit, TVA.", ["taux", "reduit", "tva"]],
    ["plus-value", ["plus", "value"]],
    ["aujourd'hui", ["aujourd", "hui"]],
    ["aujourd\u02bchui", ["aujourd", "hui"]],
    ["l'an, l’an, l‘an, l\u02bcan, l´an, l`an", ["an", "an", "an", "an", "an", "an"]],
    ["article L. 80 A du LPF", ["article", "l", "80", "a", "du", "lpf"]],
    ["199 novovicies (39_A)", ["199", "novovicies", "39", "a"]],
    ["12,5 % de 50 m²", ["12", "5", "de", "50", "m2"]],
    ["« bien »… – …", ["bien"]],
    ["", []],
    [" \n\t-'’", []],
  ])("%j", (text, expected) => expect(foldedWords(text)).toEqual(expected));
});

describe("segments of an identifier are no words of the text", () => {
  const segments = ["-boi", "-ir", "-pas", "-50"];
  test.each([
    ["BOI-IR-PAS-50", segments],
    ["le BOI-IR-PAS-50-20240118.", ["le", ...segments, "-20240118"]],
    ["boi-ir-pas-50", segments],
    ["identifiant=BOI-IR-PAS-50,", ["identifiant", ...segments]],
    ["voir BOI IR-PAS-50", ["voir", ...segments]],
    ["le BOI IR est", ["le", "boi", "ir", "est"]],
    // What the source glued to it stays a word.
    ["auBOI-IR-PAS-10Les", ["auboi", "-ir", "-pas", "10les"]],
    ["BOI", ["boi"]],
    ["le PAS - 50", ["le", "pas", "50"]],
    ["plan-PAS-50", ["plan", "pas", "50"]],
  ])("%s", (text, expected) => {
    const tokens = analyze(text);
    expect(tokens.map(({ folded }) => folded)).toEqual([...expected]);
    for (const { stem, folded } of tokens) if (folded.startsWith("-")) expect(stem).toBe(folded);
  });

  test("PAS is not one of them", () => {
    expect(analyze("Le PAS").map(({ stem }) => stem)).not.toContain("-pas");
  });
});

describe("dotted letters are one acronym", () => {
  test.each([
    ["La T.V.A. due", ["la", "tva", "due"]],
    ["des S.C.P.I", ["des", "scpi"]],
    ["l'U.E.", ["ue"]],
    ["t.v.a.", ["tva"]],
    ["C.G.I., art. 39", ["cgi", "art", "39"]],
    // A place in a plan, initials with spaces, a number of an article
    ["au II.A.1", ["au", "ii", "a", "1"]],
    ["I.A.1", ["i", "a", "1"]],
    ["A. B.", ["a", "b"]],
    ["L.80 A", ["l", "80", "a"]],
    ["C.civ.", ["c", "civ"]],
  ])("%s", (text, expected) => expect(foldedWords(text)).toEqual(expected));

  test("which is not the word of the same letters", () => {
    expect(analyze("P.A.S., s.a.").map((token) => token.stem)).toEqual([stem("PAS"), stem("SA")]);
  });
});

describe("a thousands group is one word", () => {
  test.each([
    ["10 000 €", ["10000"]],
    ["10\u00a0000", ["10000"]],
    ["10\u202f000", ["10000"]],
    ["1 250 000", ["1250000"]],
    ["10000", ["10000"]],
    ["10 000,50", ["10000", "50"]],
    ["de 5 000 à 10 000", ["de", "5000", "a", "10000"]],
    ["31 12 2024", ["31", "12", "2024"]],
    ["2023 100", ["2023", "100"]],
    ["10 0000", ["10", "0000"]],
    ["10  000", ["10", "000"]],
    ["10\n000", ["10", "000"]],
    ["10 000m", ["10", "000m"]],
    ["A10 000", ["a10", "000"]],
    ["1.500 €", ["1500"]],
    ["1.250.000", ["1250000"]],
    ["31.12.2024", ["31", "12", "2024"]],
    ["12.1.100", ["12", "1", "100"]],
    ["0.125", ["0", "125"]],
    ["1.500.12", ["1", "500", "12"]],
    ["1.500m", ["1", "500m"]],
    ["fin du § 10.500 suit", ["fin", "du", "10500", "suit"]],
  ])("%j", (text, expected) => expect(foldedWords(text)).toEqual(expected));

  test("its surface keeps the spaces as written", () => {
    expect(surfaces("soit 1 250 000 euros")).toEqual(["soit", "1 250 000", "euros"]);
  });
});

describe("elided articles and conjunctions disappear", () => {
  const elided = ["l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu"];
  test.each(elided)("%s'", (article) => {
    for (const apostrophe of ["'", "’", "‘"]) {
      expect(foldedWords(`${article}${apostrophe}impôt`)).toEqual(["impot"]);
      expect(foldedWords(`${article.toUpperCase()}${apostrophe}Impôt`)).toEqual(["impot"]);
    }
  });

  test.each([
    ["l’« usufruit »", ["usufruit"]],
    ["presqu'île", ["presqu", "ile"]],
    ["le d du B", ["le", "d", "du", "b"]],
    ["jusqu'à l'année", ["a", "annee"]],
  ])("%s", (text, expected) => expect(foldedWords(text)).toEqual(expected));
});

describe("an excerpt can highlight what was found", () => {
  test("offsets point into the NFC text, whatever form the text came in", () => {
    const text = "L’impôt sur le revenu\u00a0: 10\u202f000 € d’œuvres".normalize("NFD");
    const composed = text.normalize("NFC");
    const tokens = analyze(text);
    expect(tokens.map(({ start, end }) => composed.slice(start, end))).toEqual(tokens.map((t) => t.surface));
    expect(tokens.map((t) => t.surface)).toEqual(["impôt", "sur", "le", "revenu", "10\u202f000", "œuvres"]);
  });

  test("stop words are tokens, since phrases count them", () => {
    expect(surfaces("impôt sur le revenu")).toEqual(["impôt", "sur", "le", "revenu"]);
  });

  test("each token carries the stem that indexes and queries compare", () => {
    for (const token of analyze("Les plus-values immobilières exonérées")) {
      expect(token.stem).toBe(stem(token.surface));
    }
  });
});

describe("words compare without case, accents or ligatures", () => {
  test.each([
    ["ÉTÉ", "ete"],
    ["Œuvre", "oeuvre"],
    ["ex æquo", "ex aequo"],
    ["e\u0301tat", "etat"],
    ["laïcité", "laicite"],
    ["garçon", "garcon"],
  ])("%s", (text, expected) => expect(fold(text)).toBe(expected));

  test.each(["exonérées", "divorcé", "intérêts", "meublée", "agréé", "prélèvement", "dégrèvent"])(
    "%s has the stem of its form without accents, and in capitals",
    (word) => {
      expect(stem(fold(word))).toBe(stem(word));
      expect(stem(word.toUpperCase())).toBe(stem(word));
      expect(stem(word.normalize("NFD"))).toBe(stem(word));
    },
  );

  test.each(["199", "39quater", "2042k", "tva", "ir", "α"])("%s is its own stem", (word) => {
    expect(stem(word)).toBe(word);
  });
});

describe("accents count beside a stop word, and capitals in an acronym that is another word", () => {
  test.each([
    ["à", "A"],
    ["où", "ou"],
    ["dû", "du"],
    ["né", "ne"],
    ["PAS", "pas"],
    ["CET", "cet"],
  ])("%s is not %s", (one, other) => expect(stem(one)).not.toBe(stem(other)));

  test("PAS is searched, pas is not", () => {
    expect([isStopWord("PAS"), isStopWord("pas"), isStopWord("Pas")]).toEqual([false, true, true]);
  });
});

describe("stop words are the contract's, accents included", () => {
  const asking = ["ma", "Mon", "moi", "JE", "où", "combien", "quelles", "faut", "puis"];
  test.each(["le", "Les", "à", "À", "a\u0300", "ou", "est", "elle", ...asking])(
    "%s is ignored in queries",
    (word) => {
      expect(isStopWord(word)).toBe(true);
    },
  );
  test.each(["a", "A", "l", "plus", "impôt", "être", "dû", "TA", "sommes", ""])("%s is searched", (word) => {
    expect(isStopWord(word)).toBe(false);
  });
});

describe("a hostile text costs no more than a plain one", () => {
  test.each([
    ["one endless word", "a".repeat(1_000_000), 1],
    ["digits that never end a group", "123 4567 ".repeat(110_000), 220_000],
    ["an endless thousands group", "123 ".repeat(250_000), 1],
    ["an endless group of points that is none", `${"123.".repeat(250_000)}1a`, 250_001],
    ["apostrophes alone", "'".repeat(1_000_000), 0],
    ["segments that never end an identifier", "BOI-A-".repeat(100_000), 200_000],
    ["decomposed letters", "e\u0301".repeat(500_000), 1],
  ])("%s", (_name, text, count) => {
    const startedAt = performance.now();
    expect(analyze(text)).toHaveLength(count);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
