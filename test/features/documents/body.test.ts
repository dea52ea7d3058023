import { describe, expect, test } from "bun:test";
import { articlePath, lawPath } from "../../../src/pages/addresses.ts";
import { type BodyContext, renderBody, renderLongBody } from "../../../src/pages/body/body.ts";
import { paragraphNear } from "../../../src/pages/body/references.ts";
import { growthOf, MOST_GROWTH } from "../../growth.ts";

const KNOWN = new Map([
  ["BOI-IR-LIQ-10", "IR - Liquidation - Revenu"],
  ["BOI-TVA", `TVA "><script>alert(1)</script>`],
]);

const LAW = new Set(["CE-402006", "loi-2007-1223"]);
const ARTICLES = new Set(["CGI 4 A", "CGI 4 B", "CGI 197", "LPF L. 80 A"]);

function contextOf(numeros: readonly string[]): BodyContext {
  return {
    citations: new Map(numeros.map((numero) => [numero, `BOI-X, § ${numero}`])),
    path: "/consultation/BOI-X/2020-01-01",
    citedBy: () => null,
    changedSince: () => null,
    findArticle: (code, article) =>
      ARTICLES.has(`${code} ${article}`) ? articlePath({ code, article }) : null,
    findLaw: (genre, cle) => (LAW.has(cle) ? lawPath(genre, cle) : null),
    find: (boiId) => (KNOWN.has(boiId) ? { boiId, titre: KNOWN.get(boiId) ?? null } : null),
  };
}

function render(html: string, numeros: readonly string[] = ["1", "10", "10 bis"]) {
  return renderBody(html, contextOf(numeros));
}

function number(text: string, id = "10_02"): string {
  return `<p class="numero-de-paragraphe-western" id="${id}">${text}</p>`;
}

/** The links of a body as « href: words ». */
function linksOf(html: string): string[] {
  return [...render(html).html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, words = ""]) => `${href}: ${words.replace(/<[^>]*>/g, "")}`,
  );
}

describe("a numbered paragraph", () => {
  test.each([
    ["10", 'id="p10"'],
    ["10 bis", 'id="p10-bis"'],
    ["10&nbsp;bis", 'id="p10-bis"'],
    ["10&#8239;bis", 'id="p10-bis"'],
    ["§ 10", 'id="p10"'],
  ])("%s has an anchor and its citation", (text, anchor) => {
    const { html } = render(number(text));
    expect(html).toContain(anchor);
    expect(html).toContain(
      `<span class="citation">BOI-X, § ${text.replace("§ ", "").replace(/&.*;/, " ")}</span>`,
    );
  });
  test("keeps the anchor of the source, unless it is no number", () => {
    expect(render(number("10")).html).toContain('id="10_02"');
    expect(render(number("10", "location")).html).not.toContain("location");
  });
  test("has an anchor of its own when its number comes twice", () => {
    const { html } = render(number("1") + number("1"));
    expect([...html.matchAll(/class="paragraph" id="([^"]*)"/g)].map((found) => found[1])).toEqual([
      "p1",
      "p1-2",
    ]);
  });
  test("that is reserved is shown as such", () => {
    expect(render(number("(20 à 40)")).html).toBe(
      '<p class="reserved" title="Numéros réservés">(20 à 40)</p>',
    );
  });
  test("of unknown number stays a text", () => {
    expect(render(number("Sommaire")).html).toBe("<p>Sommaire</p>");
  });
});

describe("headings", () => {
  test("follow each other without a hole, under the title of the page", () => {
    const { html, headings } = render("<h1>A</h1><h3>B</h3><h2>C</h2><h1>D</h1>");
    expect(html).toBe('<h2 id="s1">A</h2><h3 id="s2">B</h3><h3 id="s3">C</h3><h2 id="s4">D</h2>');
    expect(headings.map(({ text, depth }) => `${depth} ${text}`)).toEqual(["1 A", "2 B", "2 C", "1 D"]);
  });
  test("keep the name that the source gives them, once", () => {
    const { html, headings } = render(
      '<h1 id="I._Champ_10">A</h1><h1 id="I._Champ_10">B</h1><h1 id="cookie">C</h1>',
    );
    expect(html).toBe('<h2 id="I._Champ_10">A</h2><h2 id="s2">B</h2><h2 id="s3">C</h2>');
    expect(headings[0]?.id).toBe("I._Champ_10");
  });
  test("without words are left out", () => {
    expect(render("<h1> <br></h1><p>a</p>")).toMatchObject({ headings: [] });
    expect(render("<h1> </h1>").html).not.toContain("<h");
  });
});

test("a list keeps its numbers", () => {
  const html = '<ol start="3"><li>trois</li><li value="5">cinq</li></ol>';
  expect(render(html).html).toBe(html);
});

describe("a table", () => {
  test("scrolls in a box that the keyboard reaches", () => {
    const { html } = render("<table><tr><td colspan='2'>a</td></tr></table>");
    expect(html).toMatch(
      /^<div class="table-box"[^>]* tabindex="0"><table>.*<td colspan="2">.*<\/table><\/div>$/,
    );
  });
  test("holds the cells of its first column, whatever spans rows, but for one that goes on into the next", () => {
    const { html } = render(
      "<table><tr><th colspan=2>titre</th></tr><tr><td rowspan=2>a</td><td>b</td></tr>" +
        "<tr><td>c</td></tr><tr><td>d</td><td><table><tr><td>e</td></tr></table></td></tr></table>",
    );
    const held = [...html.matchAll(/<t[dh] class="held"[^>]*>(\w+)/g)].map(([, words]) => words);
    expect(held).toEqual(["a", "d"]);
  });
  test("inside another has no box of its own", () => {
    const { html } = render("<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>");
    expect(html.match(/table-box/g)).toHaveLength(1);
  });
});

describe("a reference", () => {
  const official = "https://bofip.impots.gouv.fr/bofip/1-PGP.html";
  const page = "/consultation/BOI-IR-LIQ-10";
  test.each([
    [
      "a link to a known document",
      `<a href="${official}/identifiant=BOI-IR-LIQ-10-20200101">ici</a>`,
      `${page}: ici`,
    ],
    ["a link named by its words", `<a href="${official}">BOI-IR-LIQ-10</a>`, `${page}: BOI-IR-LIQ-10`],
    [
      "a link to an unknown document",
      `<a href="${official}/identifiant=BOI-Z">BOI-Z</a>`,
      `${official}/identifiant=BOI-Z: BOI-Z`,
    ],
    [
      "a link to another site",
      '<a href="https://www.legifrance.gouv.fr/x">BOI-TVA</a>',
      "https://www.legifrance.gouv.fr/x: BOI-TVA",
    ],
    ["a link to a place of the text", '<a href="#I._Champ_10">au I</a>', "#I._Champ_10: au I"],
    ["an identifier in the text", "voir BOI-IR-LIQ-10, puis", `${page}: BOI-IR-LIQ-10`],
    ["a dated identifier", "voir BOI-IR-LIQ-10-20200101", `${page}: BOI-IR-LIQ-10-20200101`],
    ["words stuck to it", "auBOI-IR-LIQ-10Les", `${page}: BOI-IR-LIQ-10`],
    ["a § before it", "au IV § 50 du BOI-IR-LIQ-10", `${page}#p50: BOI-IR-LIQ-10`],
    [
      "a § before a link",
      `§ 50 et suivants du <a href="${official}">BOI-IR-LIQ-10</a>`,
      `${page}#p50: BOI-IR-LIQ-10`,
    ],
    ["a § after it", "BOI-IR-LIQ-10 au II-B § 30", `${page}#p30: BOI-IR-LIQ-10`],
    [
      "a § after a link",
      `<a href="${official}">BOI-IR-LIQ-10</a>, §\u00a030 bis)`,
      `${page}#p30-bis: BOI-IR-LIQ-10`,
    ],
    ["a § with a non-breaking space", "BOI-IR-LIQ-10, § 1\u00a0bis", `${page}#p1-bis: BOI-IR-LIQ-10`],
  ])("%s", (_, html, link) => {
    expect(linksOf(`<p>${html}</p>`)).toEqual([link]);
  });
  test.each([
    ["to an unknown document stays a text", "<p>BOI-Z-10</p>"],
    ["takes no § from another block", "<p>au § 50 du</p><p>BOI-IR-LIQ-10</p>"],
  ])("%s", (_, html) => {
    expect(render(html).html).not.toContain("#p50");
  });
});

describe("a decision, a norm or an answer", () => {
  test.each([
    [
      "as a whole",
      "(CE, plén., 21 décembre 2018, n° 402006)",
      ["/decisions/CE-402006: CE, plén., 21 décembre 2018, n° 402006"],
    ],
    [
      "by its article",
      "l'article 8 de la loi n° 2007-1223 du 21 août 2007",
      ["/normes/loi-2007-1223: article 8 de la loi n° 2007-1223 du 21 août 2007"],
    ],
    ["unless the document is not known to cite it", "CE, 8 mars 2004, n° 248065", []],
    ["unless it is a link", '<a href="https://x.fr/">CE, n° 402006</a>', ["https://x.fr/: CE, n° 402006"]],
  ])("links to its page %s", (_, text, expected) => {
    expect(linksOf(`<p>${text}</p>`)).toEqual(expected);
  });
});

describe("an article of law", () => {
  test.each([
    ["a citation as a whole", "selon l'article 197 du CGI, et", ["/articles/CGI/197: article 197 du CGI"]],
    ["each number of several", "articles 4\u00a0A et 4 B du CGI", ["4\u00a0A", "4 B"]],
    ["none that the document is not known to cite", "l'article 12 du CGI", []],
    ["none without its code", "l'article 197 prévoit", []],
    [
      "the source's own link as it is",
      '<a href="https://www.legifrance.gouv.fr/x">article 197 du CGI</a>',
      ["https://www.legifrance.gouv.fr/x: article 197 du CGI"],
    ],
    [
      "a document and an article side by side",
      "BOI-IR-LIQ-10 et LPF, art. L. 80 A",
      ["/consultation/BOI-IR-LIQ-10: BOI-IR-LIQ-10", "/articles/LPF/L.%2080%20A: LPF, art. L. 80 A"],
    ],
  ])("links %s", (_, html, links) => {
    const found = linksOf(`<p>${html}</p>`);
    expect(found).toHaveLength(links.length);
    for (const [index, link] of links.entries()) expect(found[index]).toContain(link);
  });
});

test("an identifier is never cut by the end of a line, linked or not", () => {
  const { html } = render('<p>voir BOI-Z-10, <a href="https://exemple.fr/">le BOI-TVA</a></p>');
  expect(html).toContain('voir <span class="whole">BOI-Z-10</span>,');
  expect(html).toContain('>le <span class="whole">BOI-TVA</span></a>');
});

describe("whatever it is given, the page holds", () => {
  test.each([
    ["no script", "<script>alert(1)</script><style>*{}</style><p>a</p>", "<p>a</p>"],
    [
      "no unknown element",
      '<form action="x"><iframe src="x">b</iframe><img src=x onerror=alert(1)>a</form>',
      "a",
    ],
    ["no event handler", '<p onclick="alert(1)" style="x" id="y">a</p>', "<p>a</p>"],
    ["no address that runs", '<a href="javascript:alert(1)">a</a>', "a"],
    ["no text that becomes a tag", "<p>&lt;script&gt;</p>", "<p>&lt;script&gt;</p>"],
    [
      "no span that is no number",
      '<table><tr><td colspan="1 onclick=x">a</td></tr></table>',
      '<td class="held">a</td>',
    ],
  ])("%s", (_, html, expected) => {
    expect(render(html).html).toContain(expected);
    expect(render(html).html).not.toMatch(/<script|<style|onclick|onerror|javascript:|<form|<img|<iframe/);
  });
  test("no title that closes its attribute", () => {
    expect(render("BOI-TVA").html).toContain('title="TVA &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

describe("the time to write a page", () => {
  test.each([
    ["BOI-A-"],
    ["BOI-TVA-"],
    ["BOI-TVA, § 1 "],
    ["article 197 du CGI, "],
    ["articles 4 A, 4 B et 4 A du CGI "],
    ["CE, 21 décembre 2018, n° 402006, "],
    ["loi n° 2007-1223 du 21 août 2007, article 8, "],
    ["BOI-TVA § 1 et "],
    ["§ 1 du BOI-TVA "],
    ["§§ "],
    ['<a href="https://bofip.impots.gouv.fr/x">BOI-TVA</a> § 1 du '],
  ])("grows with the text, many times %s", (part) => {
    const growth = growthOf((size) => {
      const html = `<p>${part.repeat(size)}</p>`;
      return () => void render(html);
    }, 100);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
  test.each([
    ["§ 1 et suivants", " "],
    ["§", " "],
    ["", "1"],
    ["(II", "-A"],
  ])("of a § near a document does not depend on the text around: %s then many %p", (head, part) => {
    const growth = growthOf((size) => {
      const text = head + part.repeat(size);
      return () => void paragraphNear(text, text);
    }, 1_000);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});

test("a long text is rendered in several turns, as it is in one", async () => {
  const html = `${number("10")}<p>Voir le BOI-IR-LIQ-10 et l'article 197 du CGI ; « &amp; » </p>`.repeat(
    2_000,
  );
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  expect(await renderLongBody(html, contextOf(["10"]))).toEqual(render(html, ["10"]));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
});
