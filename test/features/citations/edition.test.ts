import { describe, expect, test } from "bun:test";
import type { CitedEdition } from "../../../db/queries/citations/editions.ts";
import { judgeEdition } from "../../../src/features/citations/edition.ts";
import { judgeParagraphs, judgeSections, numbersCited } from "../../../src/features/citations/paragraphs.ts";

const edition = (debut: string, fin: string | null, rest: Partial<CitedEdition> = {}): CitedEdition => ({
  editionId: 1,
  boiId: "BOI-IR",
  pgp: 1,
  date_debut: debut,
  date_fin: fin,
  statut: fin === null ? "en_vigueur" : "remplace",
  documentStatut: "en_vigueur",
  isShown: fin === null,
  transfereVers: null,
  url: "https://bofip.impots.gouv.fr/",
  hasText: true,
  isErased: false,
  titre: "",
  attestee_jusqu_au: null,
  empreinte: "",
  isContested: false,
  ...rest,
});

const NOTHING_SAID = { edition: null, fin: null, jourEnVigueur: null, pgp: null };
const LIVING = [edition("2024-01-18", null), edition("2020-03-01", "2024-01-18")];
const WITHDRAWN = [edition("2020-03-01", "2023-06-01", { statut: "retire", isShown: true })];
const MOVED = [
  edition("2020-03-01", "2023-06-01", { statut: "transfere", isShown: true, transfereVers: "BOI-TVA" }),
];
const BACK = [edition("2024-01-18", null), edition("2020-03-01", "2023-06-01", { statut: "retire" })];

describe("a citation of a document", () => {
  test.each([
    ["that nobody knows", [], null, null, "document_inconnu", null],
    ["in force", LIVING, null, null, "verifiee", "2024-01-18"],
    ["by its edition in force", LIVING, "2024-01-18", null, "verifiee", "2024-01-18"],
    ["by an edition that another replaced", LIVING, "2020-03-01", null, "remplacee", "2020-03-01"],
    ["by an edition in force that day", LIVING, "2020-03-01", "2023-12-31", "verifiee", "2020-03-01"],
    ["on its last day but one", LIVING, null, "2024-01-17", "verifiee", "2020-03-01"],
    [
      "on the day of a change, which is the new edition's",
      LIVING,
      null,
      "2024-01-18",
      "verifiee",
      "2024-01-18",
    ],
    ["by an edition replaced that very day", LIVING, "2020-03-01", "2024-01-18", "remplacee", "2020-03-01"],
    ["by an edition that had not begun", LIVING, "2024-01-18", "2022-01-01", "remplacee", "2024-01-18"],
    ["before what is held", LIVING, null, "2019-01-01", "edition_non_detenue", null],
    ["by an edition that is not held", LIVING, "2018-01-01", null, "edition_non_detenue", null],
    ["withdrawn", WITHDRAWN, null, null, "retiree", "2020-03-01"],
    ["withdrawn, by its edition", WITHDRAWN, "2020-03-01", null, "retiree", "2020-03-01"],
    ["before its withdrawal", WITHDRAWN, null, "2023-05-31", "verifiee", "2020-03-01"],
    ["on the day of its withdrawal", WITHDRAWN, null, "2023-06-01", "retiree", "2020-03-01"],
    ["moved", MOVED, null, null, "transferee", "2020-03-01"],
    ["between its withdrawal and its return", BACK, null, "2023-12-01", "retiree", "2020-03-01"],
    ["withdrawn, then back", BACK, null, null, "verifiee", "2024-01-18"],
  ] as const)("%s", (_, editions, cited, date, etat, debut) => {
    const day = { date: date ?? "2026-11-22", isToday: date === null };
    const finding = judgeEdition(editions, { ...NOTHING_SAID, edition: cited }, day);
    expect([finding.etat, finding.edition?.date_debut ?? null]).toEqual([etat, debut]);
    expect(finding.motif === null).toBe(etat === "verifiee");
  });

  test("of one day under two PGP numbers is of the one that is shown, else of the higher", () => {
    const twins = [
      edition("2020-03-01", "2024-01-18", { editionId: 9 }),
      edition("2020-03-01", "2020-03-01", { editionId: 3 }),
    ];
    const day = { date: "2021-01-01", isToday: false };
    expect(judgeEdition(twins, { ...NOTHING_SAID, edition: "2020-03-01" }, day).edition?.editionId).toBe(9);
  });

  test("that moved says where to", () => {
    const { motif } = judgeEdition(MOVED, NOTHING_SAID, { date: "2026-11-22", isToday: true });
    expect(motif).toBe("Le document a été transféré vers BOI-TVA le 1er juin 2023.");
  });
});

describe("a citation that says when its document ended", () => {
  const today = { date: "2026-11-22", isToday: true };
  test.each([
    ["is right of one withdrawn that day", WITHDRAWN, "2023-06-01", "retiree"],
    ["is right of one moved that day", MOVED, "2023-06-01", "transferee"],
    ["is of no edition held when it ended another day", WITHDRAWN, "2023-06-02", "edition_non_detenue"],
    ["is of no edition held when it did not end", LIVING, "2023-06-01", "edition_non_detenue"],
  ] as const)("%s", (_, editions, fin, etat) => {
    expect(judgeEdition(editions, { ...NOTHING_SAID, fin }, today).etat).toBe(etat);
  });
});

test("nothing can be verified of a text that was erased", () => {
  const erased = [edition("2024-01-18", null, { isErased: true })];
  const { etat, motif } = judgeEdition(erased, NOTHING_SAID, { date: "2026-11-22", isToday: true });
  expect([etat, motif]).toEqual(["non_verifiable", expect.stringContaining("effacé")]);
});

describe("the place of a § in its text", () => {
  const spans = [
    { numero: "10", section: [], start: 0, end: 0 },
    { numero: "20", section: ["I. Champ", "A. Personnes", "2. Sociétés"], start: 0, end: 0 },
    { numero: "30", section: ["II. Calcul", "B) Base", "1° Assiette"], start: 0, end: 0 },
  ];
  test.each([
    ["20", null, ["I-A-2"], true],
    ["20", null, ["I-A"], true],
    ["20", null, ["I"], true],
    ["20", null, ["I.A.2"], true],
    ["20", null, ["A-2"], true],
    ["20", null, ["2"], true],
    ["20", null, ["I-A-1"], false],
    ["20", null, ["I-A-2-a"], false],
    ["20", null, ["I-2"], false],
    ["20", null, ["II-A"], false],
    ["30", null, ["II-B-1°"], true],
    ["10", null, ["I"], false],
    ["20", null, ["I-B", "I-A"], true],
    ["20", "30", ["I-A", "II-B"], true],
    ["20", "30", ["I-A"], false],
    [null, null, ["II-B"], true],
    [null, null, ["II-C"], false],
    [null, null, [], true],
  ])("§ %s to %s in %j: %j", (numero, numeroFin, sections, isRight) => {
    const verdict = judgeSections({ numero, numeroFin, sections }, { spans, reserves: [] });
    expect(verdict?.etat ?? null).toBe(isRight ? null : "section_inexacte");
  });

  test("is what a citation of a place alone names", () => {
    expect(numbersCited({ numero: null, numeroFin: null, sections: ["II"] }, { spans })).toEqual(["30"]);
  });
});

describe("the § of a citation", () => {
  const sections: string[] = [];
  const span = (numero: string) => ({ numero, section: [], start: 0, end: 0 });
  const held = { spans: [span("10"), span("20"), span("40")], reserves: [{ de: "30", a: "30" }] };

  test.each([
    [null, null, undefined],
    ["10", null, undefined],
    ["10", "40", undefined],
    ["30", null, "paragraphe_reserve"],
    ["10", "30", "paragraphe_reserve"],
    ["25", null, "paragraphe_absent"],
    ["10", "50", "paragraphe_absent"],
    ["25", "30", "paragraphe_reserve"],
  ])("%s to %s: %s", (numero, numeroFin, etat) => {
    expect(judgeParagraphs({ numero, numeroFin, sections }, held)?.etat).toBe(etat as never);
  });

  test("of a range are those that the text has", () => {
    expect(numbersCited({ numero: "10", numeroFin: "30", sections }, held)).toEqual(["10", "20"]);
    expect(numbersCited({ numero: "25", numeroFin: null, sections }, held)).toEqual(["25"]);
    expect(numbersCited({ numero: null, numeroFin: null, sections }, held)).toEqual([]);
  });
});
