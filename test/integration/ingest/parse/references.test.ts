import { describe, expect, test } from "bun:test";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";
import { readBody } from "../../../../ingest/parse/html.ts";
import { findCitations, groupReferences } from "../../../../ingest/parse/references.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

const SITE = "https://bofip.impots.gouv.fr/bofip";
const SELF = "BOI-IR-BASE";

const number = (numero: string) => `<p class="numero-de-paragraphe-western">${numero}</p>`;
const permalink = (pgp: number, identifier: string, words = identifier) =>
  `<a href="${SITE}/${pgp}-PGP.html/identifiant=${identifier}">${words}</a>`;

function read(html: string) {
  const body = readBody(html, null);
  return groupReferences(findCitations(body, SELF), body.paragraphes);
}

/** The documents cited and how many times. */
const cited = (html: string) => read(html).references.map(({ target, mentions }) => [target, mentions]);

describe("a document cites", () => {
  test.each([
    [
      "by a permalink",
      `<p>au ${permalink(2491, "BOI-IR-LIQ-20-10-20250414", "ce document")}</p>`,
      [["BOI-IR-LIQ-20-10", 1]],
    ],
    [
      "by a link and its words, once",
      `<p>${permalink(2491, "BOI-IR-LIQ-20-10-20250414", "BOI-IR-LIQ-20-10")}</p>`,
      [["BOI-IR-LIQ-20-10", 1]],
    ],
    [
      "by an archive's link, from its words",
      '<p>au <a href="Contenu:2494-PGP">BOI-IR-LIQ-20-20</a></p>',
      [["BOI-IR-LIQ-20-20", 1]],
    ],
    ["in plain text", "<p>cf. BOI-RFPI-PVI-20-10, au § 130.</p>", [["BOI-RFPI-PVI-20-10", 1]]],
    ["with a date", "<p>le BOI-TVA-20140305</p>", [["BOI-TVA", 1]]],
    ["a rescrit, whose number is no date", "<p>BOI-RES-IR-000101</p>", [["BOI-RES-IR-000101", 1]]],
    ["glued to a word", "<p>auBOI-IR-LIQ</p>", [["BOI-IR-LIQ", 1]]],
    [
      "at both ends of a range",
      "<p>du BOI-IR-LIQ au BOI-IR-RICI</p>",
      [
        ["BOI-IR-LIQ", 1],
        ["BOI-IR-RICI", 1],
      ],
    ],
    [
      "several times, in the order of first mention",
      `<p>BOI-TVA, BOI-IR-LIQ, ${permalink(1, "BOI-TVA-20200101", "ici")}</p>`,
      [
        ["BOI-TVA", 2],
        ["BOI-IR-LIQ", 1],
      ],
    ],
    [
      "through two links",
      `<p>${permalink(1, "BOI-TVA-20200101")} et ${permalink(2, "BOI-CF-20200101")}</p>`,
      [
        ["BOI-TVA", 1],
        ["BOI-CF", 1],
      ],
    ],
    ["across inline tags", "<p>BOI-<strong>IR</strong>-LIQ</p>", [["BOI-IR-LIQ", 1]]],
    ["never itself", `<p>${SELF}, ${permalink(1, `${SELF}-20200101`)}</p>`, []],
    [
      "nothing through a link to the law",
      '<p><a href="https://www.legifrance.gouv.fr/x">article 1</a></p>',
      [],
    ],
  ])("%s", (_rule, html, expected) => {
    expect<unknown>(cited(html)).toEqual(expected);
  });

  test("with the number of the first paragraph that does", () => {
    const html = `<p>BOI-TVA</p>${number("10")}<p>BOI-CF</p>${number("20")}<h1>BOI-IF</h1><p>BOI-TVA, BOI-CF</p>`;
    expect(read(html).references).toEqual([
      { target: "BOI-TVA", paragraphe: "20", mentions: 2 },
      { target: "BOI-CF", paragraphe: "10", mentions: 2 },
      { target: "BOI-IF", paragraphe: null, mentions: 1 },
    ]);
  });
});

test("actualités are reported apart from the documents", () => {
  expect(read("<p>ACTU-2014-00076 et BOI-TVA</p>")).toMatchObject({
    references: [{ target: "BOI-TVA" }],
    actualites: [{ target: "ACTU-2014-00076", paragraphe: null, mentions: 1 }],
  });
});

test("more than 64 capitals and hyphens are no identifier", () => {
  expect(cited(`<p>le BOI-${"A-".repeat(50_000)}B, le BOI-IR-LIQ</p>`)).toEqual([["BOI-IR-LIQ", 1]]);
});

test.each([
  ["BOI-A-"],
  ["BOI-"],
  ["ACTU-"],
  ["article 1 bis et "],
  ["CGI, art. 1-1, "],
  ["CGI, art. 1 A et 1 A ou "],
  ["le code de la "],
  ["article 1-1-1"],
  ["CGI, art.\n\nI. A"],
  [permalink(1, "BOI-A", "BOI-A")],
])("the time to derive a document grows with its text, many times %s", (part) => {
  const growth = growthOf((size) => {
    const html = `<p>${part.repeat(size)}</p>`;
    return () => void deriveEdition({ id: SELF, html, texte: null });
  }, 100);
  expect(growth).toBeLessThan(MOST_GROWTH);
});
