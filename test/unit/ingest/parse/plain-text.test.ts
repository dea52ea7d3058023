import { describe, expect, test } from "bun:test";
import { readBody } from "../../../../ingest/parse/html.ts";

const read = (texte: string) => readBody(null, texte);
const numbers = (texte: string) => read(texte).paragraphes.map(({ numero }) => numero);

describe("numbers glued to words are § where the sequence 1, 10, 20… proves them:", () => {
  test.each([
    ["at the start", "1Le prêt est visé. 10En outre, il dure.", "1 10"],
    [
      "after a sentence, and after a heading",
      "1Le prêt est visé.A. Durée10Il dure.20La durée suit.",
      "1 10 20",
    ],
    [
      "after a bracket, a guillemet and a space",
      "1Le prêt (n° 4).10Il dit « oui ».\u00a020La suite vient.",
      "1 10 20",
    ],
    ["before an elision and a guillemet", "1L’impôt est dû.10«\u00a0Tout don\u00a0» est visé.", "1 10"],
    ["after the year that ends a heading", "1Le prêt est visé.A. Loi de 202010Il dure.", "1 10"],
    ["on their own lines", "Titre\n1\nLe prêt est visé.\n10\u00a0\nIl dure.", "1 10"],
    ["at the start of lines", "Titre\n1Le prêt est visé.\n10 Il dure.", "1 10"],
    ["one inserted", "1Le prêt est visé.10Il dure.15Il cesse.20La suite vient.", "1 10 15 20"],
    [
      "several inserted",
      "1Le prêt est visé.10Il dure.12Il cesse.17Il reprend.20La suite vient.",
      "1 10 12 17 20",
    ],
    ["inserted after the last", "1Le prêt est visé.10Il dure.15Il cesse.", "1 10 15"],
    ["with a Latin suffix", "1Le prêt est visé.1 bisIl est dit.10Il dure.", "1 1 bis 10"],
    ["reserved ones count", "1Le prêt est visé.(10-30)40Il dure.", "1 40"],
    ["the first may be reserved", "(loi n° 4, art. 12)(1)10Le prêt est visé.20Il dure.", "10 20"],
    ["amounts are none", "1Le prêt coûte au plus10 000 € par an.10Le don10 %, 20 000 € ensuite.", "1 10"],
    ["a document of one § begins with its number", "1La présente section traite du prêt.", "1"],
  ])("%s", (_rule, texte, expected) => {
    expect(numbers(texte).join(" ")).toBe(expected);
  });

  test("their words are those of the text, and nothing is lost", () => {
    const { texte, paragraphes, reserves, html } = read("Avant.1Le prêt est visé.(10-30)40Il dure < 5 ans.");
    expect(paragraphes.map(({ start, end }) => texte.slice(start, end))).toEqual([
      "Le prêt est visé.",
      "Il dure < 5 ans.",
    ]);
    expect(reserves).toEqual([{ de: "10", a: "30" }]);
    expect(texte).toBe("Avant.\n\nLe prêt est visé.\n\nIl dure < 5 ans.");
    expect(html).toContain('<p class="numero-de-paragraphe-western">40</p>\n<p>Il dure &lt; 5 ans.</p>');
  });
});

describe("no figure becomes a §:", () => {
  test.each([
    ["amounts", "Le prêt coûte 1 €.10 000 € au plus.20 000 € ensuite."],
    ["articles", "Voir l’article 1 Les prêts, l’article 10 Les dons et l’article 20 Les legs."],
    ["calls of notes", "Le prêt (1)Le don (2)Le legs (3)"],
    ["dates", "Dû le 1er mars 2024.Puis le 10 avril.Le 20 mai."],
    ["items of a list", "1Premier cas : rien.2Deuxième cas : peu.3Troisième cas : tout."],
    ["columns of a table", "TauxBase1Célibataire10Marié20Veuf30"],
    ["an example's number", "Exemple 1Le prêt est visé.Exemple 10Le don est visé."],
    ["a number that could be in two places", "1Le prêt est visé.10Il dure.10Il cesse.20La suite vient."],
    ["a sequence with a hole", "1Le prêt est visé.10Il dure.30La suite vient.40La fin vient."],
    ["a sequence without its start", "10Le prêt est visé.20Il dure."],
    ["a lone number within the text", "Le prêt.1Le don est visé."],
  ])("%s", (_rule, texte) => {
    const { paragraphes, texte: written } = read(texte);
    expect(paragraphes).toEqual([]);
    expect(written).toBe(texte);
  });
});

describe("sections are told where each heading follows from those before it:", () => {
  const sections = (texte: string) => read(texte).paragraphes.map(({ section }) => section.join(" > "));

  test.each([
    [
      "glued",
      "Avant.I. ChampA. Prêts1Le prêt est visé.B. Dons au titre du CGI10Le don est visé.II. Calcul20Il dure.",
      ["I. Champ > A. Prêts", "I. Champ > B. Dons au titre du CGI", "II. Calcul"],
    ],
    [
      "after capitals that a label follows",
      "I. Article 9 du CGIA. Prêts1Le prêt est visé.10Le don est visé.",
      ["I. Article 9 du CGI > A. Prêts", "I. Article 9 du CGI > A. Prêts"],
    ],
    [
      "on their own lines, down to the fifth level",
      "I. Champ\nA. Prêts\n1. Cas\na. Seul\n1° Bref\n1\nLe prêt est visé.\n2° Long\n10\nLe don est visé.",
      [
        "I. Champ > A. Prêts > 1. Cas > a. Seul > 1° Bref",
        "I. Champ > A. Prêts > 1. Cas > a. Seul > 2° Long",
      ],
    ],
    [
      "around reserved numbers",
      "I. Champ1Le prêt est visé.(10)II. Calcul20Il dure.",
      ["I. Champ", "II. Calcul"],
    ],
    ["none when one does not follow", "I. Champ1Le prêt est visé.III. Calcul10Il dure.", ["", ""]],
    ["none from the words of a sentence", "1Le prêt relève du CGI. Il dure10Le don suit.", ["", ""]],
  ])("%s", (_rule, texte, expected) => {
    expect(sections(texte)).toEqual(expected);
  });
});

describe("a line broken around an inline element goes on with the one before it:", () => {
  test.each([
    ["an exponent", "Dû au 1\ner\n mars 2024.", "Dû au 1er mars 2024."],
    [
      "a Latin number in italics",
      "(CGI, art. 163 \nquatervicies,\n II-2-al. 2).",
      "(CGI, art. 163 quatervicies, II-2-al. 2).",
    ],
    [
      "a link after an elision, and the full stop",
      "Prévu à l’\narticle 83 du CGI\n.",
      "Prévu à l’article 83 du CGI.",
    ],
    ["a link within brackets", "La limite (\nI § 40\n), dès lors.", "La limite (I § 40), dès lors."],
    [
      "a link between spaces",
      "Voir le \nBOI-IR-LIQ-20\n sur ce point.",
      "Voir le BOI-IR-LIQ-20 sur ce point.",
    ],
    [
      "the words of a definition stay whole",
      "Le don\n, le prêt \net\n le legs.",
      "Le don, le prêt et le legs.",
    ],
  ])("%s", (_rule, texte, expected) => {
    expect(read(texte).texte).toBe(expected);
  });

  test.each([
    ["sentences, a space after them too", "Le prêt est visé. \nLe don aussi."],
    ["items of a list", "Sont visés :\nle prêt ;\nle don,\nle legs."],
    ["cells of a table", "Gazole\nSuper\n0,089 €"],
    ["headings", "3. Prêts\na. Dons"],
    ["lines parted by an empty one", "Le prêt\n\nle don"],
  ])("and others do not: %s", (_rule, texte) => {
    expect(read(texte).texte).toBe(texte.replaceAll(/ ?\n+/g, "\n\n"));
  });
});

describe("any plain text is read in time proportional to its size:", () => {
  const CASES: Record<string, string> = {
    "numbers in sequence": Array.from({ length: 90_000 }, (_, at) => `${at === 0 ? 1 : at * 10}Le don.`).join(
      "",
    ),
    "one number": "1Le don.".repeat(120_000),
    "labels before each number": Array.from(
      { length: 400 },
      (_, at) => `${at === 0 ? 1 : at * 10}Le don${"I. X".repeat(600)}`,
    ).join(""),
    "reserved numbers": "(1)".repeat(300_000),
    "open brackets": "(1 à 2 à 3".repeat(90_000),
    digits: "1".repeat(1_000_000),
    capitals: `1${"A".repeat(1_000_000)}`,
    spaces: `1\n${" ".repeat(1_000_000)}A`,
    "lines that go on": "don\n".repeat(250_000),
    "spaces around line ends": ` ${" ".repeat(1_000)}\n`.repeat(1_000),
  };
  test.each(Object.keys(CASES))("%s", (name) => {
    const start = performance.now();
    readBody(null, CASES[name] ?? "");
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
