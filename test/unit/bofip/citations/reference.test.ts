import { describe, expect, test } from "bun:test";
import { readReference } from "../../../../bofip/citations/reference.ts";
import { parseQuery } from "../../../../search/fulltext/query/parse.ts";

const boiId = "BOI-IR-LIQ-20-10";

describe("a query may be a citation: an identifier, a paragraph, a date", () => {
  test.each([
    ["BOI-IR-LIQ-20-10", null, null],
    ["boi-ir-liq-20-10", null, null],
    ["BOI-IR-LIQ-20-10-20140305", "2014-03-05", null],
    ["BOI-IR-LIQ-20-10 § 50", null, "50"],
    ["BOI-IR-LIQ-20-10, §50", null, "50"],
    ["BOI-IR-LIQ-20-10 (§ 50)", null, "50"],
    ["BOI-IR-LIQ-20-10 n° 50", null, "50"],
    ["BOI-IR-LIQ-20-10, n°\u00a050", null, "50"],
    ["BOI-IR-LIQ-20-10 nº 50 bis", null, "50 bis"],
    ["BOI-IR-LIQ-20-10-20140305 § 50", "2014-03-05", "50"],
    ["BOI-IR-LIQ-20-10 2024-01-18", "2024-01-18", null],
    ["BOI-IR-LIQ-20-10 du 18/01/2024", "2024-01-18", null],
    ["BOI-IR-LIQ-20-10 du 1er février 2024, § 50", "2024-02-01", "50"],
    ["BOI-IR-LIQ-20-10, § 50, version du 18 janvier 2024", "2024-01-18", "50"],
    ["BOI-IR-LIQ-20-10, § 50, version du 18 janvier 2024, empreinte 0123456789ab", "2024-01-18", "50"],
    ["BOI‑IR‑LIQ‑20‑10, §\u00a050", null, "50"],
    ["§ 50 du BOI-IR-LIQ-20-10", null, "50"],
    ["BOI-IR-LIQ-20-10 § 50 à 70", null, "50"],
    ["BOI-IR-LIQ-20-10 § 50 et 60", null, "50"],
    ["BOI-IR-LIQ-20-10 § 50 (retiré le 1er mars 2025)", null, "50"],
  ])("%s", (query, date, paragraphe) => {
    expect(readReference(query)).toMatchObject({ boiId, date, paragraphe });
  });

  test.each([
    "BOI",
    "le BOI-IR-LIQ-20-10",
    "BOI-IR-LIQ-20-10 barème",
    "BOI-IR-LIQ-20-10 § cinquante",
    "BOI-IR-LIQ-20-10 du 31/02/2024",
    "BOI-IR-LIQ-20-10 50",
    "BOI-IR-LIQ-20-10 § 50 OU lot",
    "BOI-IR-LIQ-20-10 § 50 ou § 60 BOI-IR-LIQ-20-20",
    "BOI-IR-LIQ-20-10 BOI-IR-LIQ-20-20",
    "-BOI-IR-LIQ-20-10",
    "5 B-12-10",
    "§ 50",
  ])("%s is a query like another", (query) => expect(readReference(query)).toBeNull());

  test("what follows the identifier changes nothing of what is found", () => {
    const { node } = parseQuery("BOI-IR-LIQ-20-10");
    expect(parseQuery("BOI-IR-LIQ-20-10 § 50").node).toEqual(node);
    expect(parseQuery("BOI-IR-LIQ-20-10 du 18 janvier 2024").node).toEqual(node);
  });
});
