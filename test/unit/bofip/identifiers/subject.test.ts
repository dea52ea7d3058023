import { describe, expect, test } from "bun:test";
import { subjectOf } from "../../../../bofip/identifiers/identifier.ts";

describe("what a document is about", () => {
  test.each<[boiId: string, division: string | null, expected: string | null]>([
    ["BOI-IR-LIQ-20-10", "LIQ", "IR"],
    ["BOI-IR", null, "IR"],
    ["BOI-DJC-COVID19-10-10", "COVID19", "DJC"],
    ["BOI-RES-TVA-000123", "TVA", "TVA"],
    ["BOI-RES-TVA-000123", "Une division", "TVA"],
    ["BOI-RES-000071", "BIC", "BIC"],
    ["BOI-ANNX-000123", " PAT ", "PAT"],
    ["BOI-ANNX-000123", "Annexes diverses", null],
    ["BOI-ANNX-000123", "ANNX", null],
    ["BOI-FORM-000012", null, null],
    ["BOI-LETTRE-000218", "CF", "CF"],
    ["BOI-BAREME-000001", "BIC", "BIC"],
    ["BOI-CARTE-000001", "tva", null],
    ["BOI-ANNX", null, null],
  ])("%s, of the division %p, is about %p", (boiId, division, expected) => {
    const domaine = boiId.split("-")[1] ?? "";
    expect(subjectOf({ boiId, domaine, division })).toBe(expected);
  });
});
