import { describe, expect, test } from "bun:test";
import { completedVersion, completeEncoder, partsOf } from "../../../../search/embeddings/completed/index.ts";
import { layoutOf } from "../../../../search/embeddings/completed/layout.ts";
import { trainCorpusModel } from "../../../../search/embeddings/corpus/index.ts";
import type { Embedding, Encoder } from "../../../../search/embeddings/port.ts";
import { dot } from "../../../fixtures/vectors.ts";

const model = await trainCorpusModel(
  ["crédit d'impôt pour la garde", "crédit d'impôt pour les dons", "barème de la garde"],
  { seed: 1 },
);

/** Always the first axis, except for a text without a vector. */
function encoderOf(dimensions: number): Encoder {
  const vectorOf = (text: string): Embedding =>
    text === "" ? null : Float32Array.from({ length: dimensions }, (_, index) => (index === 0 ? 1 : 0));
  return {
    version: `essai@${dimensions}`,
    dimensions,
    passagesAtOnce: 16,
    textWeight: 1,
    embedPassages: async (texts) => texts.map(vectorOf),
    embedQuestion: async (text) => vectorOf(text),
    ping: async () => {},
  };
}

describe("an encoder's vectors are completed to 1024 dimensions", () => {
  test.each([
    [64, 480, 480],
    [384, 320, 320],
    [512, 512, 0],
    [768, 128, 128],
    [1_023, 1, 0],
  ])("of %d dimensions by %d of topics and %d of words", (encoder, topics, words) => {
    expect(layoutOf(encoder).sizes).toEqual({ encoder, topics, words });
  });

  test.each([64, 384, 512, 1_023])("of %d dimensions: of unit length", async (dimensions) => {
    const embedder = completeEncoder(encoderOf(dimensions), model);
    const [passage] = await embedder.embedPassages(["la garde"]);
    expect(passage).toHaveLength(1_024);
    expect(dot(passage ?? null, passage ?? null)).toBeCloseTo(1, 5);
  });

  test.each([
    [512, 0.5, 0.8, Math.sqrt(0.5 * 0.8) + Math.sqrt(0.5 * 0.2)],
    [384, 0.6, 0.95, Math.sqrt(0.6 * 0.95) + 2 * Math.sqrt(0.2 * 0.025)],
  ])(
    "of %d dimensions: each block weighs as its share says, and otherwise in the question",
    async (dimensions, stored, asked, alike) => {
      const embedder = completeEncoder(encoderOf(dimensions), model);
      const [passage] = await embedder.embedPassages(["la garde"]);
      const question = await embedder.embedQuestion("la garde");
      expect((passage?.[0] ?? 0) ** 2).toBeCloseTo(stored, 5);
      expect((question?.[0] ?? 0) ** 2).toBeCloseTo(asked, 5);
      expect(dot(passage ?? null, question)).toBeCloseTo(alike, 5);
    },
  );

  test("what a block has nothing to say of goes to the others", async () => {
    const embedder = completeEncoder(encoderOf(512), model);
    const [stranger, none] = await embedder.embedPassages(["xyz", ""]);
    expect(stranger?.[0]).toBeCloseTo(1, 5);
    expect(none).toBeNull();
  });
});

test.each([
  ["corpus-0123456789abcdef", { encoder: null, corpus: "corpus-0123456789abcdef" }],
  ["openai:BAAI/bge-m3", { encoder: "openai:BAAI/bge-m3", corpus: null }],
  [completedVersion("openai:a+b@384", "corpus-0f"), { encoder: "openai:a+b@384", corpus: "corpus-0f" }],
])("the version %s tells who made the vectors", (version, parts) => {
  expect(partsOf(version)).toEqual(parts);
});
