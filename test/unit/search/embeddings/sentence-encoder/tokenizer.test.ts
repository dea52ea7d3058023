import { describe, expect, test } from "bun:test";
import {
  PrefixTree,
  readFields,
  Tokenizer,
} from "../../../../../search/embeddings/sentence-encoder/tokenizer.ts";

/** A field of a protocol buffer, shorter than 128 bytes. */
const field = (number: number, bytes: Buffer) => Buffer.from([(number << 3) | 2, bytes.length, ...bytes]);

function float(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8((number << 3) | 5);
  bytes.writeFloatLE(value, 1);
  return bytes;
}

/** A model with these pieces, whose character map is empty: its root has no child. */
function modelOf(pieces: readonly (readonly [string, number])[]): Buffer {
  const map = Buffer.from([4, 0, 0, 0, 0, 0, 0, 0]);
  const fields = pieces.map(([piece, score]) =>
    field(1, Buffer.concat([field(1, Buffer.from(piece)), float(2, score)])),
  );
  return Buffer.concat([...fields, field(3, field(2, map))]);
}

const tokenizer = new Tokenizer(
  modelOf([
    ["<unk>", 0],
    ["<s>", 0],
    ["</s>", 0],
    ["▁", -3],
    ["▁im", -2],
    ["pôt", -2],
    ["▁impôt", -3],
    ["s", -1],
    ["p", -4],
    ["ô", -4],
    ["t", -4],
  ]),
);

describe("a text is cut into the likeliest pieces, between the marks of its ends", () => {
  test.each([
    ["impôt", [6]],
    ["impôts", [6, 7]],
    ["  impôts   impôt ", [6, 7, 6]],
    ["pôt", [3, 5]],
    ["tôp", [3, 10, 9, 8]],
    ["", [0]],
    ["   ", [0]],
    ["x", [3, 0]],
    ["🎉s", [3, 0, 7]],
  ])("%p", (text, pieces) => {
    expect(tokenizer.tokenize(text)).toEqual([1, ...pieces, 2]);
  });
});

test("a file that is no model is refused", () => {
  expect(() => new Tokenizer(Buffer.from("un texte"))).toThrow(RangeError);
  expect(() => new Tokenizer(Buffer.alloc(0))).toThrow(RangeError);
  expect(() => [...readFields(Buffer.from([0x0a, 0x05, 0x61]))]).toThrow(RangeError);
});

test("pieces are found by their beginnings", () => {
  const words = Array.from({ length: 500 }, (_, index) => `mot${index}`);
  const tree = new PrefixTree(words);
  const walk = (text: string) =>
    Array.from(text).reduce((node, character) => tree.child(node, character.codePointAt(0) ?? 0), 0);
  for (const [id, word] of words.entries()) expect(tree.pieces[walk(word)]).toBe(id);
  expect(tree.pieces[walk("mot")]).toBe(-1);
  expect(tree.child(walk("mot1"), "x".charCodeAt(0))).toBe(-1);
});
