import { describe, expect, test } from "bun:test";
import { countHeaderRows, type DocumentTable, readTables } from "../../../../bofip/tables/read-tables.ts";
import { readBlocks } from "../../../../bofip/text/contenu-html.ts";

function tablesOf(html: string): readonly DocumentTable[] {
  return readTables(readBlocks(html));
}

/** The texts of a table's rows. */
function texts(html: string): string[][] {
  return tablesOf(html)[0]?.lignes.map((row) => row.map(({ texte }) => texte)) ?? [];
}

/** Its cells, as `texte height×width`, header cells in capitals of an `H`. */
function shape(html: string): string[][] {
  const [table] = tablesOf(html);
  return (table?.lignes ?? []).map((row) =>
    row.map(({ texte, hauteur, largeur, entete }) => `${texte} ${hauteur}×${largeur}${entete ? " H" : ""}`),
  );
}

describe("where a table stands", () => {
  const HTML = `
    <h1>I. Barème</h1>
    <table><tr><td>a</td></tr></table>
    <p class="numero-de-paragraphe-western">10</p>
    <h2>A. Taux</h2>
    <p>Texte.</p>
    <table><caption>Taux
      applicables</caption><tr><td>b</td></tr></table>
    <p class="numero-de-paragraphe-western">(20 à 40)</p>
    <table><tr><td>c</td></tr></table>
    <h1>II. Cas</h1>
    <p class="numero-de-paragraphe-western">50</p>
    <p class="numero-de-paragraphe-western">Note</p>
    <table><tr><td>d<table><tr><td>e</td><td>f</td></tr></table></td></tr></table>`;

  test("its rank, its §, the headings above it and its caption; a reserved number ends the § before it", () => {
    const places = tablesOf(HTML).map(({ rang, paragraphe, section, titre }) => ({
      rang,
      paragraphe,
      section,
      titre,
    }));
    expect(places).toEqual([
      { rang: 1, paragraphe: null, section: ["I. Barème"], titre: null },
      { rang: 2, paragraphe: "10", section: ["I. Barème", "A. Taux"], titre: "Taux applicables" },
      { rang: 3, paragraphe: null, section: ["I. Barème", "A. Taux"], titre: null },
      { rang: 4, paragraphe: "50", section: ["II. Cas"], titre: null },
    ]);
  });

  test("a table inside a cell is words of that cell", () => {
    expect(tablesOf(HTML)[3]?.lignes).toEqual([[{ texte: "d\ne f", hauteur: 1, largeur: 1, entete: false }]]);
  });

  test("a text without tables has none", () => {
    expect(tablesOf("<p>Une table de marbre &lt;table&gt;</p>")).toEqual([]);
  });
});

describe("spans", () => {
  test("a spanned cell stands once, in the row that opens it", () => {
    expect(
      shape(`<table>
        <tr><th rowspan="2">Tranche</th><th colspan="2">Taux</th></tr>
        <tr><th>2023</th><th>2024</th></tr>
        <tr><td>1</td><td colspan="2">10 %</td></tr></table>`),
    ).toEqual([
      ["Tranche 2×1 H", "Taux 1×2 H"],
      ["2023 1×1 H", "2024 1×1 H"],
      ["1 1×1", "10 % 1×2"],
    ]);
  });

  test("a row that other rows fill is a row without cells", () => {
    expect(shape('<table><tr><td rowspan="2">a</td><td rowspan="2">b</td></tr><tr></tr></table>')).toEqual([
      ["a 2×1", "b 2×1"],
      [],
    ]);
  });

  test.each([
    ["beyond the table", '<table><tr><td>x</td></tr><tr><td rowspan="9">a</td></tr></table>', "a 1×1"],
    [
      "beyond its part",
      '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td rowspan="3">a</td></tr><tr></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>',
      "a 2×1",
    ],
    [
      "0, down to the end of its part",
      '<table><tr><th>x</th></tr><tr><td rowspan="0">a</td></tr><tr></tr><tr></tr></table>',
      "a 3×1",
    ],
    ["no number", '<table><tr><td>x</td></tr><tr><td rowspan="-1" colspan="x">a</td></tr></table>', "a 1×1"],
  ])("a span %s", (_, html, cell) => {
    expect(shape(html)[1]?.[0]).toBe(cell);
  });

  test("the rows of tfoot are the last, wherever they are written", () => {
    const html =
      '<table><tfoot><tr><td rowspan="5">note</td></tr></tfoot><tbody><tr><td>a</td></tr></tbody></table>';
    expect(shape(html)).toEqual([["a 1×1"], ["note 1×1"]]);
  });

  test("cells without a row make one", () => {
    expect(texts("<table><td>a</td><td>b</td></table>")).toEqual([["a", "b"]]);
  });
});

describe("header rows", () => {
  test.each([
    [
      "the rows of thead, whatever their cells",
      "<thead><tr><td>a</td></tr><tr><td>b</td></tr></thead><tr><th>c</th></tr>",
      2,
    ],
    [
      "the rows at the top made of th",
      "<tr><th>a</th><th>b</th></tr><tr><th>c</th><th>d</th></tr><tr><td>e</td><td>f</td></tr>",
      2,
    ],
    ["with an empty corner", "<tr><td>&nbsp;</td><th>b</th></tr><tr><th>c</th><td>d</td></tr>", 1],
    ["none when only columns are marked", "<tr><th>a</th><td>b</td></tr><tr><th>c</th><td>d</td></tr>", 0],
    ["none when nothing is marked", "<tr><td><strong>a</strong></td></tr><tr><td>b</td></tr>", 0],
    ["none without rows", "<caption>Vide</caption>", 0],
  ])("%s", (_, rows, entetes) => {
    expect(tablesOf(`<table>${rows}</table>`)[0]?.entetes).toBe(entetes);
  });

  test.each([
    ["that marks none", "<tr><td>a</td></tr>", true],
    ["that marks a row", "<thead><tr><td>a</td></tr></thead>", false],
    ["that marks a column", "<tr><th>a</th><td>b</td></tr>", false],
  ])("the first row may be one in a table %s", (_, rows, entetePresumee) => {
    expect(tablesOf(`<table>${rows}</table>`)[0]?.entetePresumee).toBe(entetePresumee);
  });

  test.each([
    ["is the first of several rows", "<tr><td>a</td></tr><tr><td>b</td></tr>", 1],
    ["is not the only row", "<tr><td>a</td></tr>", 0],
    ["is none when columns are marked", "<tr><th>a</th><td>b</td></tr><tr><th>c</th><td>d</td></tr>", 0],
    ["is the one that is marked", "<thead><tr><td>a</td></tr></thead><tr><td>b</td></tr>", 1],
  ])("the header counted %s", (_, rows, expected) => {
    const [table] = tablesOf(`<table>${rows}</table>`);
    expect(table && countHeaderRows(table)).toBe(expected);
  });

  test("a th further down is a header cell of its row", () => {
    expect(shape("<table><tr><th>a</th><th>b</th></tr><tr><th>c</th><td>d</td></tr></table>")[1]).toEqual([
      "c 1×1 H",
      "d 1×1",
    ]);
  });
});

describe("the words of a cell", () => {
  test.each([
    ["white space is one space", "un\n   deux&nbsp;trois", "un deux\u00a0trois"],
    ["empty ones are empty", "&nbsp; <p> </p>", ""],
    ["a line a block", "<p>un</p><p>deux<br>trois</p>", "un\ndeux\ntrois"],
    [
      "a line an item of a list, without marks",
      "dont :<ul><li>un</li><li><p>deux</p></li></ul>",
      "dont :\nun\ndeux",
    ],
    ["links and emphasis are words", 'voir <a href="#1_02"><strong>le</strong> § 1</a>', "voir le § 1"],
    ["a note is no part of a number", "15 000<sup>1</sup>", "15 000 1"],
    ["a unit keeps its exponent", "12 m<sup>2</sup>", "12 m2"],
    ["an ordinal keeps its end", "1<sup>er</sup>", "1er"],
  ])("%s", (_, html, texte) => {
    expect(texts(`<table><tr><td>${html}</td></tr></table>`)).toEqual([[texte]]);
  });

  test("a number inside a cell is a word of it, and opens its § for the tables that follow", () => {
    const html =
      '<table><tr><td><p class="numero-de-paragraphe-western">10</p>a</td></tr></table><table></table>';
    expect(texts(html)).toEqual([["10\na"]]);
    expect(tablesOf(html).map(({ paragraphe }) => paragraphe)).toEqual([null, "10"]);
  });
});

test("a megabyte of cells is read in linear time", () => {
  const html = `<table><tr>${'<td colspan="999" rowspan="999">a'.repeat(30_000)}</table>`;
  const startedAt = performance.now();
  expect(tablesOf(html)[0]?.lignes[0]).toHaveLength(30_000);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
