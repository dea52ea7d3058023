import { expect, test } from "bun:test";
import { paragraphHtml } from "../../../src/features/paragraphs/service.ts";

const number = (numero: string) => `<p class="numero-de-paragraphe-western" id="${numero}_01">${numero}</p>`;

test.each([
  [
    "runs to the next number",
    `${number("10")}<p>Un.</p><p>Deux.</p>${number("20")}<p>Trois.</p>`,
    "<p>Un.</p><p>Deux.</p>",
  ],
  [
    "runs to the next reserved number",
    `${number("10")}<p>Un.</p>${number("(20)")}<p>Deux.</p>`,
    "<p>Un.</p>",
  ],
  ["runs to the end of the last one", `<p>Avant.</p>${number("10")}<p>Un.</p>`, "<p>Un.</p>"],
  [
    "leaves out the heading that its number opens, and the next one's",
    `${number("10")}<h2>I.</h2><p>Un.</p><h2>II.</h2>${number("20")}`,
    "<p>Un.</p>",
  ],
  [
    "keeps a heading in its middle",
    `${number("10")}<p>Un.</p><h3>A.</h3><p>Deux.</p>`,
    "<p>Un.</p><h3>A.</h3><p>Deux.</p>",
  ],
  [
    "is balanced where an element ends after it",
    `<div>${number("10")}<div><p>Un.</p>${number("20")}</div></div>`,
    "<div><p>Un.</p></div>",
  ],
  [
    "is balanced where an element began before it",
    `<div>${number("10")}<p>Un.</p></div><p>Deux.</p>`,
    "<p>Un.</p><p>Deux.</p>",
  ],
  [
    "keeps its table whole",
    `${number("10")}<table><tr><td colspan="2">a &lt; b</td><td></td></tr></table>`,
    '<table><tr><td colspan="2">a &lt; b</td><td></td></tr></table>',
  ],
  [
    "keeps links and images, escaped",
    `${number("10")}<p><a href="https://x.test/?a=1&amp;b=2">l</a><br><img src="https://x.test/i.png" alt="a &quot;b&quot;"></p>`,
    '<p><a href="https://x.test/?a=1&amp;b=2">l</a><br><img src="https://x.test/i.png" alt="a &quot;b&quot;"></p>',
  ],
  [
    "is the first of its number that has a body",
    `${number("10")}${number("20")}<p>Deux.</p>${number("10")}<p>Un.</p>${number("10")}<p>Encore.</p>`,
    "<p>Un.</p>",
  ],
  [
    "keeps what is written as a number and is none",
    `${number("10")}<p>Un.</p>${number("page 3")}<p>Deux.</p>`,
    "<p>Un.</p>page 3<p>Deux.</p>",
  ],
  [
    "keeps the words of what is written as a number and is none, without their emphasis",
    `${number("10")}<p>Un.</p>${number("<strong>page 3</strong>")}<p>Deux.</p>`,
    "<p>Un.</p>page 3<p>Deux.</p>",
  ],
  ["is empty for a number that the text does not have", `${number("20")}<p>Deux.</p>`, ""],
])("the HTML of § 10 %s", (_, html, expected) => {
  expect(paragraphHtml(html, "10").html).toBe(expected);
});

test.each([
  [
    "each once, but for one inside another",
    `${number("10")}<table><tr><td><table></table>a</td></tr></table><table></table>`,
    2,
  ],
  ["none after its end", `${number("10")}<p>Un.</p>${number("20")}<table><tr><td>a</td></tr></table>`, 0],
  [
    "the one inside the cell in which it begins",
    `<table><tr><td>${number("10")}<table><tr><td>a</td></tr></table></td></tr></table>`,
    1,
  ],
])("the tables of § 10 are counted: %s", (_, html, tableaux) => {
  expect(paragraphHtml(html, "10").tableaux).toBe(tableaux);
});
