import { describe, expect, test } from "bun:test";
import { sourceHash } from "../../../../ingest/parse/canonical.ts";
import type { ContenuRecord } from "../../../../ingest/parse/record.ts";

const EXPORT: ContenuRecord = {
  kind: "contenu",
  boiId: "BOI-IR-LIQ-20-10",
  titre: "IR - Liquidation",
  debutDeValidite: "2025-04-14",
  serie: "IR",
  division: "LIQ",
  pgp: 2491,
  url: "https://bofip.impots.gouv.fr/bofip/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414",
  html: '<p class="paragraphe-western">L\'impôt, cf. <a href="https://bofip.impots.gouv.fr/bofip/2494-PGP.html/identifiant=BOI-IR-20240118">BOI-IR</a>.</p>\n<p>Fin.</p>',
  texte: "L'impôt, cf. BOI-IR. Fin.",
  contentType: null,
  relations: [],
};

const hash = (fields: Partial<ContenuRecord>) => sourceHash({ ...EXPORT, ...fields });
const withHtml = (pattern: string | RegExp, replacement: string) =>
  hash({ html: (EXPORT.html ?? "").replace(pattern, replacement) });

describe("one edition has one fingerprint", () => {
  test("in the archive and in the export", () => {
    const html = `<!DOCTYPE html>\n<html lang="fr"><head><title>T</title></head>\n<body class="x">\n<p class="paragraphe-western">L'impôt, cf. <a href="Contenu:2494-PGP">BOI-IR</a>.</p>\n\n<p>Fin.</p>\n</body>\n</html>\n`;
    expect(hash({ html, texte: null, url: "https://x.test/" })).toBe(hash({}));
  });

  test.each([
    ["entities", "L'imp&ocirc;t,&nbsp;cf."],
    ["numeric entities", "L&#39;imp&#xF4;t, cf."],
    ["line ends", "L'impôt,\r\n  cf."],
  ])("whatever its %s", (_writing, words) => {
    expect(withHtml("L'impôt, cf.", words)).toBe(hash({}));
  });

  test.each([
    ["doubled quotes", /"/g, '""'],
    ["a later edition of the document linked to", "20240118", "20250101"],
    ["attributes", '<p class="paragraphe-western">', "<P id='x'>"],
    ["space between blocks", "</p>\n<p>", "</p><p>"],
  ])("whatever its %s", (_writing, pattern, replacement) => {
    expect(withHtml(pattern, replacement)).toBe(hash({}));
  });
});

describe("a change of what is said changes the fingerprint:", () => {
  test.each<[string, Partial<ContenuRecord>]>([
    ["title", { titre: "IR - Autre" }],
    ["date", { debutDeValidite: "2025-04-15" }],
    ["PGP number", { pgp: 2492 }],
    ["identifier", { boiId: "BOI-IR-LIQ-20" }],
    ["body lost", { html: null }],
  ])("%s", (_field, fields) => {
    expect(hash(fields)).not.toBe(hash({}));
  });

  test.each([
    ["a word", "Fin", "Fini"],
    ["an amount", "L'impôt", "5 €"],
    ["a link's target", "2494-PGP", "2495-PGP"],
    ["a space before a link", "cf. <a", "cf.<a"],
    ["the structure", "<p>Fin.</p>", "<ul><li>Fin.</li></ul>"],
  ])("%s", (_part, pattern, replacement) => {
    expect(withHtml(pattern, replacement)).not.toBe(hash({}));
  });

  test("the plain text, when there is no HTML", () => {
    expect(hash({ html: null, texte: "Autre." })).not.toBe(hash({ html: null }));
  });

  test("the words of an actualité", () => {
    const { titre, division, url, texte } = EXPORT;
    const actualite = { kind: "actualite", id: "ACTU-2014-00076", date: "2014-03-11", serie: null } as const;
    const of = (html: string) => sourceHash({ ...actualite, titre, division, url, texte, html });
    expect(of("<p>a</p>")).toBe(of("<p class='x'> a</p>"));
    expect(of("<p>a</p>")).not.toBe(of("<p>b</p>"));
  });
});

test("a megabyte of hostile HTML is hashed in time proportional to its size", () => {
  const start = performance.now();
  for (const part of ["<", "<a", '<a href="', "<body", "&#", "<!--", "</p", `<a href='${"1".repeat(1000)}`])
    hash({ html: part.repeat(Math.ceil(1_000_000 / part.length)) });
  expect(performance.now() - start).toBeLessThan(5_000);
});
