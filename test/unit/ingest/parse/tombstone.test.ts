import { describe, expect, test } from "bun:test";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";

const names = new Map([
  [3909, "BOI-TVA-20"],
  [3910, "BOI-TVA-30"],
]);
const TITRE = "IR - Champ d'application - Crédit d'impôt en faveur des apiculteurs";
const tombstone = (html: string, id = "BOI-IR-CHAMP-40") =>
  deriveEdition({ id, titre: TITRE, html, texte: null }, { relations: [], names }).tombstone;

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

describe("a withdrawn document is recognised whatever stands around the sentence that says so:", () => {
  const WITHDRAWN = "Les commentaires contenus dans le présent BOI sont retirés à compter de ce jour.";
  test.each([
    [
      "the law that ended the régime",
      `<p>L'article 12 de la loi n° 2019-100 du 2 févr. 2019, art. 3, supprime ce régime.</p><p>${WITHDRAWN}</p>`,
    ],
    [
      "an actualité, in the same line",
      `<p>Actualité liée : 02/03/2019 : IR - Fin d'un régime (loi n° 2019-100, art. 12) ${WITHDRAWN}</p>`,
    ],
    [
      "transitional rules",
      `<p>${WITHDRAWN} Les sommes déduites avant 2019 restent rapportées selon ces règles.</p>`,
    ],
    [
      "a warning about links",
      `<p>${WITHDRAWN}</p><p>Attention : les liens de cette page ne mènent plus nulle part.</p>`,
    ],
    ["earlier versions", `<p>${WITHDRAWN}</p><p>L'onglet "Versions" donne les versions précédentes.</p>`],
    ["where the new régime is", `<p>${WITHDRAWN} Pour le nouveau régime, se reporter au BOI-TVA-10.</p>`],
    ["any length", `<p>${WITHDRAWN}</p>${"<p>Pour mémoire.</p>".repeat(200)}`],
  ])("%s", (_case, html) => {
    const found = tombstone(html);
    expect(found?.kind).toBe("retire");
    expect(
      found?.avis.endsWith(
        html
          .replace(/<\/p>$/, "")
          .split(/<p>/)
          .at(-1) ?? "",
      ),
    ).toBe(true);
  });
});

describe("a withdrawn document names its own commentaries in its way:", () => {
  test.each([
    "En conséquence, les commentaires relatifs à ce dispositif sont retirés.",
    "Par suite les commentaires doctrinaux afférents à cette exonération ont été supprimés.",
    "Les commentaires exprimés dans ce document sont rapportés à compter du 1er janv. 2019.",
    "Les commentaires relatifs au crédit d'impôt en faveur des apiculteurs sont retirés.",
    "Les commentaires du BOI-IR-CHAMP-40 sont retirés.",
    "Le BOI-IR-CHAMP-40-20190731 est supprimé.",
    "À compter du 1er janvier 2020 le présent document est retiré.",
    "L'ensemble des commentaires du présent BOI est retiré.",
    "La doctrine exprimée dans le présent rescrit est rapportée.",
    "La présente annexe est supprimée.",
    "Le présent document et ses annexes sont retirés.",
    "Les commentaires du présent document, relatifs à la ruche, sont retirés, sous réserve des mesures transitoires.",
    "Les commentaires du présent document sont devenus sans objet.",
    "Le présent document a fait l'objet d'un retrait.",
    "Il est rappelé que le présent document est retiré.",
    "M. le ministre l'ayant décidé, les présents commentaires sont rapportés.",
    "Document retiré à compter du 3 mars 2021.",
    "Ce document est supprimé par l'article 5 de la loi.",
    "L'article 5 supprime ce régime (BOI-TVA-10). Ces commentaires sont retirés.",
  ])("%s", (sentence) => {
    expect(tombstone(`<p>${sentence}</p>`)).toEqual({ kind: "retire", avis: sentence });
  });

  test("cut over two lines", () => {
    expect(tombstone("<p>Les commentaires contenus dans</p><p>le présent BOI sont retirés.</p>")?.kind).toBe(
      "retire",
    );
  });

  test("in plain text", () => {
    const texte = "La loi supprime ce régime.\nLes commentaires du présent BOI sont retirés.";
    expect(deriveEdition({ id: "BOI-IR", html: null, texte }).tombstone?.kind).toBe("retire");
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
    [
      "Les commentaires contenus dans le présent BOI sont mis à jour et transférés au BOI-TVA-10 à compter de ce jour.",
      ["BOI-TVA-10"],
    ],
    [
      "Les commentaires du présent document figurent désormais aux BOI-TVA-10 et BOI-TVA-20.",
      ["BOI-TVA-10", "BOI-TVA-20"],
    ],
    ["Les commentaires du présent document sont retirés et désormais exposés au BOI-TVA-10.", ["BOI-TVA-10"]],
    [
      "Les commentaires du présent document sont retirés. Ils sont repris au I-A § 20 du BOI-TVA-10.",
      ["BOI-TVA-10"],
    ],
    [
      "Les commentaires du présent document sont retirés ; ils figurent désormais au BOI-TVA-10.",
      ["BOI-TVA-10"],
    ],
    ["Ce document est annulé et remplacé par le BOI-TVA-10.", ["BOI-TVA-10"]],
    ["Les commentaires du présent BOI sont transférés du BOI-IR-CHAMP-40 au BOI-TVA-10.", ["BOI-TVA-10"]],
    ["Le présent document est transféré au BOI-TVA-10 (version précédente : BOI-TVA-90).", ["BOI-TVA-10"]],
    ["Le présent document est transféré. Sa version précédente est le BOI-TVA-90.", []],
    [
      "Les commentaires relatifs à ce dispositif sont, à compter du 3 mars 2020, intégrés dans le document lié : BOI-TVA-10.",
      ["BOI-TVA-10"],
    ],
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
    ["about another subject", "<p>L'agrément est retiré à compter du 27/05/2026.</p>"],
    [
      "that only refers elsewhere",
      "<p>Pour les commentaires relatifs à cette réduction, il convient de se reporter au BOI-BA-RICI-20-50.</p>",
    ],
    ["without a word", ""],
  ])("%s", (_case, html) => {
    expect(tombstone(html)).toBeNull();
  });

  test.each([
    // Not affirmed.
    "Les commentaires du présent document ne sont pas retirés.",
    "Les commentaires du présent document seront retirés le 1er janvier 2030.",
    "Les commentaires du présent document peuvent être retirés à tout moment.",
    "Si la loi est votée, les commentaires du présent document sont retirés.",
    "Les commentaires du présent document sont retirés ?",
    "La mention « Le présent document est retiré » figure en tête.",
    "Les commentaires du présent document ont été retirés puis rétablis.",
    "Aucun des commentaires du présent document n'est retiré.",
    // Of a part, or of former commentaries.
    "Les commentaires du II du présent document sont supprimés.",
    "Le deuxième alinéa du présent document est supprimé.",
    "Les commentaires du présent document sont rapportés en tant qu'ils excluent les associations.",
    "Les commentaires antérieurs au présent document sont retirés.",
    // Of something else.
    "Les commentaires du BOI-TVA-10 sont retirés.",
    "Les commentaires relatifs au régime des brasseurs sont retirés.",
    "Les commentaires du présent document demeurent et ceux du BOI-TVA-10 sont retirés.",
    "Le BOI-TVA-10 commente ce régime. Ces commentaires sont retirés.",
    "Les commentaires de l'instruction 5 B-1-09 traitaient de ce point. Ces commentaires sont rapportés.",
    "Les titres mentionnés dans ce document sont retirés de la cote.",
    "Les sommes visées au présent document sont rapportées au résultat.",
    "Les dispositions de la loi commentées dans le présent document sont abrogées.",
    "Le présent document précise que le régime est supprimé.",
    "Le présent document expose le régime, qui est supprimé.",
    "Le contribuable demande un certificat. Ce document est retiré auprès du service.",
    // Where commentaries come from, are copied, or stand as they did.
    "Le BOI-TVA-10 est remplacé par le présent document.",
    "Les commentaires du présent document sont repris du BOI-TVA-10.",
    "Les commentaires du présent document figuraient au II-B § 280 du BOI-TVA-10 dans sa version du 4 mars 2020.",
    "Ces commentaires sont également repris au BOI-TVA-10.",
    "Les commentaires relatifs à ce dispositif figurent au BOI-TVA-10.",
    "Les commentaires du présent document s'appliquent désormais aux opérations visées au BOI-TVA-10.",
    "Les commentaires du présent document font l'objet d'une consultation publique. Ils sont opposables.",
  ])("%s", (sentence) => {
    expect(tombstone(`<p>${sentence}</p>`)).toBeNull();
  });

  test.each([
    "1Le présent document est retiré.10Le régime est ainsi fixé.",
    "I. Champ\n1\nLe présent document est retiré.",
  ])("the plain text of one keeps its numbers: %p", (texte) => {
    expect(deriveEdition({ id: "BOI-IR", html: null, texte }).tombstone).toBeNull();
  });

  test("and an actualité is no document", () => {
    expect(tombstone("<p>Ce document est retiré.</p>", "ACTU-2014-00076")).toBeNull();
  });
});

test.each([
  "Les commentaires du présent document sont ",
  "le présent document, ",
  "est retirés, et sont repris BOI-TVA-10 ",
  "« ( ;\n",
])("a long text of %p is read at once", (piece) => {
  const texte = piece.repeat(300_000 / piece.length);
  const startedAt = performance.now();
  deriveEdition({ id: "BOI-IR", html: null, texte });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
