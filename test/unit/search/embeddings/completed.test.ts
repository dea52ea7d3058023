import { describe, expect, test } from "bun:test";
import {
  completedVersion,
  completeEncoder,
  encoderAlone,
  layoutOf,
  partsOf,
} from "../../../../search/embeddings/completed.ts";
import { trainCorpusModel } from "../../../../search/embeddings/corpus/train.ts";
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
    [512, 256, 256],
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

  test.each([384, 512])(
    "of %d dimensions: its part of a question compares by it alone",
    async (dimensions) => {
      const embedder = completeEncoder(encoderOf(dimensions), model);
      const question = await embedder.embedQuestion("le barème de la garde");
      const [passage] = await embedder.embedPassages(["la garde"]);
      const alone = encoderAlone(question ?? new Float32Array(), dimensions);
      expect(dot(alone, alone)).toBeCloseTo(1, 5);
      expect(dot(alone, passage)).toBeCloseTo(Math.sqrt(layoutOf(dimensions).stored.encoder), 5);
      expect(encoderAlone(new Float32Array(1_024), dimensions)).toBeNull();
    },
  );

  test.each([
    [512, 0.6, 0.6, 1],
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
    // No topics: the encoder has .6 of the .8 that are left.
    expect((stranger?.[0] ?? 0) ** 2).toBeCloseTo(0.75, 5);
    expect(none).toBeNull();
  });
});

test.each([
  ["corpus-0123456789abcdef", { encoder: null, corpus: "corpus-0123456789abcdef" }],
  ["openai:BAAI/bge-m3", { encoder: "openai:BAAI/bge-m3", corpus: null }],
  [completedVersion("openai:a+b@384", "corpus-0f"), { encoder: "openai:a+b@384", corpus: "corpus-0f" }],
  // A former layout: no encoder of this process has that name.
  ["openai:a@384+corpus-0f", { encoder: "openai:a@384+corpus-0f", corpus: null }],
])("the version %s tells who made the vectors", (version, parts) => {
  expect(partsOf(version)).toEqual(parts);
});
