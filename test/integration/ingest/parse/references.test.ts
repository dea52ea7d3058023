import { describe, expect, test } from "bun:test";
import { readCitations } from "../../../../bofip/citations/read-citations.ts";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";
import { readBody } from "../../../../ingest/parse/html.ts";
import { CitedPlaces, findCitations, groupReferences } from "../../../../ingest/parse/references.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

const SITE = "https://bofip.impots.gouv.fr/bofip";
const SELF = "BOI-IR-BASE";

const number = (numero: string) => `<p class="numero-de-paragraphe-western">${numero}</p>`;
const permalink = (pgp: number, identifier: string, words = identifier) =>
  `<a href="${SITE}/${pgp}-PGP.html/identifiant=${identifier}">${words}</a>`;

function read(html: string) {
  const body = readBody(html, null);
  const places = new CitedPlaces(body, readCitations(body.texte));
  const { references, actualites } = groupReferences(findCitations(body, places, SELF), body.paragraphes);
  return { references, actualites, internal: places.ofItself(SELF) };
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
    expect(read(html).references).toMatchObject([
      { target: "BOI-TVA", paragraphe: "20", mentions: 2 },
      { target: "BOI-CF", paragraphe: "10", mentions: 2 },
      { target: "BOI-IF", paragraphe: null, mentions: 1 },
    ]);
  });
});

describe("a reference says where it points:", () => {
  const cible = { depuis: "10", vers: null, jusqua: null, edition: null };
  const link = (href: string, words: string) => `<a href="${SITE}/${href}">${words}</a>`;
  const targets = (html: string) =>
    read(number("10") + html).references.flatMap(({ target, cibles }) =>
      cibles.map((place) => ({ target, ...place })),
    );

  test.each([
    ["a document", "<p>au BOI-TVA</p>", [{ texte: "BOI-TVA" }]],
    ["a § named before it", "<p>au II-A § 130 du BOI-TVA.</p>", [{ vers: "130", texte: "§ 130 du BOI-TVA" }]],
    ["a § named behind it", "<p>BOI-TVA au II § 130</p>", [{ vers: "130", texte: "BOI-TVA au II § 130" }]],
    [
      "each § of a list, and the range of another",
      "<p>aux § 10, 20 et 40 à 60 du BOI-TVA</p>",
      [
        { vers: "10", texte: "§ 10" },
        { vers: "20", texte: "20" },
        { vers: "40", jusqua: "60", texte: "40 à 60 du BOI-TVA" },
      ],
    ],
    [
      "the edition and the § around a link",
      `<p>au § 30 du ${permalink(1, "BOI-TVA-20240118", "BOI-TVA")}</p>`,
      [{ vers: "30", edition: "2024-01-18", texte: "§ 30 du BOI-TVA" }],
    ],
    [
      "the place of a link's address",
      `<p>voir ${link("1-PGP.html/identifiant=BOI-TVA-20240118#130_02", "ce document")}</p>`,
      [{ vers: "130", edition: "2024-01-18", texte: "ce document" }],
    ],
    [
      "nothing by the place of a heading",
      `<p>voir ${link("1-PGP.html/identifiant=BOI-TVA#I._Champ_10", "ce document")}</p>`,
      [{ texte: "ce document" }],
    ],
    [
      "the § that a link's words name",
      `<p>au ${link("1-PGP.html/identifiant=BOI-TVA", "II-A § 40")}</p>`,
      [{ vers: "40", texte: "II-A § 40" }],
    ],
  ])("%s", (_, html, expected) => {
    expect(targets(html)).toEqual(expected.map((place) => ({ target: "BOI-TVA", ...cible, ...place })));
  });

  test.each([
    ["a § named without a document", "<p>prévu au II-A § 130.</p>", [["10", "130", "§ 130"]]],
    [
      "each of a list",
      "<p>aux § 130 et 140</p>",
      [
        ["10", "130", "§ 130"],
        ["10", "140", "140"],
      ],
    ],
    ["a § of its own name", `<p>au § 130 du ${SELF}</p>`, [["10", "130", `§ 130 du ${SELF}`]]],
    [
      "a § later in a sentence than another document",
      "<p>Outre le BOI-TVA, le plafond du § 20 s'applique.</p>",
      [["10", "20", "§ 20"]],
    ],
    ["no « n° »", "<p>la déclaration n° 2042</p>", []],
    ["no § of another document", "<p>§ 130 du BOI-TVA</p>", []],
    ["no § that leads elsewhere", `<p>${link("1-PGP.html/identifiant=BOI-TVA", "§ 40")}</p>`, []],
  ])("within itself, %s", (_, html, expected) => {
    const { internal } = read(number("10") + html);
    expect(internal.map(({ depuis, vers, texte }) => [depuis, vers, texte])).toEqual(expected as never);
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
