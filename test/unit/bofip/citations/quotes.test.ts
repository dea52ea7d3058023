import { describe, expect, test } from "bun:test";
import { readQuotations } from "../../../../bofip/citations/adjoining.ts";
import { codePointReader } from "../../../../bofip/citations/code-points.ts";
import { countWords, quoteAt, readQuotes } from "../../../../bofip/citations/quotes.ts";
import { readCitations } from "../../../../bofip/citations/read-citations.ts";
import { QuoteFinder } from "../../../../bofip/citations/words/quoted-words.ts";
import { plainText } from "../../../../bofip/mentions/plain-text.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

describe("words between quotation marks:", () => {
  test.each([
    ["« un »", ["un"]],
    ['« un » et “deux”, "trois"', ["un", "deux", "trois"]],
    ["« il dit “oui” »", ["il dit “oui”", "oui"]],
    ["« il dit « oui » »", ["il dit « oui »", "oui"]],
    ['"il dit “oui” et « non »"', ["il dit “oui” et « non »", "oui", "non"]],
    ["« un\n« suite »", ["un\n suite"]],
    ["« un\ndeux »", ["un\ndeux"]],
    ["« sans fin, puis “un”", ["sans fin, puis", "un"]],
    ["“un » et « deux »", ["un", "deux"]],
    ['un 5" de trop\n\n"un"', ["un"]],
    ["« sans fin", ["sans fin"]],
    ["« sans fin\n\nAutre paragraphe", ["sans fin"]],
    ["« l’impôt sans fin (BOI-IR, § 10). Suite.", ["l’impôt sans fin"]],
    ["« l'impôt sans fin, BOI-IR, § 10.", ["l'impôt sans fin"]],
    ['dit : "sans fin', ["sans fin"]],
    [
      "‘un’, „deux“, „trois”, “quatre” et ‘l’impôt n’est pas dû’",
      ["un", "deux", "trois", "quatre", "l’impôt n’est pas dû"],
    ],
    ["'l'impôt n'est pas dû' et 'deux mots', l'un de d'autres", ["l'impôt n'est pas dû"]],
    ["l‘impôt et l’assiette ’", []],
    ["Il dit :\n\n> un\n> deux\n\nfin", ["un\ndeux"]],
    ["> un\n>\n> deux\n> — BOI-IR, § 10", ["un\n\ndeux"]],
    ["> « un »\n> et deux", ["« un »\net deux", "un"]],
    ["« un\n> deux » > trois", ["un\ndeux"]],
    ["a > b", []],
    ["sans début » puis « un »", ["un"]],
    ["« »", []],
    ["<<un>>, ‹ deux › et ''trois''", ["un", "deux", "trois"]],
    ["<< il dit ''oui'' >>", ["il dit ''oui''", "oui"]],
    ["l''impôt et l''assiette, 5'' de trop", []],
    ["a << b, c >> d", ["b, c"]],
  ])("%j", (texte, expected) => {
    expect(readQuotes(texte).map((place) => quoteAt(texte, place).texte)).toEqual(expected);
  });
});

describe("words adjoin the citation", () => {
  const adjoining = (written: string) => {
    const texte = plainText(written);
    const { citations } = readCitations(texte);
    return [...readQuotations(texte, citations).adjoining].flatMap(([rank, quotes]) =>
      quotes.map((quote) => [citations[rank]?.boiId, quote.texte]),
    );
  };

  test.each([
    ["« un » (BOI-IR, § 10)", [["BOI-IR", "un"]]],
    ["« un », BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un » (cf. II-A § 10 du BOI-IR)", [["BOI-IR", "un"]]],
    ["« l'un de ceux-là, BOI-IR, § 10", [["BOI-IR", "l'un de ceux-là"]]],
    ["« l'un de ceux-là (BOI-IR, § 10)", [["BOI-IR", "l'un de ceux-là"]]],
    ["BOI-IR, § 10 : ‘l'un de ceux-là’", [["BOI-IR", "l'un de ceux-là"]]],
    ["BOI-IR, § 10 : 'l'un de ceux-là'", [["BOI-IR", "l'un de ceux-là"]]],
    ["BOI-IR, § 10 :\n> un\n> deux", [["BOI-IR", "un\ndeux"]]],
    ["> un\n\n— BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["> un\n> — BOI-IR, § 10", [["BOI-IR", "un"]]],
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
    ["BOI-IR n° 10, qui exige « un »", [["BOI-IR", "un"]]],
    ["le BOI-IR, § 10, selon lequel « un »", [["BOI-IR", "un"]]],
    ["le BOI-IR, § 10, en vertu duquel\n« un »", [["BOI-IR", "un"]]],
    ["BOI-IR, § 10, qui fixe le seuil à « 61 € »", [["BOI-IR", "61 €"]]],
    ["BOI-IR, § 10 :\n\n« un »", [["BOI-IR", "un"]]],
    [
      "Selon le BOI-IR, § 10, ils sont dus “un deux trois quatre cinq”",
      [["BOI-IR", "un deux trois quatre cinq"]],
    ],
    ["Selon le BOI-IR, § 10, ils sont dus “un deux”", []],
    ["« un », comme l'indique le BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un », ainsi que l'énonce le BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un » : voilà ce que dit le BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un », lit-on au BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["BOI-IR, § 10 : <<un>>", [["BOI-IR", "un"]]],
    ["Le BOI-IR, § 10, précise que ‹ un ›", [["BOI-IR", "un"]]],
    ["BOI-IR, § 10 : ''un''", [["BOI-IR", "un"]]],
    ["« un. » (en ce sens, BOFiP-Impôts, BOI-IR, § 10)", [["BOI-IR", "un."]]],
    ["« un ».\n(BOI-IR, § 10)", [["BOI-IR", "un"]]],
    [
      "« un » et « deux » (BOI-IR, § 10)",
      [
        ["BOI-IR", "un"],
        ["BOI-IR", "deux"],
      ],
    ],
    [
      "BOI-IR, § 10, précise que « un » et que « deux »",
      [
        ["BOI-IR", "un"],
        ["BOI-IR", "deux"],
      ],
    ],
    [
      "BOI-IR, § 10, dit « un », BOI-TVA, § 20, dit « deux »",
      [
        ["BOI-IR", "un"],
        ["BOI-TVA", "deux"],
      ],
    ],
    ["« Le BOI-IR, § 10, précise que « un » »", [["BOI-IR", "un"]]],
    [
      "« un, au sens du BOI-TVA, de “deux” » (BOI-IR, § 10)",
      [["BOI-IR", "un, au sens du BOI-TVA, de “deux”"]],
    ],
    ["« un »\n\nBOI-IR, § 10 : « deux »", [["BOI-IR", "deux"]]],
    ["BOI-IR, § 10 : « […] »", []],
    ["Le BOI-IR est clair. On parle de « taux ».", []],
    ["« voir BOI-IR »", []],
    // Emphasis, in Markdown
    ["**BOI-IR, § 10** : “un”", [["BOI-IR", "un"]]],
    ["*BOI-IR, § 10*, précise que **« un »**", [["BOI-IR", "un"]]],
    ["« un » — **BOI-IR, § 10**", [["BOI-IR", "un"]]],
    ["« un » (**BOI-IR**, § 10)", [["BOI-IR", "un"]]],
    // Set apart, the source on its own line
    ["> un\n\nBOI-IR, § 10", [["BOI-IR", "un"]]],
    ["> un.\n>\n> BOI-IR, § 10", [["BOI-IR", "un."]]],
    ["> un \n>\n> — BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un »\n\nSource : BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un ».\n\nSource : BOI-IR, § 10", [["BOI-IR", "un"]]],
    ["« un »\n\nLe BOI-IR, § 10, est clair", []],
    ["BOI-TVA, § 20\n\n> un\n\nBOI-IR, § 10", [["BOI-TVA", "un"]]],
    ["> un\n\n*BOI-IR, § 10*", [["BOI-IR", "un"]]],
    // The nearest in the sentence, whatever stands between
    ...[
      "« l'un de ceux-là » ([BOI-IR, § 10](https://exemple.test))",
      "| « l'un de ceux-là » | BOI-IR, § 10 |",
      "« l'un de ceux-là »,\nconformément au BOI-IR, § 10",
      "« l'un de ceux-là » — Réf. : BOI-IR, § 10",
      "« l'un de ceux-là » → BOI-IR, § 10",
      '{"citation": "l\'un de ceux-là", "source": "BOI-IR"}',
      '{"source": "BOI-IR", "citation": "l\'un de ceux-là"}, {"source": "BOI-TVA", "citation": "l\'un"}',
    ].map((texte): [string, string[][]] => [texte, [["BOI-IR", "l'un de ceux-là"]]]),
    // What a sentence beside them names as their source
    ...[
      "« l'un de ceux-là ».\n— Réf. : BOI-IR, § 10",
      "Citation exacte : « l'un de ceux-là ». Source : BOI-IR, § 10",
      "« l'un de ceux-là ». C'est le BOI-IR, § 10, qui le dit",
      "« l'un de ceux-là ». Cf. BOI-IR, § 10",
      "« l'un de ceux-là ». V. le BOI-IR, § 10",
      "Que dit le BOI-IR, § 10 ? « l'un de ceux-là »",
      "Le BOI-IR, § 10, dispose ce qui suit.\n\n« l'un de ceux-là »",
      "Le BOI-IR, § 10, est rédigé comme suit.\n« l'un de ceux-là »",
      '{\n  "source": "BOI-IR, § 10",\n  "texte": "l\'un de ceux-là"\n}',
      '{\n  "texte": "l\'un de ceux-là",\n  "source": "BOI-IR, § 10"\n}',
      'BOI-IR;10;"l\'un de ceux-là"',
      "« l'un de ceux-là » [1]\n\nSources :\n1. BOI-IR, § 10",
    ].map((texte): [string, string[][]] => [texte, [["BOI-IR", "l'un de ceux-là"]]]),
    ["« l'un de ceux-là ». Voir aussi le BOI-IR", []],
    ["« l'un de ceux-là »\n\n1. BOI-IR, § 10", []],
    ["« l'un de ceux-là ». Le BOI-IR est clair", []],
    ["« l'un de ceux-là » ; le BOI-IR est clair", []],
    ["- « l'un de ceux-là »\n- pour le reste, le BOI-IR est clair", []],
    ["Le BOI-IR est clair. Et « l'un de ceux-là »", []],
    // In a footnote
    ["« un »[^1] et la suite\n\n[^1]: BOI-IR, § 10.", [["BOI-IR", "un"]]],
    [
      "« un » (1), puis « deux »².\n\n(1) V. BOI-IR, § 10\n² BOI-TVA",
      [
        ["BOI-IR", "un"],
        ["BOI-TVA", "deux"],
      ],
    ],
    ["« un »[2]\n\n[1] BOI-IR, § 10\n[2] autre chose", []],
    [
      "« un » (1)\n\n(1) BOI-IR\n\n« deux » (1)\n\n(1) BOI-TVA",
      [
        ["BOI-IR", "un"],
        ["BOI-TVA", "deux"],
      ],
    ],
    ["BOI-TVA, § 20, rappelle que « un »[1]\n\n[1] BOI-IR, § 10", [["BOI-TVA", "un"]]],
    ["« un » est un mot ; quant au BOI-IR", []],
  ])("%s", (texte, expected) => expect(adjoining(texte)).toEqual(expected));
});

test("quotations of five words or more that adjoin no citation are free", () => {
  const texte =
    "« un deux trois quatre cinq ». « un deux trois quatre ». Le BOI-IR, § 10, dit « un deux trois quatre cinq ».";
  const { free } = readQuotations(texte, readCitations(texte).citations);
  expect(free).toEqual([{ start: 0, end: 29, texte: "un deux trois quatre cinq" }]);
});

describe("finding quotations takes a time that grows with the text, and no faster:", () => {
  test.each([
    "« ",
    "«“",
    "« un » et ",
    "BOI-IR, § 1 : « un » ",
    "« un “deux ",
    '" ',
    '"\n\n',
    "“a”« ",
    "« BOI-IR “un” ",
    "« un BOI-IR » ",
    "> un\n",
    "> « un\n\n",
    "‘un ’",
    "'un ",
    "„un “deux ",
    "« (BO ",
    "qui que ",
    "« un »[^1]\n",
    "« un » (1)\n(1) BOI-IR\n",
    "(1) un\n",
    "**« un »** \n\n",
  ])("%j", (block) => {
    const prepare = (size: number) => {
      const texte = block.repeat(size) + "» ".repeat(size);
      const { citations } = readCitations(texte);
      return () => void readQuotations(texte, citations);
    };
    expect(growthOf(prepare, 1_000)).toBeLessThan(MOST_GROWTH);
  });
});

describe("quoted words stand", () => {
  const parts = [
    "Préambule libre.",
    "Le revenu « net » est\n\ndivisé par 1 250 parts, l'œuvre aussi.",
    "Le taux est de 5,5 % pour un non-résident.",
  ];
  const texte = parts.join("\n\n");
  const spans = [
    { numero: "10", start: texte.indexOf("Le revenu"), end: texte.indexOf("\n\nLe taux") },
    { numero: "20", start: texte.indexOf("Le taux"), end: texte.length },
  ];
  const finder = new QuoteFinder({ titre: "", texte, spans });
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
    ["with words left out", "Le revenu […] est […] divisé", ["10"], "coupee", null],
    ["with a first letter made fit", "[l]e taux est de 5,5 %", ["20"], "equivalent", null],
    ["in another §", "taux est de 5,5 %", ["10"], "absent", "20"],
    ["over the § of a range", "aussi. Le taux", ["10", "20"], "equivalent", null],
    ["nowhere, in another order", "parts […] Le revenu", ["10"], "absent", null],
    ["nowhere, between two numbers", "5 5", ["20"], "absent", null],
    ["in a document cited whole", "Préambule libre", [], "exact", null],
    ["in a § of a document cited whole", "est de 5,5 %", [], "exact", "20"],
    ["in another § than one that is not held", "est de 5,5 %", ["99"], "absent", "20"],
    ["whatever the marks inside", "Le revenu net est", ["10"], "equivalent", null],
    ["whatever the accent of a capital", "le taux", ["20"], "equivalent", null],
    ["not as the end of a word", "évenu", ["10"], "absent", null],
    ["not as the beginning of a word", "divis", ["10"], "absent", null],
    ["not as the end of a number", "250 parts", ["10"], "absent", null],
    ["not as the beginning of a number", "par 1", ["10"], "absent", null],
    ["not as the decimals of a number", "5 %", ["20"], "absent", null],
    ["not as half of a compound", "résident", ["20"], "absent", null],
    ["as a whole compound", "non-résident", ["20"], "exact", null],
    ["behind an elision", "œuvre aussi", ["10"], "exact", null],
  ] as const)("%s", (_, quote, cited, etat, numero) => {
    expect(locate(quote, cited)).toMatchObject({ etat, numero });
  });

  test.each([
    [
      "in the § cited",
      "Le taux est de 5,6 %",
      ["20"],
      { numero: "20", texte: "Le taux est de 5,5 % pour un non-résident." },
    ],
    [
      "in another §",
      "Le taux est de 5,6 %",
      ["10"],
      { numero: "20", texte: "Le taux est de 5,5 % pour un non-résident." },
    ],
    ["out of every §", "Un préambule libre", ["10"], { numero: null, texte: "Préambule libre." }],
    ["nowhere", "aucun de ces mots ne se lit", ["10"], null],
  ] as const)("or what comes nearest %s", (_, quote, cited, proche) => {
    expect(locate(quote, cited)).toEqual({ etat: "absent", numero: null, proche, omis: [], hides: null });
  });
});

describe("words left out", () => {
  const parts = [
    "La perte n'est jamais déductible. Sauf option, l'associé non-résident est, en principe, imposé… au taux de 1 250,5 €.",
    `Le gain, ${"puis un autre ".repeat(20)}encore un, est exonéré. Les plus-values à long terme sont imposées.`,
    "Un gain est, en principe, exonéré. Un gain n'est pas, en principe, exonéré, ni imposé.",
  ];
  const texte = parts.join("\n\n");
  const spans = parts.map((part, rank) => {
    const start = texte.indexOf(part);
    return { numero: `${rank + 1}0`, start, end: start + part.length };
  });
  const finder = new QuoteFinder({ titre: "", texte, spans });
  const cut = (quote: string, cited: readonly string[]) => {
    const { etat, omis, hides } = finder.locate(quote, cited) ?? {};
    return [etat, omis, hides];
  };

  test.each([
    ["associé non-résident […] imposé", "10", ["est, en principe,"]],
    ["l'associé (...) imposé (…) au taux", "10", ["non-résident est, en principe,"]],
    ["imposé… au […] taux de", "10", []],
    ["Les […] à long terme [...] imposées", "20", ["plus-values", "sont"]],
    ["… l'associé non-résident est", "10", []],
  ])("%s: nothing that counts", (quote, numero, omis) => {
    expect(cut(quote, [numero])).toEqual(["coupee", omis, null]);
  });

  test.each([
    ["La perte […] est […] déductible", "10", "« n' »"],
    ["La perte n'est (…) déductible", "10", "« jamais »"],
    ["déductible. […] l'associé non-résident", "10", "« sauf »"],
    ["imposé… […] €", "10", "un nombre"],
    ["au taux de 1 […]50,5 €", "10", "une partie d'un nombre"],
    ["au taux de 1 250[…] €", "10", "une partie d'un nombre"],
    ["au taux de 1 250,[…] €", "10", "une partie d'un nombre"],
    ["Le gain […] est exonéré", "20", "62 mots"],
  ])("%s: « %s » counts", (quote, numero, hides) => {
    expect(cut(quote, [numero])).toEqual(["coupee", expect.any(Array), hides]);
  });

  test("from one § to another count, named or not", () => {
    const quote = "au taux de 1 250,5 € […] Le gain";
    for (const cited of [["10", "20"], ["20", "10"], []])
      expect(cut(quote, cited)).toEqual(["coupee", [], "le passage d'un § à un autre"]);
  });

  test("count nowhere when some place of the text hides none", () => {
    expect(cut("Un gain […] exonéré", ["30"])).toEqual(["coupee", ["est, en principe,"], null]);
    expect(cut("gain […] exonéré, ni", ["30"])).toEqual(["coupee", ["n'est pas, en principe,"], "« n' »"]);
  });

  test("are not left out of words that the text does not have, or has in another order", () => {
    expect(cut("déductible […] La perte", ["10"])).toEqual(["absent", [], null]);
    expect(cut("La perte […] imposable", ["10"])).toEqual(["absent", [], null]);
    expect(cut("perte […] ductible", ["10"])).toEqual(["absent", [], null]);
  });

  test("make words of no citation not found, when they count", () => {
    expect(finder.find("associé non-résident […] imposé")).toEqual({ numero: "10" });
    expect(finder.find("La perte […] déductible")).toBeNull();
  });
});

describe("the layout of a quotation is none of its words:", () => {
  const texte = "Le taux marginal de la plus-value nette est celui de l'œuvre ; il n'est pas de 5 % (1).";
  const finder = new QuoteFinder({ titre: "", texte, spans: [] });

  test.each([
    "Le taux **mar**ginal de la _plus-value_",
    "Le taux marginal¹ de la plus-value[^2] nette(3) est",
    "Le taux mar-\nginal de la plus-\nvalue",
    "Le taux mar\u00adginal de la plus-value net\u00ad\nte",
    "est celui de l'oeuvre",
    "il n'est pas de 5 % (1).",
  ])("%s", (quote) => expect(finder.locate(quote, [])?.etat).toBeOneOf(["exact", "equivalent"]));

  test.each(["Le taux mar-ginal-e", "il n'est pas de 5 % (2)", "la value nette", "la plus nette"])(
    "%s",
    (quote) => expect(finder.locate(quote, [])?.etat).toBe("absent"),
  );
});

describe("the title of a document is right wherever it is quoted from:", () => {
  const texte = "Le champ.";
  const spans = [{ numero: "10", start: 0, end: texte.length }];
  const finder = new QuoteFinder({
    titre: "IR - Contrôle - Non-résidents dits « Schumacker »",
    texte,
    spans,
  });

  test.each([
    ["IR - Contrôle - Non-résidents dits « Schumacker »", "exact"],
    ["Non-résidents dits “Schumacker”", "equivalent"],
    ["Non-résidents", "absent"],
    ["Contrôle", "absent"],
  ] as const)("%s: %s", (quote, etat) => {
    expect(finder.locate(quote, ["10"])).toMatchObject({ etat, numero: null });
    expect(finder.find(quote)).toEqual(etat === "absent" ? null : { numero: null });
  });
});

test("a word is counted once, an identifier too, and an address never", () => {
  expect(countWords("BOI-IR-LIQ-20-10")).toBe(1);
  expect(countWords("https://bofip.impots.gouv.fr/bofip/2491-PGP.html")).toBe(0);
  expect(countWords("l'impôt sur la plus-value")).toBe(5);
  expect(countWords("boi_id_de_ce_document")).toBe(0);
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
  const text = { titre: "", texte: paragraph.repeat(spans.length), spans };

  test.each([
    ["letters under marks of two classes", "a\u0323\u0301"],
    ["marks of two classes in one run", "\u0323\u0301"],
    ["pieces between words left out", "zq…"],
    ["pieces that stand in the text", "taux…"],
    ["capitals with accents", "É"],
    ["spaces between digits", "1 "],
    ["words of the text", "taux "],
    ["one letter of it", "t…"],
    ["figures of it", "1…"],
    ["halves of words", "ta-\n"],
    ["marks of layout", "taux** "],
    ["marks", '"-'],
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

describe("looking for words left out takes a time that grows with the text, and no faster:", () => {
  test.each([
    ["whose pieces are everywhere", "taux […] plafond […] est", "Le taux et le plafond. "],
    ["of which one is nowhere", "taux […] plafond […] zq", "Le taux et le plafond. "],
    ["that hide something everywhere", "Le […] plafond", "Le non plafond. "],
    ["between a letter and itself", "a […] a […] b", "a "],
    ["in numbers", "1 […] 2", "1 1 2 "],
  ])("%s", (_, quote, block) => {
    const prepare = (size: number) => {
      const spans = Array.from({ length: size }, (__, rank) => {
        return { numero: String(rank), start: rank * block.length, end: (rank + 1) * block.length };
      });
      const text = { titre: "", texte: block.repeat(size), spans };
      return () => {
        new QuoteFinder(text).locate(quote, []);
      };
    };
    expect(growthOf(prepare, 500)).toBeLessThan(MOST_GROWTH);
  });
});

test("a quotation in more than a hundred pieces is not looked for, and one in a hundred is", () => {
  const finder = new QuoteFinder({ titre: "", texte: "mot ".repeat(200), spans: [] });
  expect(finder.locate("mot…".repeat(101), [])).toBeNull();
  expect(finder.locate("mot…".repeat(100), [])).toMatchObject({ etat: "coupee", numero: null, hides: null });
});
