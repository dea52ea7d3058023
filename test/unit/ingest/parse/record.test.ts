import { describe, expect, test } from "bun:test";
import { BadRecord, parseRecord } from "../../../../ingest/parse/record.ts";

const SITE = "https://bofip.impots.gouv.fr/bofip";

const CONTENU = {
  type: "Contenu",
  titre: "IR - Liquidation - Barème",
  debut_de_validite: "2025-04-14",
  serie: "IR",
  division: "LIQ",
  identifiant_juridique: "BOI-IR-LIQ-20-10",
  permalien: `${SITE}/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414`,
  contenu: "Un texte.",
  contenu_html: "<p>Un texte.</p>",
};

const ACTUALITE = {
  ...CONTENU,
  type: "Actualité",
  identifiant_juridique: "ACTU-2014-00076",
  permalien: `${SITE}/9401-PGP.html/identifiant=ACTU-2014-00076`,
  debut_de_validite: "2014-03-11",
  serie: null,
  division: null,
};

const parse = (fields: Record<string, unknown>) => parseRecord(JSON.stringify({ ...CONTENU, ...fields }));

/** The error of a line that must be rejected. */
function refusal(line: string): BadRecord {
  try {
    parseRecord(line);
  } catch (error) {
    if (error instanceof BadRecord) return error;
    throw error;
  }
  throw new Error("la ligne aurait dû être refusée");
}

describe("a line of the export", () => {
  test("gives a document's edition with its typed fields", () => {
    expect(parse({})).toEqual({
      kind: "contenu",
      boiId: "BOI-IR-LIQ-20-10",
      titre: "IR - Liquidation - Barème",
      debutDeValidite: "2025-04-14",
      serie: "IR",
      division: "LIQ",
      pgp: 2491,
      url: `${SITE}/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414`,
      html: "<p>Un texte.</p>",
      texte: "Un texte.",
      contentType: null,
      relations: [],
    });
  });

  test("gives an actualité apart from the documents", () => {
    expect(parse(ACTUALITE)).toMatchObject({
      kind: "actualite",
      id: "ACTU-2014-00076",
      date: "2014-03-11",
      serie: null,
    });
  });

  test.each([
    [{ titre: null }, { titre: "BOI-IR-LIQ-20-10" }],
    [{ titre: "  " }, { titre: "BOI-IR-LIQ-20-10" }],
    [{ titre: "IR  -\n Liquidation" }, { titre: "IR - Liquidation" }],
    [{ serie: null }, { serie: "IR" }],
    [{ division: null }, { division: null }],
    [{ debut_de_validite: null }, { debutDeValidite: "2025-04-14" }],
    [{ debut_de_validite: "2025-04-14T00:00:00+00:00" }, { debutDeValidite: "2025-04-14" }],
    [{ identifiant_juridique: null }, { boiId: "BOI-IR-LIQ-20-10" }],
    [{ identifiant_juridique: "BOI-IR-LIQ-20-10-20250414" }, { boiId: "BOI-IR-LIQ-20-10" }],
    [{ identifiant_juridique: "BOI-IR-LIQ-20-10 " }, { boiId: "BOI-IR-LIQ-20-10" }],
    [{ identifiant_juridique: "BOI-IR-LIQ-20- 10 -20250414" }, { boiId: "BOI-IR-LIQ-20-10" }],
    [
      {
        identifiant_juridique: null,
        debut_de_validite: null,
        permalien: `${SITE}/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10 -20250414`,
      },
      {
        boiId: "BOI-IR-LIQ-20-10",
        debutDeValidite: "2025-04-14",
        url: `${SITE}/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10%20-20250414`,
      },
    ],
    [
      { identifiant_juridique: "BOI-IMG", serie: null },
      { boiId: "BOI-IMG", serie: "IMG" },
    ],
    [{ type: null }, { kind: "contenu" }],
    [
      { contenu: null, contenu_html: null },
      { html: null, texte: null },
    ],
    [
      { contenu_html: '<p class=""x"" id=""1_02""><img alt=""></p>' },
      { html: '<p class="x" id="1_02"><img alt=""></p>' },
    ],
    [{ contenu: "a\u0000b\ud800c" }, { texte: "ab\ufffdc" }],
  ])("is completed or repaired when the source is imperfect: %j", (fields, expected) => {
    expect(parse(fields)).toMatchObject(expected);
  });

  test("keeps the empty attributes of a cell", () => {
    expect(parse({ contenu_html: '<td class="" id="">a</td>' })).toMatchObject({
      html: '<td class="" id="">a</td>',
    });
  });

  test.each([
    [{ debut_de_validite: "2023-02-29" }, "début de validité"],
    [{ debut_de_validite: "demain" }, "début de validité"],
    [{ permalien: null }, "permalien"],
    [{ permalien: "javascript:alert(1)" }, "permalien"],
    [{ permalien: `${SITE}/accueil.html` }, "PGP"],
    [{ titre: 12 }, "champ « titre » : texte attendu"],
    [{ contenu: ["a"] }, "champ « contenu » : texte attendu"],
    [{ serie: {} }, "champ « serie » : texte attendu"],
  ])("is refused by name when nothing can complete it: %j", (fields, word) => {
    const error = refusal(JSON.stringify({ ...CONTENU, ...fields }));
    expect(error.identifier).toBe("BOI-IR-LIQ-20-10");
    expect(error.message).toContain(word);
  });

  test("is refused when no identifier can be found", () => {
    const line = JSON.stringify({ ...CONTENU, identifiant_juridique: null, permalien: `${SITE}/1-PGP.html` });
    expect(refusal(line)).toMatchObject({ identifier: null, message: "identifiant juridique absent." });
  });

  test.each(["boi-ir", "BOI-IR-LIQ 20 10"])(
    "is refused when its identifier is no public identifier: %s",
    (identifiant_juridique) => {
      expect(refusal(JSON.stringify({ ...CONTENU, identifiant_juridique })).message).toContain("invalide");
    },
  );

  test.each([
    ['{"titre":"x","identifiant_juridique":"BOI-IR-LIQ-20-10","contenu":"coup', "BOI-IR-LIQ-20-10"],
    [`{"permalien":"${SITE}/1-PGP.html/identifiant=BOI-TVA-20200101","contenu":"coup`, "BOI-TVA"],
    ['{"titre":"x', null],
    ["", null],
  ])("that is broken JSON is named as far as it can be read: %s", (line, identifier) => {
    const error = refusal(line);
    expect(error.identifier).toBe(identifier);
    expect(error.message).toContain("JSON");
  });

  test.each(["[]", "null", "3"])("that is no object is refused: %s", (line) => {
    expect(refusal(line).message).toContain("objet JSON");
  });
});
