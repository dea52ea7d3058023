import { describe, expect, test } from "bun:test";
import {
  isWithin,
  readParagraphNumber,
  readParagraphRange,
  readReservedNumbers,
} from "../../../../bofip/paragraphs/paragraphs.ts";

const NBSP = "\u00a0";

describe("the number of a §, whoever reads it", () => {
  test.each([
    ["130", "130"],
    [" 30\u00a0", "30"],
    ["1 bis", "1 bis"],
    [`1${NBSP}bis`, "1 bis"],
    ["1\u202fbis", "1 bis"],
    ["1bis", "1 bis"],
    ["1 BIS", "1 bis"],
    ["20 A", "20 A"],
    [`§${NBSP}20`, "20"],
    ["10.", "10"],
  ])("%s is %s", (written, numero) => {
    expect(readParagraphNumber(written)).toBe(numero);
  });

  test.each([
    "",
    "§",
    "bis",
    "Ceci est une phrase.",
    "2 400 euros",
    "20 bistro",
    "(20)",
    "20 à 40",
    "1234567",
    "20 I",
  ])("« %s » is none", (written) => {
    expect(readParagraphNumber(written)).toBeNull();
  });
});

describe("numbers are reserved by", () => {
  test.each([
    ["(20)", [{ de: "20", a: "20" }]],
    [`(§${NBSP}20)`, [{ de: "20", a: "20" }]],
    ["(10 à 30)", [{ de: "10", a: "30" }]],
    [`(10${NBSP}à${NBSP}30)`, [{ de: "10", a: "30" }]],
    ["(30-40)", [{ de: "30", a: "40" }]],
    ["30-50", [{ de: "30", a: "50" }]],
    ["20 à 40", [{ de: "20", a: "40" }]],
    ["(1 bis)", [{ de: "1 bis", a: "1 bis" }]],
    [
      "(20 et 40 à 60)",
      [
        { de: "20", a: "20" },
        { de: "40", a: "60" },
      ],
    ],
  ])("%s", (written, ranges) => {
    expect(readReservedNumbers(written)).toEqual(ranges);
  });

  test.each(["20", "20 bis", "(Ceci)", "(20", "20)", "()", "(20 %)", "20 à", ""])(
    "not by « %s »",
    (written) => {
      expect(readReservedNumbers(written)).toBeNull();
    },
  );
});

describe("a range that a reader asks for", () => {
  test.each([
    ["130", "130", "130"],
    ["§ 120-140", "120", "140"],
    ["120 à 140", "120", "140"],
    ["120 – 140", "120", "140"],
    [`1${NBSP}bis`, "1 bis", "1 bis"],
  ])("%s goes from %s to %s", (written, de, a) => {
    expect(readParagraphRange(written)).toEqual({ de, a });
  });
  test("is not any text", () => {
    expect(readParagraphRange("le premier")).toBeNull();
  });
});

test.each([
  ["20", { de: "20", a: "20" }, true],
  ["30", { de: "10", a: "40" }, true],
  ["1 bis", { de: "1", a: "10" }, true],
  ["10 bis", { de: "1", a: "10" }, false],
  ["50", { de: "10", a: "40" }, false],
] as const)("§ %s within %p: %p", (numero, range, expected) => {
  expect(isWithin(numero, range)).toBe(expected);
});
