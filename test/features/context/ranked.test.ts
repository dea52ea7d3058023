import { describe, expect, test } from "bun:test";
import { type RankedDocument, rankParagraphs } from "../../../src/features/context/ranked.ts";

/** § of a hundred characters each. */
const found = (
  boiId: string,
  score: number,
  numeros: readonly string[],
  passages: RankedDocument["passages"] = [],
): RankedDocument => ({
  hit: { score },
  source: {
    boi_id: boiId,
    contenu_texte: "x".repeat(100 * Math.max(1, numeros.length)),
    spans: numeros.map((numero, at) => ({ numero, start: 100 * at, end: 100 * at + 99 })),
  },
  passages,
});
const passage = (start: number, end: number, score: number, owes: "text" | "meaning" = "text") => ({
  ...{ start, end, score, owes },
});
const named = (documents: readonly RankedDocument[]) =>
  rankParagraphs(documents).map(({ boiId, numero, reason }) => [boiId, numero, reason]);

describe("the § of what was found", () => {
  test("come by the passage that touches them, then by those beside", () => {
    const document = found("A", 0.5, ["10", "20", "30", "40", "50"], [passage(300, 399, 0.8, "meaning")]);
    expect(named([document])).toEqual([
      ["A", "40", "sens"],
      ["A", "30", "sens"],
      ["A", "50", "sens"],
      ["A", "10", "introduction"],
      ["A", "20", "sens"],
    ]);
    expect(rankParagraphs([document]).filter(({ isFound }) => isFound)).toHaveLength(1);
  });

  test("of a better document come before those of another", () => {
    const one = found("A", 0.2, ["10"], [passage(0, 99, 0.5)]);
    const other = found("B", 0.6, ["10"], [passage(0, 99, 0.4)]);
    expect(named([other, one])).toEqual([
      ["B", "10", "mots"],
      ["A", "10", "mots"],
    ]);
  });

  test("a passage that touches several counts for each, and the best passage of a § alone", () => {
    const document = found("A", 0.5, ["10", "20"], [passage(0, 199, 0.8), passage(100, 199, 0.3)]);
    expect(named([document])).toEqual([
      ["A", "10", "mots"],
      ["A", "20", "mots"],
    ]);
  });

  test("are the whole document when it has none, and the first of two of one number", () => {
    const rescrit = found("A", 0.5, [], [passage(0, 50, 0.8)]);
    const twice = found("B", 0.1, ["10", "20", "10"], [passage(200, 299, 0.8)]);
    expect(named([rescrit])).toEqual([["A", null, "mots"]]);
    expect(named([twice]).map(([, numero]) => numero)).toEqual(["10", "20"]);
  });
});
