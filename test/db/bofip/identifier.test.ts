import { describe, expect, test } from "bun:test";
import { IDENTIFIERS_IN_TEXT, isRealDate, splitIdentifier } from "../../../db/bofip/identifier.ts";

describe("an identifier", () => {
  test.each([
    ["BOI-IR-LIQ-20-10-20250414", "BOI-IR-LIQ-20-10", "2025-04-14"],
    ["BOI-IR-LIQ-20-10", "BOI-IR-LIQ-20-10", null],
    ["BOI-RES-IR-000101", "BOI-RES-IR-000101", null],
    ["BOI-RES-IR-000101-20240822", "BOI-RES-IR-000101", "2024-08-22"],
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
    ["EMBOI-IR-X, BOI 5 B-14-06, BOI-", []],
  ])("is found in running text: %s", (texte, expected) => {
    expect([...texte.matchAll(IDENTIFIERS_IN_TEXT)].map(([match]) => match)).toEqual(expected);
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
