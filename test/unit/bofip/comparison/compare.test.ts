import { describe, expect, test } from "bun:test";
import { comparedText, compareTexts, summariseChanges } from "../../../../bofip/comparison/compare.ts";
import { fingerprint } from "../../../../bofip/text/characters.ts";
import { textOf } from "../../../fixtures/compared-texts.ts";

type Written = readonly (readonly [numero: string, texte: string])[];

interface Case {
  readonly name: string;
  readonly before: Written;
  readonly after: Written;
  /** Nature, number before, number after. */
  readonly changes: readonly (readonly [nature: string, before: string | null, after: string | null])[];
  readonly unchanged: number;
  readonly scope: "formelle" | "fond";
}

const CASES: readonly Case[] = [
  {
    name: "nothing changed",
    before: [
      ["10", "Le taux."],
      ["20", "La base."],
    ],
    after: [
      ["10", "Le taux."],
      ["20", "La base."],
    ],
    changes: [],
    unchanged: 2,
    scope: "formelle",
  },
  {
    name: "white space alone makes no change of a §",
    before: [["10", "Le taux de 10 000 €."]],
    after: [["10", "Le  taux\nde 10\u00a0000\u202f€."]],
    changes: [],
    unchanged: 1,
    scope: "formelle",
  },
  {
    name: "a § that is changed, added, removed",
    before: [
      ["10", "Le taux."],
      ["20", "La base."],
      ["30", "Le délai."],
    ],
    after: [
      ["10", "Le tarif."],
      ["30", "Le délai."],
      ["40", "Le recours."],
    ],
    changes: [
      ["modifie", "10", "10"],
      ["supprime", "20", null],
      ["ajoute", null, "40"],
    ],
    unchanged: 1,
    scope: "fond",
  },
  {
    name: "§ renumbered because one came before them",
    before: [
      ["10", "Le taux."],
      ["20", "La base."],
    ],
    after: [
      ["10", "Le champ."],
      ["20", "Le taux."],
      ["30", "La base."],
    ],
    changes: [
      ["ajoute", null, "10"],
      ["renumerote", "10", "20"],
      ["renumerote", "20", "30"],
    ],
    unchanged: 0,
    scope: "fond",
  },
  {
    name: "numbers alone changed",
    before: [
      ["10", "Le taux."],
      ["20", "La base."],
    ],
    after: [
      ["10", "Le taux."],
      ["20 bis", "La base."],
    ],
    changes: [["renumerote", "20", "20 bis"]],
    unchanged: 1,
    scope: "formelle",
  },
  {
    name: "two § that exchanged their places: renumbered, but the text reads otherwise",
    before: [
      ["10", "Le taux."],
      ["20", "La base."],
    ],
    after: [
      ["10", "La base."],
      ["20", "Le taux."],
    ],
    changes: [
      ["renumerote", "20", "10"],
      ["renumerote", "10", "20"],
    ],
    unchanged: 0,
    scope: "fond",
  },
  {
    name: "one text under several numbers: each § counts once, its own number first",
    before: [
      ["10", "Sans objet."],
      ["20", "Sans objet."],
      ["30", "Sans objet."],
    ],
    after: [
      ["20", "Sans objet."],
      ["40", "Sans objet."],
    ],
    changes: [
      ["supprime", "30", null],
      ["renumerote", "10", "40"],
    ],
    unchanged: 1,
    scope: "fond",
  },
  {
    name: "a number that the text uses twice",
    before: [
      ["10", "Le taux."],
      ["10", "La base."],
    ],
    after: [
      ["10", "La base."],
      ["10", "Le tarif."],
    ],
    changes: [["modifie", "10", "10"]],
    unchanged: 1,
    scope: "fond",
  },
  {
    name: "a § that moved and changed is no renumbering, but the same § reworded",
    before: [
      ["10", "Le taux est de 10 %."],
      ["20", "La base."],
    ],
    after: [
      ["20", "La base."],
      ["30", "Le taux est de 12 %."],
    ],
    changes: [["modifie", "10", "30"]],
    unchanged: 1,
    scope: "fond",
  },
  {
    name: "a § whose number was taken by another one that moved",
    before: [
      ["10", "Le taux."],
      ["20", "La base."],
    ],
    after: [
      ["10", "La base."],
      ["20", "Le tarif."],
    ],
    changes: [
      ["renumerote", "20", "10"],
      ["modifie", "10", "20"],
    ],
    unchanged: 0,
    scope: "fond",
  },
  {
    name: "two different § under one number: one removed, one added",
    before: [["40", "L'engagement de location mentionne que le locataire est une personne autre."]],
    after: [["40", "Lorsque l'investissement consiste en la souscription de parts de SCPI."]],
    changes: [
      ["supprime", "40", null],
      ["ajoute", null, "40"],
    ],
    unchanged: 0,
    scope: "fond",
  },
  {
    name: "§ reworded, behind a new one that took the number of the first",
    before: [
      ["10", "Le taux de la réduction d'impôt est fixé à 18 % des dépenses."],
      ["20", "Le délai de réclamation est de deux ans, sauf exception."],
    ],
    after: [
      ["10", "Les associés de sociétés civiles conservent leurs parts."],
      ["20", "Le taux de la réduction d'impôt est fixé à 25 % des dépenses."],
      ["30", "Le délai de réclamation est de trois ans, sauf exception."],
    ],
    changes: [
      ["ajoute", null, "10"],
      ["modifie", "10", "20"],
      ["modifie", "20", "30"],
    ],
    unchanged: 0,
    scope: "fond",
  },
  {
    name: "two § as near as each other: the number decides",
    before: [
      ["10", "Le taux est de 10 % cette année."],
      ["20", "Le taux est de 20 % cette année."],
    ],
    after: [
      ["20", "Le taux est de 30 % cette année."],
      ["30", "Le taux est de 40 % cette année."],
    ],
    changes: [
      ["modifie", "20", "20"],
      ["modifie", "10", "30"],
    ],
    unchanged: 0,
    scope: "fond",
  },
  {
    name: "a § cut in two, word for word",
    before: [["10", "Le taux. La base."]],
    after: [
      ["10", "Le taux."],
      ["20", "La base."],
    ],
    changes: [
      ["modifie", "10", "10"],
      ["ajoute", null, "20"],
    ],
    unchanged: 0,
    scope: "formelle",
  },
  { name: "two empty texts", before: [], after: [], changes: [], unchanged: 0, scope: "formelle" },
];

describe("two texts compared by §:", () => {
  test.each(CASES)("$name", ({ before, after, changes, unchanged, scope }) => {
    const compared = compareTexts(textOf(before), textOf(after));
    const found = compared.paragraphes.map(({ nature, numero, numero_avant }) => [
      nature,
      numero_avant,
      nature === "supprime" ? null : numero,
    ]);
    expect(found).toEqual(changes.map((change) => [...change]));
    expect(compared.inchanges).toBe(unchanged);
    expect(compared.portee_texte).toBe(scope);
  });

  test("a § removed keeps its number and section; what is absent on a side is empty", () => {
    const [removed, added] = compareTexts(
      textOf([["10", "Le taux."]]),
      textOf([["20", "La base."]]),
    ).paragraphes;
    expect(removed).toEqual({
      nature: "supprime",
      numero: "10",
      numero_avant: "10",
      section: ["I. Principe"],
      avant: "Le taux.",
      apres: "",
      segments: [{ op: "retire", texte: "Le taux." }],
    });
    expect(added).toMatchObject({
      nature: "ajoute",
      numero: "20",
      numero_avant: null,
      avant: "",
      apres: "La base.",
      segments: [{ op: "ajoute", texte: "La base." }],
    });
  });

  test.each([
    ["changed", "Le champ.", "Le domaine.", "modifie"],
    ["added", "", "Le domaine.", "ajoute"],
    ["removed", "Le champ.", "", "supprime"],
  ])(
    "the text outside numbered §, %s, comes first and without number",
    (_, outsideBefore, outsideAfter, nature) => {
      const before = textOf([["10", "Le taux."]], outsideBefore);
      const after = textOf([["10", "Le tarif."]], outsideAfter);
      const { paragraphes } = compareTexts(before, after);
      expect(paragraphes.map((change) => [change.numero, change.nature])).toEqual([
        [null, nature],
        ["10", "modifie"],
      ]);
      expect(paragraphes[0]).toMatchObject({ numero_avant: null, avant: outsideBefore, apres: outsideAfter });
    },
  );

  test("the text outside numbered § is the introduction and the headings, a blank line apart", () => {
    const texte = "Introduction\n\nI. Taux\n\nLe taux.\n\nII. Base\n\nLa base.\n\nAnnexe";
    const spans = ["Le taux.", "La base."].map((own, rank) => {
      const start = texte.indexOf(own);
      return { numero: `${rank + 1}0`, section: [], start, end: start + own.length };
    });
    const { outside, paragraphs } = comparedText(texte, spans, fingerprint);
    expect(outside).toBe("Introduction\n\nI. Taux\n\nII. Base\n\nAnnexe");
    expect(paragraphs.map(({ numero, texte: own }) => [numero, own])).toEqual([
      ["10", "Le taux."],
      ["20", "La base."],
    ]);
  });

  test("the journal lists numbers; a § renumbered and the text outside are in no list", () => {
    const before = textOf(
      [
        ["10", "A."],
        ["20", "B."],
        ["30", "C."],
        ["40", "D."],
      ],
      "Avant",
    );
    const after = textOf(
      [
        ["10", "A."],
        ["20", "B, ou non."],
        ["50", "D."],
        ["60", "E."],
      ],
      "Après",
    );
    expect(summariseChanges(before, after)).toEqual({
      portee_texte: "fond",
      paragraphes: { ajoutes: ["60"], modifies: ["20"], supprimes: ["30"] },
    });
  });

  test.each([
    [
      "its § was removed, and one that became it was changed",
      [
        ["10", "Le taux de la taxe est de dix pour cent du prix."],
        ["20", "Les exonérations des associations sont listées plus loin."],
      ],
      [["20", "Le taux de la taxe est de douze pour cent du prix."]],
      { ajoutes: [], modifies: ["20"], supprimes: [] },
    ],
    [
      "its § was removed, and another one was added in its place",
      [["20", "Les exonérations des associations sont listées plus loin."]],
      [["20", "Un registre électronique doit être tenu chaque trimestre civil."]],
      { ajoutes: [], modifies: ["20"], supprimes: [] },
    ],
    [
      "two § of that number were added",
      [["10", "A."]],
      [
        ["10", "A."],
        ["20", "Un registre."],
        ["20", "Une amende."],
      ],
      { ajoutes: ["20"], modifies: [], supprimes: [] },
    ],
  ] as const)("the journal gives one verdict a number: %s", (_, before, after, paragraphes) => {
    expect(summariseChanges(textOf(before), textOf(after)).paragraphes).toEqual(paragraphes);
  });
});
