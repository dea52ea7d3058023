import { describe, expect, test } from "bun:test";
import { readBlocks } from "../../../../bofip/text/contenu-html.ts";
import { readBody } from "../../../../ingest/parse/html.ts";

const number = (numero: string) => `<p class="numero-de-paragraphe-western" id="${numero}_02">${numero}</p>`;
const text = (html: string) => readBody(html, null).texte;

describe("plain text reads like the document:", () => {
  test.each([
    ["blocks stand a blank line apart", "<p>Un.</p>\n<p>Deux.</p>", "Un.\n\nDeux."],
    ["a heading has its line", "<h1>I. Champ</h1><p>Texte.</p>", "I. Champ\n\nTexte."],
    ["a heading stays on one line", "<h1>I.<br>Champ</h1>", "I. Champ"],
    ["a line break is one", "<p>Un<br>deux</p>", "Un\ndeux"],
    ["containers are blocks", "<div>Un</div><section>Deux</section>", "Un\n\nDeux"],
    ["bare text is kept", "Un <p>deux</p> trois", "Un\n\ndeux\n\ntrois"],
    ["white space collapses", "<p>  Un\n\t deux </p>", "Un deux"],
    ["non-breaking spaces stay", "<p>10&nbsp;000&#8239;€</p>", "10\u00a0000\u202f€"],
    ["an empty block leaves no trace", "<p>Un</p><p> &nbsp; </p><p></p><p>Deux</p>", "Un\n\nDeux"],
    [
      "entities are decoded",
      "<p>l&#39;imp&ocirc;t &lt; 5 &amp; &laquo;&nbsp;x&nbsp;&raquo;</p>",
      "l'impôt < 5 & «\u00a0x\u00a0»",
    ],
    [
      "words glued to a link stay as written",
      '<p>au<a href="https://x.test/">BOI-IR</a>prévoit</p>',
      "auBOI-IRprévoit",
    ],
    ["an inline tag parts no word", "<p>1<sup>er</sup> <strong>mai</strong></p>", "1er mai"],
    ["spaces around tags count once", "<p>a <em> b </em> c</p>", "a b c"],
    [
      "a call of a note parts from its word",
      "<p>le revenu<sup>1</sup> net<sup>(2)</sup>, en 2010<sup>3</sup></p>",
      "le revenu 1 net (2), en 2010 3",
    ],
    [
      "an ordinal and a unit stay whole",
      "<p>1<sup>er</sup>, 2<sup>e</sup>, 30 m<sup>2</sup></p>",
      "1er, 2e, 30 m2",
    ],
    ["paragraph numbers are left out", `${number("130")}<p>Texte.</p>`, "Texte."],
    ["a page's title is no text", "<html><head><title>T</title></head><body><p>Un</p></body></html>", "Un"],
  ])("%s", (_rule, html, expected) => {
    expect(text(html)).toBe(expected);
  });
});

describe("lists read as lists:", () => {
  test.each([
    [
      "items are lines",
      "<p>Soit :</p><ul><li>un</li><li>deux</li></ul><p>Fin.</p>",
      "Soit :\n\n- un\n- deux\n\nFin.",
    ],
    [
      "a paragraph in an item stays on its line",
      "<ul><li><p>un</p></li><li><p>deux</p></li></ul>",
      "- un\n- deux",
    ],
    ["a second paragraph is indented", "<ul><li><p>un</p><p>suite</p></li></ul>", "- un\n  suite"],
    [
      "nested items are indented",
      "<ul><li>un<ul><li>a</li><li>b</li></ul></li><li>deux</li></ul>",
      "- un\n  - a\n  - b\n- deux",
    ],
    ["ordered items keep their number", "<ol><li>un</li><li>deux</li></ol>", "1. un\n2. deux"],
    ["a list keeps its first number", '<ol start="3"><li>un</li><li>deux</li></ol>', "3. un\n4. deux"],
    [
      "an item keeps its own number",
      '<ol><li>un</li><li value="5">deux</li><li>trois</li></ol>',
      "1. un\n5. deux\n6. trois",
    ],
    ["an empty item leaves no trace", "<ul><li></li><li>un</li></ul><p>Fin</p>", "- un\n\nFin"],
    ["an item without a list is one too", "<li>un</li>", "- un"],
  ])("%s", (_rule, html, expected) => {
    expect(text(html)).toBe(expected);
  });
});

describe("tables read by rows:", () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  test.each([
    [
      "caption, then a line for each row",
      `<table><caption>Taux</caption>${row("A", "B")}${row("1", "2")}</table><p>Fin</p>`,
      "Taux\nA | B\n1 | 2\n\nFin",
    ],
    ["a cell is one line", `<table>${row("<p>a</p><p>b</p>", "c<br>d")}</table>`, "a b | c d"],
    [
      "a list in a cell keeps its marks",
      `<table>${row("<ul><li>a</li><li>b</li></ul>", "c")}</table>`,
      "- a - b | c",
    ],
    [
      "an empty cell keeps its place",
      `<table>${row("a", "", "c")}${row("", "b", "c")}</table>`,
      "a | | c\n| b | c",
    ],
    [
      "so does the last one",
      `<p>Soit :</p><table>${row("a", "", "")}${row("a", "b", "")}</table><p>Fin</p>`,
      "Soit :\n\na | |\na | b |\n\nFin",
    ],
    ["an empty row leaves no trace", `<table>${row("", "")}${row("a", "b")}</table>`, "a | b"],
    [
      "a table in a cell stays in its row",
      `<table>${row(`<table>${row("a", "b")}</table>`, "c")}</table>`,
      "a b | c",
    ],
    [
      "headers are cells",
      "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
      "A | B\n1 | 2",
    ],
  ])("%s", (_rule, html, expected) => {
    expect(text(html)).toBe(expected);
  });
});

describe("numbered paragraphs", () => {
  const read = (html: string) => {
    const { paragraphes, texte } = readBody(html, null);
    return paragraphes.map(({ numero, section, start, end }) => ({
      numero,
      section: [...section],
      body: texte.slice(start, end),
    }));
  };

  test("run from their number to the next one, under the headings above them", () => {
    const html = `<p>Avant.</p><h1>I. Un</h1>${number("10")}<p>A.</p><p>B.</p><h2>A. Deux</h2>${number("20")}<p>C.</p>`;
    expect(read(html)).toEqual([
      { numero: "10", section: ["I. Un"], body: "A.\n\nB." },
      { numero: "20", section: ["I. Un", "A. Deux"], body: "C." },
    ]);
  });

  test("belong to the heading that follows their number", () => {
    const html = `<h1>I. Un</h1>${number("10")}<p>A.</p>${number("20")}<h1>II. Deux</h1><h2>A. Trois</h2><p>B.</p>`;
    expect(read(html)).toEqual([
      { numero: "10", section: ["I. Un"], body: "A." },
      { numero: "20", section: ["II. Deux", "A. Trois"], body: "B." },
    ]);
  });

  test("hold the headings that stand inside them", () => {
    expect(read(`${number("1")}<p>A.</p><h3>a. Cas</h3><p>B.</p>`)).toEqual([
      { numero: "1", section: [], body: "A.\n\na. Cas\n\nB." },
    ]);
  });

  test("part the call of a note from the word of a heading", () => {
    expect(read(`<h1>Champ<sup>1</sup></h1>${number("1")}<p>A.</p>`)[0]?.section).toEqual(["Champ 1"]);
  });

  test("replace the deeper headings when a wider one comes", () => {
    const html = `<h1>I.</h1><h2>A.</h2><h3>1.</h3>${number("1")}<p>x</p><h2>B.</h2>${number("10")}<p>y</p>`;
    expect(read(html).map(({ section }) => section)).toEqual([
      ["I.", "A.", "1."],
      ["I.", "B."],
    ]);
  });

  test("hold their lists and tables whole", () => {
    const html = `${number("1")}<ul><li>a</li></ul><table><tr><td>b</td><td>c</td></tr></table>${number("10")}<p>x</p>`;
    expect(read(html).map(({ body }) => body)).toEqual(["- a\n\nb | c", "x"]);
  });

  test("without a body do not exist", () => {
    expect(read(`${number("1")}${number("10")}<p>A.</p>${number("20")}`).map(({ numero }) => numero)).toEqual(
      ["10"],
    );
  });

  test.each([
    ["1 bis", "1 bis"],
    ["§ 20", "20"],
    [" 30&nbsp;", "30"],
    ["1&nbsp;bis", "1 bis"],
    ["1&#8239;bis", "1 bis"],
  ])("numbered %s are § %s", (written, numero) => {
    expect(read(`${number(written)}<p>A.</p>`)[0]?.numero).toBe(numero);
  });

  test("are not opened by a sentence of the wrong class, which stays text", () => {
    const html = '<p class="numero-de-paragraphe-western">Ceci est une phrase.</p><p>Suite.</p>';
    expect(readBody(html, null)).toMatchObject({ texte: "Ceci est une phrase.\n\nSuite.", paragraphes: [] });
  });
});

describe("the introduction", () => {
  const NUMBER = (numero: string) => `<p class="numero-de-paragraphe-western">${numero}</p>`;
  const readIntroduction = (html: string) => {
    const { texte, introductionEnd } = readBody(html, null);
    return texte.slice(0, introductionEnd).trim();
  };

  test.each([
    [
      "goes to the first numbered heading, § included",
      `<h1>Avant-propos</h1><p>Un.</p>${NUMBER("1")}<p>Deux.</p><h1><b>I. Principe</b></h1>${NUMBER("10")}<p>Trois.</p>`,
      "Avant-propos\n\nUn.\n\nDeux.",
    ],
    [
      "ends before a heading that follows its number",
      `${NUMBER("1")}<p>Un.</p>${NUMBER("10")}<h2> A. - Cas</h2><p>Deux.</p>`,
      "Un.",
    ],
    [
      "without headings is the first §",
      `<p>Un.</p>${NUMBER("1")}<p>Deux.</p>${NUMBER("10")}<p>Trois.</p>`,
      "Un.\n\nDeux.",
    ],
    ["without headings nor § is none", "<p>Un.</p>", ""],
  ])("%s", (_rule, html, introduction) => expect(readIntroduction(html)).toBe(introduction));
});

describe("reserved numbers", () => {
  const read = (html: string) => {
    const { paragraphes, reserves, texte } = readBody(html, null);
    return { texte, reserves, numeros: paragraphes.map(({ numero }) => numero) };
  };

  test.each([
    ["(20)", { de: "20", a: "20" }],
    ["(20&nbsp;à&nbsp;40)", { de: "20", a: "40" }],
    ["(20-40)", { de: "20", a: "40" }],
    ["20 à 40", { de: "20", a: "40" }],
  ])("%s are listed, and no text of the § before", (written, range) => {
    const html = `${number("10")}<p>A.</p>${number(written)}<h2>B</h2>${number("50")}<p>C.</p>`;
    expect(read(html)).toEqual({ texte: "A.\n\nB\n\nC.", reserves: [range], numeros: ["10", "50"] });
    expect(readBody(html, null).paragraphes.map(({ end }) => end)).toEqual([2, 9]);
  });

  test("end the § before them, whatever follows", () => {
    const { texte, paragraphes } = readBody(`${number("10")}<p>A.</p>${number("(20)")}<p>B.</p>`, null);
    expect(paragraphes.map(({ start, end }) => texte.slice(start, end))).toEqual(["A."]);
    expect(texte).toBe("A.\n\nB.");
  });

  test("are numbers only where a number stands", () => {
    expect(read("<p>(20 à 40)</p>")).toMatchObject({ texte: "(20 à 40)", reserves: [] });
  });
});

describe("images", () => {
  test.each([
    [
      "a formula reads as its words",
      '<p>Soit <img src="https://bofip.impots.gouv.fr/f.png" alt="a &lt; b&nbsp;x 2">.</p>',
      "Soit [formule : a < b\u00a0x 2].",
      [{ alt: "a < b\u00a0x 2", url: "https://bofip.impots.gouv.fr/f.png" }],
    ],
    [
      "one without words leaves a mark",
      '<p>Soit <img src="/i.png" alt=" ">.</p>',
      "Soit [image].",
      [{ alt: null, url: "https://bofip.impots.gouv.fr/i.png" }],
    ],
    [
      "one that no page holds has no address",
      '<p>Soit <img src="data:image/png;base64,AAAA">.</p>',
      "Soit [image].",
      [{ alt: null, url: null }],
    ],
    [
      "those of the text are listed in its order",
      '<img alt="a"><p>b</p><img alt="c">',
      "[formule : a]\n\nb\n\n[formule : c]",
      [
        { alt: "a", url: null },
        { alt: "c", url: null },
      ],
    ],
  ])("%s", (_rule, html, texte, images) => {
    expect(readBody(html, null)).toMatchObject({ texte, images });
  });
});

describe("HTML that was cut through leads no text of its prologue:", () => {
  const HEAD = [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><html><head>',
    '<meta http-equiv="CONTENT-TYPE" content="text/html; charset=utf-8"><title>Page</title>',
    '<style type="text/css"><!-- @page { margin: 2cm } P { color: red } --></style></head>',
  ].join("");
  const BODY = `<h1 class="western">I. Champ</h1>${number("10")}<p class="paragraphe-western">Le prêt &lt; 5.</p>`;
  const TEXT = "I. Champ\n\nLe prêt < 5.";
  const PAGES = {
    "a page": [HEAD, `<body lang="fr-FR" dir="LTR">${BODY}</body></html>`],
    "a page without the tag of its body": [HEAD, `${BODY}</html>`],
    "a page of HTML 5": ["<!DOCTYPE html><html><head></head>", `<body>${BODY}</body></html>`],
  };
  const written = Object.entries(PAGES).flatMap(([name, [head = "", body = ""]]) => [
    { name, head, body },
    {
      name: `${name}, its quotes doubled`,
      head: head.replaceAll('"', '""'),
      body: body.replaceAll('"', '""'),
    },
  ]);

  test.each(written)("$name, cut anywhere before its first words", ({ head, body }) => {
    const page = head + body;
    for (let start = 0; start <= page.indexOf("<h1"); start += 1) {
      expect(text(page.slice(start))).toBe(TEXT);
    }
  });

  test("nor do the last words end with the beginning of a tag or of an entity", () => {
    for (let end = 1; end <= BODY.length; end += 1) {
      expect(TEXT).toStartWith(text(BODY.slice(0, end)).replace(/^(I\. Champ\n\n)10?$/, "$1"));
    }
  });

  test.each([
    ["a sign in the first words", "Si x > <b>5</b>, le prêt est dû.", "Si x > 5, le prêt est dû."],
    ["a path", "<p>Accueil>Outils</p>", "Accueil>Outils"],
    ["a style within the text", "<p>Un</p><style>p {}</style><p>deux</p>", "Un\n\ndeux"],
    ["a last word like an entity", "<p>Le prêt</p>de R&D", "Le prêt\n\nde R&D"],
  ])("%s is left as it is", (_rule, html, expected) => {
    expect(text(html)).toBe(expected);
  });
});

describe("a body without HTML", () => {
  test("is its plain text in paragraphs, escaped", () => {
    expect(readBody(null, " l'impôt < 5\r\n\n  et & \u00a0x ")).toEqual({
      html: "<p>l'impôt &lt; 5</p>\n<p>et &amp; \u00a0x</p>",
      blocks: readBlocks("<p>l'impôt &lt; 5</p>\n<p>et &amp; \u00a0x</p>"),
      texte: "l'impôt < 5\n\net & \u00a0x",
      paragraphes: [],
      reserves: [],
      links: [],
      images: [],
      introductionEnd: 0,
    });
  });

  test("falls back to the plain text when its HTML holds no word", () => {
    expect(readBody("<p><img src=x></p>", "Un texte.")).toMatchObject({
      html: "<p>Un texte.</p>",
      texte: "Un texte.",
    });
  });

  test.each([null, "<p> </p>"])("is empty when the source has nothing (%p)", (html) => {
    expect(readBody(html, null)).toEqual({
      html: "",
      blocks: [],
      texte: "",
      paragraphes: [],
      reserves: [],
      links: [],
      images: [],
      introductionEnd: 0,
    });
  });
});

describe("any body is read in time proportional to its size:", () => {
  const CASES: Record<string, string> = {
    "deep lists": "<ul><li>x".repeat(50_000),
    "deep tables": "<table><tr><td>x".repeat(50_000),
    "stray end tags under deep tags": "<div>".repeat(50_000) + "</b>".repeat(50_000),
    "implied ends": "<p><ul></p>".repeat(50_000),
    "deep headings": "<h1>x".repeat(50_000),
    "open angle brackets": "<".repeat(500_000),
    "unfinished tags": "<a".repeat(500_000),
    "unfinished attributes": `<a ${'x="'.repeat(300_000)}`,
    "unfinished comments": "<!--".repeat(250_000),
    "a name of a million letters": `<${"a".repeat(1_000_000)}`,
    "a million spaces": `a${" ".repeat(1_000_000)}b`,
    "links that lead nowhere": '<a href="#x">x'.repeat(50_000),
    "calls of notes": "mot<sup>1</sup>".repeat(50_000),
    "rows that end empty": `<table>${"<tr><td>x<td><td>".repeat(50_000)}`,
    "doubled quotes without end": '=""'.repeat(300_000),
  };
  test.each(Object.keys(CASES))("%s", (name) => {
    const start = performance.now();
    readBody(CASES[name] ?? "", null);
    // 0.1 to 0.6 s on a slow core; a quadratic reading takes minutes.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
