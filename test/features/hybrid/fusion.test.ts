import { describe, expect, test } from "bun:test";
import type { TextMatch } from "../../../search/stems/text-scorer.ts";
import type { VectorHit } from "../../../search/vectors/port.ts";
import { CANDIDATES, fuse, unnamed } from "../../../src/features/hybrid/fusion.ts";

const match = (boiId: string, score: number): TextMatch => ({ boiId, score, position: 0 });
const near = (boiId: string, score: number): VectorHit => ({ boiId, score, textHash: "h" });
const sides = (
  matches: readonly TextMatch[],
  nearest: readonly VectorHit[],
  named: readonly VectorHit[] = [],
) => ({
  matches,
  nearest,
  named,
  textWeight: 2,
});

describe("the fusion of words and meaning", () => {
  test("orders by the cosine plus the weighed score of the words, brought to 0 to 1", () => {
    const hits = fuse(sides([match("B", 0.4), match("A", 0.1)], [near("A", 0.9), near("B", 0.5)]));
    expect(hits.map(({ boiId, score }) => [boiId, score])).toEqual([
      ["B", 0.433],
      ["A", 0.367],
    ]);
  });

  test("explains each hit by its score and its rank on both sides", () => {
    const [hit] = fuse(sides([match("C", 0.9), match("A", 0.8)], [near("A", 0.9)], [near("C", 0)]));
    expect(hit).toEqual({
      boiId: "A",
      score: 0.833,
      text: match("A", 0.8),
      meaning: near("A", 0.9),
      ranks: { text: 2, meaning: 1 },
    });
  });

  test("says null where a side does not know a document", () => {
    const hits = fuse(sides([match("A", 0.2)], [near("B", 0.3)]));
    expect(hits.find(({ boiId }) => boiId === "A")).toMatchObject({
      meaning: null,
      ranks: { meaning: null },
    });
    expect(hits.find(({ boiId }) => boiId === "B")).toMatchObject({ text: null, ranks: { text: null } });
  });

  test("gives a document that only the words put forward its cosine, and no rank by meaning", () => {
    const [hit] = fuse(sides([match("A", 0.2)], [], [near("A", 0.3)]));
    expect(hit).toMatchObject({ score: 0.233, meaning: near("A", 0.3), ranks: { meaning: null } });
  });

  test("counts the words of a document that only the meaning put forward, beyond the candidates of the words", () => {
    const matches = Array.from({ length: CANDIDATES + 1 }, (_, index) =>
      match(`BOI-${String(index).padStart(3, "0")}`, 1 - index / 1_000),
    );
    const last = `BOI-${CANDIDATES}`;
    const hit = fuse(sides(matches, [near(last, 1)])).find(({ boiId }) => boiId === last);
    expect(hit).toMatchObject({ score: 0.867, ranks: { text: null, meaning: 1 } });
  });

  test("never gives a score out of 0 to 1", () => {
    const hits = fuse(sides([match("A", 1)], [near("A", 1.01), near("B", -0.4)]));
    expect(hits.map(({ score }) => score)).toEqual([1, 0]);
  });

  test("puts equal documents in the order of their identifiers", () => {
    const hits = fuse(sides([], [near("B", 0.5), near("A", 0.5)]));
    expect(hits.map(({ boiId }) => boiId)).toEqual(["A", "B"]);
  });

  test("asks the cosines of the candidates of the words that the meaning did not put forward", () => {
    expect(unnamed([match("A", 0.2), match("B", 0.1)], [near("B", 0.3)])).toEqual(["A"]);
  });

  test("leaves to the identifiers what only the roundings of a store tell apart", () => {
    const hits = fuse(sides([], [near("B", 0.500_01), near("A", 0.5)]));
    expect(hits.map(({ boiId }) => boiId)).toEqual(["A", "B"]);
  });
});
