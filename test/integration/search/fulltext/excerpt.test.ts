import { describe, expect, spyOn, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { analyze } from "../../../../search/fulltext/analyzer/index.ts";
import { Finder } from "../../../../search/fulltext/excerpt/finder.ts";
import { parseQuery } from "../../../../search/fulltext/query/parse.ts";
import { excerpt } from "../../../../search/fulltext/read-query.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

const extraitOf = (texte: string, q: string, length = 240): string =>
  excerpt(texte, parseQuery(q), { length }).extrait;

const plain = (extrait: string): string => extrait.replace(/<\/?mark>/g, "");

/** Sentences without any of the searched words. */
const filler = (sentences: number): string => "Rien de tel dans cette phrase. ".repeat(sentences);

/** The shared test corpus, beside the project; the test that reads every word of it is skipped without it. */
const CORPUS = join(import.meta.dir, "../../../../../shared/corpus/bofip-vigueur.jsonl.gz");

const MARKED: readonly (readonly [q: string, texte: string, extrait: string])[] = [
  ["crédit", "Un crédit.", "Un <mark>crédit</mark>."],
  ["credits", "Un CRÉDIT, des crédits.", "Un <mark>CRÉDIT</mark>, des <mark>crédits</mark>."],
  ["impôt", "L'impôt et l’impôt.", "L'<mark>impôt</mark> et l’<mark>impôt</mark>."],
  ["impo*", "Imposer un impôt.", "<mark>Imposer</mark> un <mark>impôt</mark>."],
  ["œuvre", "Mise en oeuvre, mise en œuvre.", "Mise en <mark>oeuvre</mark>, mise en <mark>œuvre</mark>."],
  ["coeur*", "Le cœur.", "Le <mark>cœur</mark>."],
  [
    "10000",
    "Soit 10 000 €, 10\u00a0000 €, non 10.",
    "Soit <mark>10 000</mark> €, <mark>10\u00a0000</mark> €, non 10.",
  ],
  ["10", "Soit 10 000 € ou 10 %.", "Soit 10 000 € ou <mark>10</mark> %."],
  ["000", "Soit 10 000 €.", "Soit 10 000 €."],
  ["C", "C'est la lettre C.", "C'est la lettre <mark>C</mark>."],
  ["venir", "Il vient, venu de loin.", "Il <mark>vient</mark>, <mark>venu</mark> de loin."],
  ["due", "Le prix dû, du jour.", "Le prix <mark>dû</mark>, du jour."],
  ["noyer", "Ils se noient.", "Ils se <mark>noient</mark>."],
  ["mal", "Deux maux, un mal.", "Deux <mark>maux</mark>, un <mark>mal</mark>."],
  ["port", "Portail, port, rapport.", "Portail, <mark>port</mark>, rapport."],
  // Phrases: one mark, only where they stand as phrases
  ["« impôt sur le revenu »", "L'impôt sur le revenu.", "L'<mark>impôt sur le revenu</mark>."],
  ["« crédit d'impôt »", "Un crédit d’impôt, un impôt.", "Un <mark>crédit d’impôt</mark>, un impôt."],
  ["plus-value", "Une plus-value de plus.", "Une <mark>plus-value</mark> de plus."],
  ['"39 A"', "L'article 39 A, non 39 B.", "L'article <mark>39 A</mark>, non 39 B."],
  ['"le phare"', "Le premier, le phare.", "Le premier, <mark>le phare</mark>."],
  ['"prix de 10 000"', "Au prix de 10 000 euros.", "Au <mark>prix de 10 000</mark> euros."],
  ['"titre I"', "Un titre\nI existe.", "Un <mark>titre I</mark> existe."],
  ['impôt "impôt juste"', "Un impôt juste, un impôt.", "Un <mark>impôt juste</mark>, un <mark>impôt</mark>."],
  ["BOI-IR-LIQ", "Voir le BOI-IR-LIQ-10.", "Voir le <mark>BOI-IR-LIQ</mark>-10."],
  // Segments of an identifier are no words of the text
  ["PAS", "Le BOI-IR-PAS-50 et le PAS.", "Le BOI-IR-PAS-50 et le <mark>PAS</mark>."],
  ["50 ir*", "BOI-IR-PAS-50, IR, 50.", "BOI-IR-PAS-50, <mark>IR</mark>, <mark>50</mark>."],
  ["IR-PAS-50", "Voir BOI-IR-PAS-50, § 10.", "Voir BOI-<mark>IR-PAS-50</mark>, § 10."],
  // Dotted letters
  ["TVA", "La T.V.A. et la TVA.", "La <mark>T.V.A</mark>. et la <mark>TVA</mark>."],
  ["t.v.a.", "La TVA, un V.", "La <mark>TVA</mark>, un V."],
  ["v", "La T.V.A., un V.", "La T.V.A., un <mark>V</mark>."],
  ["« la T.V.A. due »", "Soit la TVA due.", "Soit <mark>la TVA due</mark>."],
  // The words of a citation, side by side where the text has them so
  [
    "article 244 bis A",
    "À l'article 39 A bis, puis à l'article 244 bis A.",
    "À l'<mark>article</mark> 39 A bis, puis à l'<mark>article</mark> <mark>244 bis A</mark>.",
  ],
  [
    "244 bis A",
    "L'article 244, puis 39 bis A.",
    "L'article <mark>244</mark>, puis 39 <mark>bis</mark> <mark>A</mark>.",
  ],
  [
    "31 décembre 2019",
    "Selon l'art. 31, au 31 décembre 2019, en décembre.",
    "Selon l'art. 31, au <mark>31 décembre 2019</mark>, en décembre.",
  ],
  [
    "31 décembre 2019",
    "Selon l'art. 31, le 31 décembre puis en décembre 2019.",
    "Selon l'art. 31, le <mark>31 décembre</mark> puis en <mark>décembre</mark> <mark>2019</mark>.",
  ],
  [
    "loi 31 décembre 2019 OU decret",
    "La loi de 31, le décret du 31 décembre 2019.",
    "La <mark>loi</mark> de 31, le <mark>décret</mark> du <mark>31 décembre 2019</mark>.",
  ],
  ["10 000 euros", "10 000 parts, 10 000 euros.", "10 000 parts, <mark>10 000 euros</mark>."],
  // What is looked for, not what is excluded
  ["phare -moulin", "Un phare, un moulin.", "Un <mark>phare</mark>, un moulin."],
  ["phare NOT (moulin NOT port)", "Un phare, un port.", "Un <mark>phare</mark>, un port."],
  ["phare OR moulin", "Un phare, un moulin.", "Un <mark>phare</mark>, un <mark>moulin</mark>."],
  // HTML
  ["phare", "a < b & c > phare <b>", "a &lt; b &amp; c &gt; <mark>phare</mark> &lt;b&gt;"],
  ["mark", "<mark>mark</mark>", "&lt;<mark>mark</mark>&gt;<mark>mark</mark>&lt;/<mark>mark</mark>&gt;"],
  // One line
  ["phare", "Titre\n\nUn  phare\tau\nloin.", "Titre Un <mark>phare</mark> au loin."],
  // Only the title matches
  ["phare", "Un texte sans le mot.", "Un texte sans le mot."],
  ["phare", "", ""],
];

describe("marks", () => {
  test.each(MARKED)("%s marks « %s »", (q, texte, extrait) => {
    expect(extraitOf(texte, q)).toBe(extrait);
  });
});

test.skipIf(!existsSync(CORPUS))("every word of the doctrine is marked by a query for its stem", () => {
  const tokens = analyze(gunzipSync(readFileSync(CORPUS)).toString());
  // Alone, a segment of an identifier is a word.
  const words = tokens.filter(({ stem }) => !stem.startsWith("-"));
  const stems = new Map(words.map((token) => [token.surface, token.stem]));
  const missed = [...stems].filter(
    ([word, stem]) => [...new Finder({ kind: "word", stem }).matches(word)].length !== 1,
  );
  expect(missed).toEqual([]);
});

describe("what is shown", () => {
  test("the sentence that matches, from its start, without an ellipsis before it", () => {
    const { extrait, start } = excerpt(`${filler(30)}Voici un phare. ${filler(30)}`, parseQuery("phare"));
    expect(extrait).toStartWith("Voici un <mark>phare</mark>. Rien");
    expect(start).toBe(filler(30).length);
  });

  test("no abbreviation passes for the end of a sentence", () => {
    const texte = `${filler(9)}Selon l'art. L. 80 A du livre, c'est un phare.`;
    expect(extraitOf(texte, "phare", 60)).toBe("Selon l'art. L. 80 A du livre, c'est un <mark>phare</mark>.");
  });

  test("what comes before, as far as there is room, near the end of the text", () => {
    expect(extraitOf(`${filler(40)}Un phare.`, "phare").length).toBeGreaterThan(200);
    expect(extraitOf("Un début. Un phare.", "phare")).toBe("Un début. Un <mark>phare</mark>.");
  });

  test("an ellipsis at both ends cut inside a sentence, and whole words", () => {
    const texte = `${"début ".repeat(80)}phare ${"suite ".repeat(80)}`;
    expect(extraitOf(texte, "phare", 60)).toMatch(/^…(début )+<mark>phare<\/mark>( suite)+…$/);
  });

  test("no ellipsis where a paragraph or the text ends", () => {
    const texte = `Intitulé du chapitre\n\n${"début ".repeat(30)}phare\n\nIntitulé suivant`;
    expect(extraitOf(texte, "phare", 60)).toMatch(/^…(début )+<mark>phare<\/mark> Intitulé suivant$/);
    expect(extraitOf(texte, "intitulé", 20)).toBe("<mark>Intitulé</mark> du chapitre");
  });

  test.each([60, 240, 400])("about %d characters", (length) => {
    const shown = plain(extraitOf(`${filler(40)}Voici un phare. ${filler(40)}`, "phare", length));
    expect(shown.length).toBeGreaterThan(length - 20);
    expect(shown.length).toBeLessThanOrEqual(length + 2);
  });

  test("a citation with its words side by side, before as many words apart", () => {
    const texte = `${filler(40)}Une taxe et un crédit. ${filler(40)}L'article 244 bis A. ${filler(40)}Le crédit.`;
    expect(extraitOf(texte, "taxe crédit 244 bis A", 80)).toContain("<mark>244 bis A</mark>");
  });

  test("the passage where all the words stand together, however far", () => {
    const texte = `Un phare. ${filler(50)}Un moulin. ${filler(50)}Un phare près du moulin. ${filler(50)}`;
    expect(extraitOf(texte, "phare moulin", 80)).toStartWith(
      "Un <mark>phare</mark> près du <mark>moulin</mark>.",
    );
  });

  test("failing that, the passage with the rarest words", () => {
    const texte = `${`Un phare. ${filler(20)}`.repeat(5)}Un moulin. ${filler(20)}`;
    expect(extraitOf(texte, "phare moulin", 80)).toStartWith("Un <mark>moulin</mark>.");
  });

  test.each([
    ["a year after a word", "Depuis janvier 2010 le phare.", 17, "Depuis janvier…"],
    ["a year that fits after a word", "Depuis janvier 2010 le phare.", 20, "Depuis janvier 2010…"],
    ["a thousands group", "Soit la somme de 10 000 euros.", 22, "Soit la somme de…"],
    ["the beginning of a thousands group", "Soit la somme de 10 000 euros.", 20, "Soit la somme de…"],
    ["a longer number after digits", "En 31 12345 mots.", 8, "En 31…"],
  ])("%s is not cut", (_, texte, length, extrait) => {
    expect(excerpt(texte, parseQuery("absent"), { length }).extrait).toBe(extrait);
  });

  test("from a year after a word on, when it starts there", () => {
    expect(extraitOf(`${"début ".repeat(30)}janvier 2010 phare ${"suite ".repeat(9)}`, "phare", 30)).toMatch(
      /^…(?:janvier )?2010 <mark>phare/,
    );
  });

  test("the beginning, cut between words, when only the title matches", () => {
    const { extrait, start } = excerpt(`  ${"début ".repeat(80)}`, parseQuery("phare"), { length: 20 });
    expect(extrait).toBe("début début début…");
    expect(start).toBe(2);
  });

  test("where it starts in the text, for every query", () => {
    const texte = `${filler(20)}Voici un phare de\nplus. ${filler(20)}Ici un moulin & un port. ${filler(20)}`;
    for (const q of ["phare", "moulin", "port", "phrase", '"de plus"', "absent"]) {
      const { extrait, start } = excerpt(texte, parseQuery(q));
      const shown = plain(extrait).replaceAll("&amp;", "&").replace(/^…|…$/g, "");
      expect(texte.slice(start).replaceAll("\n", " ")).toStartWith(shown);
    }
  });

  test("a phrase longer than the excerpt is cut with its mark closed", () => {
    const words = Array.from({ length: 30 }, (_, index) => `mot${index}`).join(" ");
    expect(extraitOf(`Voici ${words} enfin.`, `"${words}"`, 60)).toMatch(/^…<mark>mot0 mot1 [^<]*<\/mark>…$/);
  });

  test("a word longer than the excerpt is cut", () => {
    expect(extraitOf("a".repeat(1_000), "phare", 40)).toBe(`${"a".repeat(40)}…`);
  });

  test("a text of a million characters is searched at once", () => {
    const texte = `${filler(35_000)}Un phare, un moulin.`;
    const before = performance.now();
    expect(extraitOf(texte, '"un moulin" phare dans*')).toContain("<mark>phare</mark>");
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

test("a word is folded once a query, however often texts hold it and prefixes begin like it", () => {
  const query = parseQuery("zé* zéb* zébr* zébru* zébrure*");
  const lowered = spyOn(String.prototype, "toLowerCase");
  try {
    for (let text = 0; text < 3; text += 1) excerpt("Le Zébrurologue ".repeat(100), query);
    const folded = lowered.mock.contexts.filter((word) => String(word) === "Zébrurologue");
    expect(folded.length).toBe(1);
  } finally {
    lowered.mockRestore();
  }
});

test.each([
  ['"d d d x"', "d'"],
  ['"lot parc"', "lot l' "],
  ["lo* par*", "lo-"],
  ["lot", "\n \n"],
])("the time to cut the excerpt of %s grows with the text, many times %p", (q, part) => {
  const query = parseQuery(q);
  const growth = growthOf((size) => {
    const text = `d ${part.repeat(size)} 1`;
    return () => void excerpt(text, query);
  }, 4);
  expect(growth).toBeLessThan(MOST_GROWTH);
});
