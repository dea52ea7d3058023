import { describe, expect, test } from "bun:test";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";
import type { PgpDays } from "../../../../ingest/parse/pgp.ts";

/** An actualité of 2024-03-03 and a document whose editions start on two days. */
const DAYS: PgpDays = {
  dayOf: (pgp, on) => {
    if (pgp === 15) return "2024-03-03";
    return pgp === 16 && on >= "2024-05-01" ? "2024-05-01" : null;
  },
};
const NAMES = new Map([
  [15, "ACTU-2024-00015"],
  [16, "BOI-IR-A"],
]);

const derive = (html: string | null, texte: string | null = null, date = "2024-06-01") =>
  deriveEdition({ id: "BOI-IR", date, html, texte }, { relations: [], names: NAMES, days: DAYS });

describe("what the source leaves to be filled in is read as the day that it stands for:", () => {
  test.each([
    ["[node:date:self]", "1er juin 2024"],
    ["[date de publication insérée automatiquement]", "1er juin 2024"],
    ["[date de\u00a0publication insérée\nautomatiquement ]", "1er juin 2024"],
    ["[node:date:15-PGP]", "3 mars 2024"],
    ["[node:date:16-PGP]", "1er mai 2024"],
    ["[node:date:17-PGP]", "[date non détenue]"],
    ["[node:date:15]", "[node:date:15]"],
    ["[node:title:self]", "[node:title:self]"],
  ])("%s", (written, expected) => {
    expect(derive(`<p>Publié le ${written}.</p>`).html).toBe(`<p>Publié le ${expected}.</p>`);
    expect(derive(null, `Publié le ${written.replace("\n", " ")}.`).texte).toBe(`Publié le ${expected}.`);
  });

  test("an edition that is not in force on the record's day has no day", () => {
    expect(derive("<p>[node:date:16-PGP]</p>", null, "2024-04-01").texte).toBe("[date non détenue]");
  });

  test("the words of a link are read, its address is left alone", () => {
    const address = "https://site.test/[node:date:15-PGP]";
    const { html } = derive(`<p><a href="${address}">le [node:date:15-PGP]</a></p>`);
    expect(html).toBe(`<p><a href="${address}">le 3 mars 2024</a></p>`);
  });

  test("an edition depends on what is known of the numbers whose days it gives, and refers to none of them", () => {
    const { pgpLinks, references } = derive(
      "<p>[node:date:15-PGP], [node:date:16-PGP], [node:date:17-PGP]</p>",
    );
    expect(pgpLinks).toEqual([
      { pgp: 15, target: "ACTU-2024-00015" },
      { pgp: 16, target: "BOI-IR-A" },
      { pgp: 17, target: null },
    ]);
    expect(references).toEqual([]);
  });

  test("a day of a document whose day is not known is not held", () => {
    const { texte } = deriveEdition({ id: "BOI-IR", html: "<p>le [node:date:self]</p>", texte: null });
    expect(texte).toBe("le [date non détenue]");
  });
});
