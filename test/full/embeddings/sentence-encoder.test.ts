/** The language model itself, 30 MB that are fetched for this suite alone. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { obtainModel } from "../../../ingest/obtain-model.ts";
import { openSentenceEncoder } from "../../../search/embeddings/sentence-encoder/encoder.ts";
import { readModelFile } from "../../../search/embeddings/sentence-encoder/files/folder.ts";
import { Tokenizer } from "../../../search/embeddings/sentence-encoder/tokenizer.ts";
import { dot } from "../../fixtures/vectors.ts";
import { temporaryFolder } from "../../folders.ts";
import { rejectionOf } from "../../rejection.ts";

interface Expected {
  readonly text: string;
  /** The tokens of the package's own tokenizer, and the vector that its own code makes: int8 components, base64. */
  readonly ids: readonly number[];
  readonly vector: string;
}

const FIXTURE = new URL("../../fixtures/sentence-encoder/texts.jsonl", import.meta.url);
const expected: Expected[] = readFileSync(FIXTURE, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const LIMIT_MS = 120_000;
const folder = temporaryFolder();
const reason = await obtainModel(folder, process.env["MODEL_FILE"] ?? null).then(() => null, String);
const title = "the sentence encoder";

describe.skipIf(reason !== null)(reason === null ? title : `${title} (skipped: ${reason})`, () => {
  const encoder = openSentenceEncoder(folder, 2);
  afterAll(() => encoder.close());

  test("cuts fifty texts into the same tokens as the package", () => {
    const tokenizer = new Tokenizer(readModelFile(folder, "sp.model"));
    for (const { text, ids } of expected) expect([text, tokenizer.tokenize(text)]).toEqual([text, [...ids]]);
  });

  test(
    "makes the same vectors of them, of unit length; blank texts have none",
    async () => {
      const vectors = await encoder.embedPassages(expected.map(({ text }) => text));
      for (const [at, { text, vector }] of expected.entries()) {
        const own = vectors[at] ?? null;
        if (text.trim() === "") {
          expect(own).toBeNull();
          continue;
        }
        const theirs = Float32Array.from(new Int8Array(Buffer.from(vector, "base64")));
        const length = Math.sqrt(dot(theirs, theirs));
        expect(dot(own, own)).toBeCloseTo(1, 5);
        expect([text, dot(own, theirs) / length >= 0.9999]).toEqual([text, true]);
      }
    },
    LIMIT_MS,
  );

  test(
    "a text has the same vector alone and among others, whichever thread it falls to",
    async () => {
      const texts = expected.map(({ text }) => text).filter((text) => text.trim() !== "");
      const [alone, among] = [
        await encoder.embedQuestion(texts[3] ?? ""),
        await encoder.embedPassages(texts),
      ];
      expect(alone).toEqual(among[3] ?? null);
    },
    LIMIT_MS,
  );

  test(
    "a question goes before the passages that wait",
    async () => {
      const order: string[] = [];
      const passages = encoder.embedPassages(
        Array.from({ length: 60 }, (_, index) => `Phrase ${index}.`.repeat(30)),
      );
      await Promise.all([
        passages.then(() => order.push("passages")),
        encoder.embedQuestion("Combien ?").then(() => order.push("question")),
      ]);
      expect(order).toEqual(["question", "passages"]);
    },
    LIMIT_MS,
  );

  test("a file that was changed is refused, and what it is not told", async () => {
    const damaged = temporaryFolder();
    for (const name of ["weights.npz", "sp.model"]) writeFileSync(join(damaged, name), "autre chose");
    const other = openSentenceEncoder(damaged, 1);
    const fault = await rejectionOf(other.embedQuestion("Combien ?"));
    expect(fault).toBeInstanceOf(EngineUnavailable);
    expect(String(fault)).toContain("bun run model");
    expect(String(fault)).not.toContain(damaged);
    await other.close();
  });

  test("once closed, what is waited for is refused", async () => {
    const closing = openSentenceEncoder(folder, 1);
    const waiting = rejectionOf(closing.embedQuestion("Combien ?"));
    await closing.close();
    expect(await waiting).toBeInstanceOf(EngineUnavailable);
  });
});
