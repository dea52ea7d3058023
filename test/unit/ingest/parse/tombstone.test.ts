import { describe, expect, test } from "bun:test";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";

const names = new Map([
  [3909, "BOI-TVA-20"],
  [3910, "BOI-TVA-30"],
]);
const tombstone = (html: string, id = "BOI-IR-CHAMP-40") =>
  deriveEdition({ id, html, texte: null }, { relations: [], names }).tombstone;

describe("a withdrawn document is recognised in", () => {
  test.each([
    "Le présent document est retiré à compter du 27/05/2026.",
    "Ce document est retiré.",
    "Le présent document est supprimé à compter du 1er janvier 2020.",
    "Le présent rescrit est rapporté à compter du 02/09/2020.",
    "Les commentaires contenus dans le présent document sont retirés à compter du 12/08/2020.",
    "Les présents commentaires ont été retirés.",
    "Le contenu du présent document a été retiré.",
    "Le présent document est, à compter du 3 mars 2021, retiré.",
    "Le présent document est retiré. Pour prendre connaissance des commentaires antérieurs, vous pouvez consulter la version précédente.",
  ])("%s", (sentence) => {
    expect(tombstone(`<html><body><p>${sentence}</p></body></html>`)).toEqual({
      kind: "retire",
      avis: sentence,
    });
  });
});

test("the notice is kept as the source writes it", () => {
  const html =
    "<p>Le présent document est&nbsp;retiré  à compter du 27/05/2026.</p><p>Voir le <em>BOI-TVA</em>.</p>";
  expect(tombstone(html)?.avis).toBe(
    "Le présent document est\u00a0retiré à compter du 27/05/2026.\n\nVoir le BOI-TVA.",
  );
});

describe("a moved document names all its targets in", () => {
  test.each([
    [
      "Les commentaires de ce document sont transférés au BOI-TVA-10 et, pour les taux, au BOI-TVA-20.",
      ["BOI-TVA-10", "BOI-TVA-20"],
    ],
    [
      'Le présent document est transféré aux <a href="Contenu:3910-PGP">I</a> et <a href="Contenu:3909-PGP">II</a>.',
      ["BOI-TVA-30", "BOI-TVA-20"],
    ],
    [
      "Le contenu de ce document est transféré :</p><ul><li>au BOI-TVA-10 ;</li><li>au BOI-TVA-20, § 30.</li></ul><p>",
      ["BOI-TVA-10", "BOI-TVA-20"],
    ],
    [
      "Le présent document est transféré au BOI-TVA-10. Ces commentaires sont repris au BOI-TVA-10 et au BOI-TVA-20.",
      ["BOI-TVA-10", "BOI-TVA-20"],
    ],
    [
      "Le présent document est transféré au BOI-TVA-10. Pour les commentaires antérieurs, voir le BOI-TVA-99.",
      ["BOI-TVA-10"],
    ],
    ["Le présent document est transféré. Vous pouvez consulter le BOI-TVA-10.", ["BOI-TVA-10"]],
    ["Le présent document est transféré.", []],
  ])("%s", (html, transferts) => {
    expect(tombstone(`<p>${html}</p>`)).toMatchObject({ kind: "transfere", transferts });
  });
});

describe("a moved document is recognised with its target in", () => {
  test.each([
    [
      'Les commentaires figurant dans ce document sont transférés, à compter du 28/07/2016, au <a href="Contenu:3909-PGP">BOI-IR-CHAMP-30</a>.',
      "BOI-IR-CHAMP-30",
    ],
    ["Les commentaires de ce document sont désormais repris au BOI-IR-CHAMP-30.", "BOI-IR-CHAMP-30"],
    ['Le présent document est transféré <a href="Contenu:3909-PGP">ici</a>.', "BOI-TVA-20"],
    ["Le contenu de ce document a été intégré au BOI-TVA-20200101.", "BOI-TVA"],
    ["Le présent document est transféré.", null],
  ])("%s", (html, target) => {
    const transferts = target === null ? [] : [target];
    expect(tombstone(`<p>${html}</p>`)).toMatchObject({ kind: "transfere", transferts });
  });
});

describe("a document that says such words is still doctrine:", () => {
  test.each([
    [
      "with numbered paragraphs",
      '<p class="numero-de-paragraphe-western">1</p><p>Le présent document est retiré à compter du 27/05/2026.</p>',
    ],
    [
      "with other sentences",
      "<p>Le présent document est retiré à compter du 27/05/2026. L'abattement s'applique aux revenus de 2026.</p>",
    ],
    ["about another subject", "<p>L'agrément est retiré à compter du 27/05/2026.</p>"],
    [
      "in a long text",
      `<p>Le présent document est retiré à compter du 27/05/2026.</p>${"<p>Pour mémoire.</p>".repeat(60)}`,
    ],
    [
      "that only refers elsewhere",
      "<p>Pour les commentaires relatifs à cette réduction, il convient de se reporter au BOI-BA-RICI-20-50.</p>",
    ],
    ["without a word", ""],
  ])("%s", (_case, html) => {
    expect(tombstone(html)).toBeNull();
  });

  test("and an actualité is no document", () => {
    expect(tombstone("<p>Ce document est retiré.</p>", "ACTU-2014-00076")).toBeNull();
  });
});
