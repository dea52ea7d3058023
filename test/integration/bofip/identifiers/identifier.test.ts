import { describe, expect, test } from "bun:test";
import {
  asciiUpperCase,
  findIdentifiers,
  isDocumentId,
  isIdentifierStart,
  isRealDate,
  MAX_IDENTIFIER_LENGTH,
  readPermalink,
  splitIdentifier,
} from "../../../../bofip/identifiers/identifier.ts";
import { growthOf, MOST_GROWTH, ratioOf } from "../../../growth.ts";

/** An identifier of this length. */
const ofLength = (length: number) => `BOI-${"A".repeat(length - 4)}`;

describe("an identifier", () => {
  test.each([
    ["BOI-IR-LIQ-20-10-20250414", "BOI-IR-LIQ-20-10", "2025-04-14"],
    ["BOI-IR-LIQ-20-10", "BOI-IR-LIQ-20-10", null],
    ["BOI-RES-IR-000101", "BOI-RES-IR-000101", null],
    ["BOI-RES-IR-000101-20240822", "BOI-RES-IR-000101", "2024-08-22"],
    ["BOI-IS-RICI-20-40-20-20 -20230628", "BOI-IS-RICI-20-40-20-20", "2023-06-28"],
    ["BOI-X-20231345", "BOI-X-20231345", null],
    ["BOI-20250101", "BOI-20250101", null],
    ["BOI-X-20230229", "BOI-X-20230229", null],
    ["ACTU-2014-00076", "ACTU-2014-00076", null],
  ])("%s is %s of %s", (written, id, date) => {
    expect(splitIdentifier(written)).toEqual({ id, date });
  });

  test.each([
    ["cf. BOI-RFPI-PVI-20-10.", ["BOI-RFPI-PVI-20-10"]],
    ["auBOI-IR-BASE et", ["BOI-IR-BASE"]],
    ["BOI-IR-BASE-10Les frais", ["BOI-IR-BASE-10"]],
    ["BOI-IR-BASELes frais", ["BOI-IR-BASE"]],
    ["BOI-DJC-COVID19-20-10par", ["BOI-DJC-COVID19-20-10"]],
    ["(BOI-TVA-), puis", ["BOI-TVA"]],
    ["du BOI-IR-BASE au BOI-IR-LIQ", ["BOI-IR-BASE", "BOI-IR-LIQ"]],
    ["BOI-IR-BASE-20140305", ["BOI-IR-BASE-20140305"]],
    ["ACTU-2014-00076 du 5 mars", ["ACTU-2014-00076"]],
    ["le II du BOI-TVA -BASE-10-20-60 et BOI-IR -20 %", ["BOI-TVA-BASE-10-20-60", "BOI-IR"]],
    ["BOI-IR-PAS- 50-10-20, BOI-IR-PAS - IR", ["BOI-IR-PAS-50-10-20", "BOI-IR-PAS"]],
    ["BOI-IR-PAS 20-20-20 ou BOI-IR-PAS 10-12 %", ["BOI-IR-PAS-20-20-20", "BOI-IR-PAS"]],
    ["BOI-ANNX-000432 - M, BOI-IR-PAS 2014", ["BOI-ANNX-000432", "BOI-IR-PAS"]],
    ["EMBOI-IR-X, BOI 5 B-14-06, BOI-", []],
    [`${ofLength(MAX_IDENTIFIER_LENGTH)}, ${ofLength(MAX_IDENTIFIER_LENGTH + 1)}`, [ofLength(64)]],
  ])("is found in running text: %s", (texte, expected) => {
    expect(findIdentifiers(texte).map(({ written }) => written)).toEqual(expected);
  });

  test("longer than any is not found, nor is a part of it, and takes no longer by character", () => {
    const ofSegments = (segments: number) => "BOI-TVA".concat("-BOI-TVA".repeat(segments - 1));
    expect(findIdentifiers(`${ofSegments(100)}, BOI-IR`).map(({ written }) => written)).toEqual(["BOI-IR"]);
    // Longer, the whole would exceed what a compiled expression holds, and each character take seventy times as long.
    expect(ratioOf((size) => () => void findIdentifiers(ofSegments(size)), 3_000, 24_000)).toBeLessThan(30);
  });

  test.each([
    ["BOI-IR-LIQ-20-10", true],
    [ofLength(MAX_IDENTIFIER_LENGTH), true],
    [ofLength(MAX_IDENTIFIER_LENGTH + 1), false],
    ["boi-ir", false],
    ["ACTU-2014-00076", false],
  ])("%s can be that of a document: %p", (text, expected) => {
    expect(isDocumentId(text)).toBe(expected);
  });

  test.each([
    ["BOI", true],
    ["BOI-", true],
    ["BOI-IR-LI", true],
    ["BO", false],
    ["BOI-IR LIQ", false],
    [ofLength(MAX_IDENTIFIER_LENGTH + 1), false],
  ])("%s may begin one: %p", (text, expected) => {
    expect(isIdentifierStart(text)).toBe(expected);
  });

  test("of an official address has as many characters at most", () => {
    const address = (identifier: string) =>
      `https://bofip.impots.gouv.fr/bofip/1-PGP.html/identifiant=${identifier}`;
    expect(readPermalink(address(ofLength(64))).identifier?.id).toBe(ofLength(64));
    expect(readPermalink(address(ofLength(65)))).toEqual({ pgp: 1, identifier: null });
  });

  test.each([
    ["boi-ir-liq", "BOI-IR-LIQ"],
    // Unicode's upper case of these is a Latin capital: another name would be mistaken for a document's.
    ["ıs", "ıS"],
    ["iſ", "Iſ"],
    ["\u212a", "\u212a"],
    ["irß", "IRß"],
  ])("%s in capitals is %s: no letter of another alphabet becomes one of ours", (written, expected) => {
    expect(asciiUpperCase(written)).toBe(expected);
  });

  test.each([
    ["BOI-", "-"],
    ["BOI", "-A-BOI"],
  ])("is split in a time that grows with its length, made of %s then many %s", (head, part) => {
    const growth = growthOf((size) => {
      const identifier = `${head}${part.repeat(size)}-2025041x`;
      return () => void splitIdentifier(identifier);
    }, 1_000);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});

test.each([
  ["2024-02-29", true],
  ["2023-02-29", false],
  ["2023-13-01", false],
  ["2023-1-1", false],
  ["20230101", false],
])("%s is a day of the calendar: %p", (text, expected) => {
  expect(isRealDate(text)).toBe(expected);
});

test.each(["identifiant=", "identifiant%3D", "identifiant%3d"])(
  "a permalink names its document after %s",
  (mark) => {
    expect(
      readPermalink(`https://bofip.impots.gouv.fr/bofip/2491-PGP.html/${mark}BOI-IR-LIQ-20-10-20250414`),
    ).toEqual({
      pgp: 2491,
      identifier: { id: "BOI-IR-LIQ-20-10", date: "2025-04-14" },
    });
  },
);
