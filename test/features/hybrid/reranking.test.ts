import { describe, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { RerankedQuestion, Reranker } from "../../../search/reranking/port.ts";
import type { FusedHit } from "../../../src/features/hybrid/fusion.ts";
import { reorder, rerank } from "../../../src/features/hybrid/reranking.ts";

const hit = (boiId: string, score: number): FusedHit => ({
  boiId,
  score,
  text: { boiId, score, position: 3 },
  meaning: { boiId, score, textHash: `h-${boiId}` },
  ranks: { text: 1, meaning: 1 },
});
const HITS = [hit("A", 0.6), hit("B", 0.55), hit("C", 0.5)];
const asked = { question: "Qui ?", vector: null, version: "v1", textWeight: 2 };
const orderOf = (hits: readonly FusedHit[]) => hits.map(({ boiId }) => boiId).join("");

function reranker(judge: Reranker["judge"], others: Partial<Reranker> = {}): Reranker {
  return { weight: 0.2, canJudge: () => true, remark: () => null, judge, ...others };
}

describe("the order that two stages give together", () => {
  test("is that of the first where the second prefers none", () => {
    expect(orderOf(reorder(HITS, new Map(HITS.map(({ boiId }) => [boiId, 0.7])), 0.2))).toBe("ABC");
  });

  test.each([
    ["probabilities", [0.01, 0.02, 0.99]],
    ["cosines", [0.81, 0.811, 0.9]],
    ["logits", [-9, -8.9, 3]],
  ])("does not depend on the scale of the second, here %s", (_, scores) => {
    const judgements = new Map(HITS.map(({ boiId }, index) => [boiId, scores[index] ?? null]));
    expect(orderOf(reorder(HITS, judgements, 0.2))).toBe("CAB");
  });

  test("brings the sum of both to 0 to 1, ties by identifier", () => {
    const judgements = new Map([
      ["A", 0],
      ["B", 1],
    ]);
    expect(reorder(HITS, judgements, 0.05).map(({ boiId, score }) => [boiId, score])).toEqual([
      ["A", 0.571],
      ["B", 0.571],
      ["C", 0.476],
    ]);
  });

  test("keeps the documents that were not judged below those that they were below", () => {
    const many = Array.from({ length: 20 }, (_, index) => hit(`D${10 + index}`, 0.9 - index / 100));
    const judgements = new Map(many.slice(0, 12).map(({ boiId }, index) => [boiId, index]));
    const after = reorder(many, judgements, 5);
    expect(orderOf(after.slice(12))).toBe(orderOf(many.slice(12)));
    expect(after[0]?.boiId).toBe("D21");
  });
});

describe("the second stage", () => {
  test("judges the first twelve documents, each by its best passage", async () => {
    const many = Array.from({ length: 20 }, (_, index) => hit(`D${10 + index}`, 0.9 - index / 100));
    let received: RerankedQuestion | null = null;
    const judge = async (question: RerankedQuestion) => {
      received = question;
      return question.passages.map((_, index) => index);
    };
    const { hits, reranking } = await rerank({ reranker: reranker(judge) }, { ...asked, hits: many });
    expect(reranking).toBe("applied");
    expect(hits[0]?.boiId).toBe("D21");
    const passages = many.slice(0, 12).map(({ boiId }) => ({ boiId, position: 3 }));
    expect(received as unknown).toEqual({ question: "Qui ?", vector: null, version: "v1", passages });
  });

  test.each([
    [[-1e308, 1e308, 0]],
    [[Number.NaN, 0, 1]],
    [[Number.POSITIVE_INFINITY, 0, 1]],
    [[Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, null]],
  ])("that judges %p leaves the first order and its scores", async (judged) => {
    expect(await rerank({ reranker: reranker(async () => judged) }, { ...asked, hits: HITS })).toEqual({
      hits: HITS,
      reranking: "timeout",
    });
  });

  test("in a fault of its own leaves them too", async () => {
    const broken = reranker(async () => [1, 2, 3], {
      canJudge: () => {
        throw new TypeError("undefined is not an object");
      },
    });
    expect(await rerank({ reranker: broken }, { ...asked, hits: HITS })).toMatchObject({ hits: HITS });
  });

  test.each([
    ["that does not answer", new EngineUnavailable("reranking", "Parti.")],
    ["in any fault", new TypeError("undefined is not an object")],
  ])("%s leaves the first order and its scores", async (_, fault) => {
    const away = reranker(() => Promise.reject(fault));
    expect(await rerank({ reranker: away }, { ...asked, hits: HITS })).toEqual({
      hits: HITS,
      reranking: "timeout",
    });
  });

  test.each<[string, Reranker | null, readonly FusedHit[]]>([
    ["there is none", null, HITS],
    ["it knows nothing of these vectors", reranker(async () => [1], { canJudge: () => false }), HITS],
    ["it can judge none of them", reranker(async () => [null, null, null]), HITS],
    ["one document was found", reranker(() => Promise.reject(new Error("asked"))), HITS.slice(0, 1)],
    ["none was found", reranker(() => Promise.reject(new Error("asked"))), []],
  ])("is off when %s", async (_, second, hits) => {
    expect(await rerank({ reranker: second }, { ...asked, hits })).toEqual({ hits, reranking: "off" });
  });
});
