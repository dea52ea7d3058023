import { describe, expect, test } from "bun:test";
import type { CitedEdition } from "../../../../../db/queries/citations/editions.ts";
import { judgeEdition } from "../../../../../src/services/citations/edition.ts";
import { judgeParagraphs, numbersCited } from "../../../../../src/services/citations/paragraphs.ts";

const edition = (debut: string, fin: string | null, rest: Partial<CitedEdition> = {}): CitedEdition => ({
  editionId: 1,
  boiId: "BOI-IR",
  date_debut: debut,
  date_fin: fin,
  statut: fin === null ? "en_vigueur" : "remplace",
  isShown: fin === null,
  transfereVers: null,
  url: "https://bofip.impots.gouv.fr/",
  ...rest,
});

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
    const finding = judgeEdition(editions, cited, day);
    expect([finding.etat, finding.edition?.date_debut ?? null]).toEqual([etat, debut]);
    expect(finding.motif === null).toBe(etat === "verifiee");
  });

  test("of one day under two PGP numbers is of the one that is shown, else of the higher", () => {
    const twins = [
      edition("2020-03-01", "2024-01-18", { editionId: 9 }),
      edition("2020-03-01", "2020-03-01", { editionId: 3 }),
    ];
    const day = { date: "2021-01-01", isToday: false };
    expect(judgeEdition(twins, "2020-03-01", day).edition?.editionId).toBe(9);
  });

  test("that moved says where to", () => {
    const { motif } = judgeEdition(MOVED, null, { date: "2026-11-22", isToday: true });
    expect(motif).toBe("Le document a été transféré vers BOI-TVA le 1er juin 2023.");
  });
});

describe("the § of a citation", () => {
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
    expect(judgeParagraphs({ numero, numeroFin }, held)?.etat).toBe(etat as never);
  });

  test("of a range are those that the text has", () => {
    expect(numbersCited({ numero: "10", numeroFin: "30" }, held)).toEqual(["10", "20"]);
    expect(numbersCited({ numero: "25", numeroFin: null }, held)).toEqual(["25"]);
    expect(numbersCited({ numero: null, numeroFin: null }, held)).toEqual([]);
  });
});
