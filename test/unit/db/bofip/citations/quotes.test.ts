import { describe, expect, test } from "bun:test";
import { codePointReader } from "../../../../../db/bofip/citations/code-points.ts";
import { QuoteFinder } from "../../../../../db/bofip/citations/quoted-words.ts";
import { adjoiningQuotes, readQuotes } from "../../../../../db/bofip/citations/quotes.ts";
import { readCitations } from "../../../../../db/bofip/citations/read.ts";
import { growthOf, MOST_GROWTH } from "../../../../growth.ts";

describe("words between quotation marks:", () => {
  test.each([
    ["« un »", ["un"]],
    ['« un » et “deux”, "trois"', ["un", "deux", "trois"]],
    ["« il dit “oui” »", ["il dit “oui”"]],
    ["« il dit « oui » »", ["il dit « oui »"]],
    ["« un\n« suite »", ["un\n« suite"]],
    ["« sans fin", []],
    ["sans début » puis « un »", ["un"]],
    ["« »", []],
  ])("%j", (texte, expected) => {
    expect(readQuotes(texte).map((quote) => quote.texte)).toEqual(expected);
  });
});

describe("words adjoin the citation", () => {
  const adjoining = (texte: string) => {
    const { citations } = readCitations(texte);
    return [...adjoiningQuotes(texte, citations)].map(([rank, quote]) => [
      citations[rank]?.boiId,
      quote.texte,
    ]);
  };

  test.each([
    ["« un » (BOI-IR, § 10)", [["BOI-IR", "un"]]],
    ["« un », BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un » (cf. II-A § 10 du BOI-IR)", [["BOI-IR", "un"]]],
    ["BOI-IR, § 10 : « un »", [["BOI-IR", "un"]]],
    ["Le BOI-IR, § 10, précise que « un »", [["BOI-IR", "un"]]],
    ["Le BOI-IR (§ 10) indique qu'il faut que “un”", [["BOI-IR", "un"]]],
    [
      "« un » (BOI-IR) et « deux » (BOI-TVA)",
      [
        ["BOI-IR", "un"],
        ["BOI-TVA", "deux"],
      ],
    ],
    ["BOI-IR : « un » (BOI-TVA)", [["BOI-TVA", "un"]]],
    [
      "BOI-IR : « un ». BOI-TVA : « deux »",
      [
        ["BOI-IR", "un"],
        ["BOI-TVA", "deux"],
      ],
    ],
    ["Le BOI-IR est clair. On parle de « taux ».", []],
    ["« voir BOI-IR »", []],
    ["« un » est un mot ; quant au BOI-IR", []],
  ])("%s", (texte, expected) => expect(adjoining(texte)).toEqual(expected));
});

describe("quoted words stand", () => {
  const parts = [
    "Préambule libre.",
    "Le revenu « net » est\n\ndivisé par 1 250 parts, l'œuvre aussi.",
    "Le taux est de 5,5 %.",
  ];
  const texte = parts.join("\n\n");
  const spans = [
    { numero: "10", start: texte.indexOf("Le revenu"), end: texte.indexOf("\n\nLe taux") },
    { numero: "20", start: texte.indexOf("Le taux"), end: texte.length },
  ];
  const finder = new QuoteFinder({ texte, spans });
  const locate = (quote: string, cited: readonly string[]) => finder.locate(quote, cited);

  test.each([
    ["to the character", "divisé par 1 250 parts", ["10"], "exact", null],
    ["up to spaces", "Le revenu « net » est divisé par 1250 parts", ["10"], "equivalent", null],
    [
      "up to typography",
      'le revenu "net" est divisé par 1\u00a0250 parts, l’oeuvre aussi',
      ["10"],
      "equivalent",
      null,
    ],
    ["with words left out", "Le revenu […] parts, l'œuvre", ["10"], "exact", null],
    ["with a first letter made fit", "[l]e taux est de 5,5 %", ["20"], "equivalent", null],
    ["in another §", "taux est de 5,5 %", ["10"], "exact", "20"],
    ["over the § of a range", "aussi. Le taux", ["10", "20"], "equivalent", null],
    ["nowhere", "Le taux est de 5,6 %", ["20"], "absent", null],
    ["nowhere, in another order", "parts […] Le revenu", ["10"], "absent", null],
    ["nowhere, between two numbers", "5 5", ["20"], "absent", null],
    ["out of the § cited and of any other", "Préambule libre", ["10"], "absent", null],
    ["in a document cited whole", "Préambule libre", [], "exact", null],
    ["in a § of a document cited whole", "est de 5,5 %", [], "exact", "20"],
    ["in another § than one that is not held", "est de 5,5 %", ["99"], "exact", "20"],
  ] as const)("%s", (_, quote, cited, etat, numero) => {
    expect(locate(quote, cited)).toEqual({ etat, numero });
  });
});

test("offsets are counted in code points, as a text spread in JavaScript has them", () => {
  const texte = "a🏠é\u0301b";
  const countAt = codePointReader(texte);
  expect([0, 1, 3, 4, 5, 6].map(countAt)).toEqual([0, 1, 2, 3, 4, 5]);
  expect([...texte].length).toBe(5);
});

describe("looking for a quotation takes a time that grows with its length, and no faster:", () => {
  const paragraph = "Le taux est de 5,5 % et le plafond de 1 250 €. ".repeat(10);
  const spans = Array.from({ length: 40 }, (_, rank) => {
    return { numero: String(rank), start: rank * paragraph.length, end: (rank + 1) * paragraph.length };
  });
  const text = { texte: paragraph.repeat(spans.length), spans };

  test.each([
    ["letters under marks of two classes", "a\u0323\u0301"],
    ["marks of two classes in one run", "\u0323\u0301"],
    ["pieces between words left out", "zq…"],
    ["pieces that stand in the text", "taux…"],
    ["capitals with accents", "É"],
    ["spaces between digits", "1 "],
  ])("%s", (_, block) => {
    const prepare = (size: number) => {
      const quote = block.repeat(size);
      return () => {
        new QuoteFinder(text).locate(quote, ["0"]);
      };
    };
    expect(growthOf(prepare, 1_000)).toBeLessThan(MOST_GROWTH);
  });
});

test("a quotation in more than a hundred pieces is not looked for, and one in a hundred is", () => {
  const finder = new QuoteFinder({ texte: "mot ".repeat(200), spans: [] });
  expect(finder.locate("mot…".repeat(101), [])).toBeNull();
  expect(finder.locate("mot…".repeat(100), [])).toEqual({ etat: "exact", numero: null });
});
