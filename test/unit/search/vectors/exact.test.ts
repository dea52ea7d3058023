import { describe, expect, test } from "bun:test";
import { DIMENSIONS } from "../../../../search/embeddings/port.ts";
import { quantise } from "../../../../search/embeddings/vector.ts";
import { Holdings, toIntegers } from "../../../../search/vectors/exact/holdings.ts";
import { Rows } from "../../../../search/vectors/exact/kernel/rows.ts";
import type { VectorHit } from "../../../../search/vectors/port.ts";
import { expectCompiled } from "../../../assembly-script.ts";
import { vectorDrawer } from "../../../fixtures/vectors.ts";

const FOLDER = new URL("../../../../search/vectors/exact/kernel/", import.meta.url);

test("the compiled kernel is that of its source (UPDATE_KERNEL=1 writes it)", async () => {
  await expectCompiled(FOLDER, "scan");
});

const randomVector = vectorDrawer(11);

describe("products are those of their definition, to the last bit", () => {
  const extreme = (value: number) => new Int8Array(DIMENSIONS).fill(value);
  test.each([
    ["random vectors", randomVector()],
    // The largest possible sums.
    ["a question of equal components", new Float32Array(DIMENSIONS).fill(1 / Math.sqrt(DIMENSIONS))],
    [
      "a question of one component",
      Float32Array.from({ length: DIMENSIONS }, (_, at) => (at === 1023 ? -1 : 0)),
    ],
  ])("%s", (_, question) => {
    const vectors = [extreme(127), extreme(-127), extreme(0)];
    for (let row = 0; row < 6; row++) {
      const components = new Int8Array(DIMENSIONS);
      quantise(randomVector(), components);
      vectors.push(components);
    }
    const rows = new Rows(vectors.length);
    for (const [row, components] of vectors.entries()) rows.components.set(components, row * DIMENSIONS);
    const { components: asked } = toIntegers(question);
    rows.ask(asked);
    rows.compare(0, vectors.length);
    expect([...rows.products]).toEqual(vectors.map((components) => dot(components, asked)));
  });
});

describe("a search gives what comparing every vector by its definition gives", () => {
  const documents = [3, 1, 9, 2, 6, 17, 4].map((passages, at) => ({
    passages,
    domaine: at % 3 === 0 ? "IR" : "TVA",
  }));
  const holdings = held(documents);
  const ids = holdings.texts.map(({ boiId }) => boiId);

  test.each([
    ["of all documents", null, undefined, 10],
    ["of a series, whose rows begin and end anywhere", "TVA", undefined, 10],
    ["of documents that are named", null, ["d1", "d4", "d5", "unknown"], 10],
    ["of the nearest ones alone", null, undefined, 2],
    ["of none", "PAT", undefined, 10],
  ])("%s", (_, domaine, among, limit) => {
    for (let turn = 0; turn < 20; turn++) {
      const vector = randomVector();
      const query = { vector, domaine, limit, ...(among === undefined ? {} : { among }) };
      const kept = ids.filter(
        (id, at) => (domaine === null || documents[at]?.domaine === domaine) && (among ?? ids).includes(id),
      );
      expect(holdings.search(query)).toEqual(byDefinition(holdings, vector, kept).slice(0, limit));
    }
  });
});

function held(documents: readonly { passages: number; domaine: string }[]): Holdings {
  let last = 0;
  const laidOut = documents.map(({ passages, domaine }, at) => {
    const first = last;
    last += passages;
    return { entry: `d${at}`, boiId: `d${at}`, domaine, first, last };
  });
  const textHashes = Array.from({ length: last }, (_, row) => `t${row}`);
  const holdings = new Holdings("essai", laidOut, textHashes);
  for (let row = 0; row < last; row++) {
    const components = new Int8Array(DIMENSIONS);
    holdings.setVector(row, components, quantise(randomVector(), components));
  }
  return holdings;
}

function byDefinition(holdings: Holdings, vector: Float32Array, kept: readonly string[]): VectorHit[] {
  const { components, scale } = toIntegers(vector);
  const hits = holdings.texts.flatMap(({ boiId, first, last }) => {
    if (!kept.includes(boiId)) return [];
    const rows = Array.from({ length: last - first }, (_, at) => first + at);
    const passages = rows.map((row) => ({
      boiId,
      textHash: holdings.textHashes[row] ?? "",
      score: dot(holdings.componentsOf(row), components) * (holdings.scales[row] ?? 0) * scale,
    }));
    return passages.toSorted((left, right) => right.score - left.score).slice(0, 1);
  });
  return hits.toSorted((left, right) => right.score - left.score);
}

function dot(left: Int8Array, right: Int16Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}
