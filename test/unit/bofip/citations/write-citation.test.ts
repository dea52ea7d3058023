import { expect, test } from "bun:test";
import { writeCitation } from "../../../../bofip/citations/reference.ts";

const text = { boiId: "BOI-IR-LIQ-20-20-20", date: "2024-01-18" };

test.each([
  ["a document", {}, "BOI-IR-LIQ-20-20-20, version du 18 janvier 2024"],
  ["a §", { numero: "130" }, "BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024"],
  [
    "an edition of a first of the month",
    { date: "2024-08-01" },
    "BOI-IR-LIQ-20-20-20, version du 1er août 2024",
  ],
  [
    "one of two wordings",
    { numero: "130", empreinte: "0123456789abcdef".repeat(4) },
    "BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024, empreinte 0123456789ab",
  ],
  [
    "a document that was withdrawn",
    { numero: "1 bis", retireLe: "2025-03-01" },
    "BOI-IR-LIQ-20-20-20, § 1 bis, version du 18 janvier 2024 (retiré le 1er mars 2025)",
  ],
])("%s is cited so", (_, cited, expected) => {
  expect(writeCitation({ ...text, ...cited })).toBe(expected);
});
