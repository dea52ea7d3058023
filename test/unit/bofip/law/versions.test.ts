import { expect, test } from "bun:test";
import {
  articleKey,
  articleOfNum,
  endOf,
  isStillBorn,
  type LawArchive,
  lawCoverageOf,
} from "../../../../bofip/law/versions.ts";

test.each<[string, string | null]>([
  ["4 B", "4 B"],
  ["150-0 B ter", "150-0 B ter"],
  ["2 quindecies B", "2 quindecies B"],
  ["L80 A", "L. 80 A"],
  ["L. 80 A", "L. 80 A"],
  ["R*196-1", "R.* 196-1"],
  ["A47 A-1", "A. 47 A-1"],
  ["371-1", "371-1"],
  ["1er", "1er"],
  ["28 à 30", "28 à 30"],
  ["Annexe", "Annexe"],
  [" ", null],
])("the article of LEGI's number %p is %p", (num, article) => expect(articleOfNum(num)).toBe(article));

test("an article has one key with or without the star of decrees", () => {
  expect(articleKey("R.* 196-1")).toBe(articleKey("R. 196-1"));
});

test.each([
  ["MODIFIE_MORT_NE", "2027-01-01", "2026-06-03", true],
  ["MODIFIE_MORT_NE", "2026-01-01", "2027-01-01", true],
  ["MODIFIE", "2016-01-01", "2016-01-01", true],
  ["VIGUEUR_DIFF", "2027-01-01", "2999-01-01", false],
  ["", "2016-01-01", "2017-01-01", false],
])("a version %p from %p to %p is still-born: %p", (etat, debut, fin, expected) =>
  expect(isStillBorn({ etat, debut, fin })).toBe(expected),
);

test.each([
  ["2026-01-01", "2026-01-01"],
  ["2222-02-22", null],
  ["2999-01-01", null],
])("the end %p is %p", (fin, end) => expect(endOf(fin)).toBe(end));

const archive = (kind: LawArchive["kind"], stamp: string, ...codes: string[]): LawArchive => {
  return { name: `${kind} ${stamp}`, kind, stamp, codes, fault: null };
};

test.each<[string, readonly LawArchive[], string | null, readonly string[]]>([
  ["nothing", [], null, []],
  ["increments without a global archive", [archive("increment", "20260102-000000", "A", "B")], null, []],
  ["a global archive that lacks a code", [archive("global", "20260101-000000", "A")], null, []],
  ["a global archive", [archive("global", "20260101-000000", "A", "B")], "2026-01-01", []],
  [
    "the last increment",
    [archive("increment", "20260103-000000", "A", "B", "C"), archive("global", "20260101-000000", "A", "B")],
    "2026-01-03",
    [],
  ],
  [
    "the day before a gap",
    [
      archive("global", "20260101-000000", "A", "B"),
      archive("increment", "20260102-000000", "A", "B"),
      archive("increment", "20260103-000000", "A"),
      archive("increment", "20260104-000000", "A", "B"),
    ],
    "2026-01-02",
    ["increment 20260103-000000"],
  ],
  [
    "a newer global archive, whatever was missing before",
    [
      archive("global", "20260101-000000", "A", "B"),
      archive("increment", "20260103-000000"),
      archive("global", "20260201-000000", "A", "B"),
    ],
    "2026-02-01",
    [],
  ],
  [
    "the global archive held, a newer one being refused",
    [
      archive("global", "20260101-000000", "A", "B"),
      archive("global", "20260201-000000"),
      archive("increment", "20260202-000000", "A", "B"),
    ],
    "2026-02-02",
    [],
  ],
])("coverage reaches that of %s", (_title, archives, day, gaps) =>
  expect(lawCoverageOf(archives, ["A", "B"])).toEqual({ jusqu_au: day, trous: gaps }),
);
