import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { InvalidJson, jsonParser, Nullable } from "../../../../db/engine/parse-json.ts";

const parse = jsonParser(
  Type.Object({ id: Type.Integer(), notes: Type.Optional(Type.Array(Nullable(Type.String()))) }),
);

test.each([
  ['{"id": 1}', { id: 1 }],
  ['{"id": 1, "notes": [null, "a"]}', { id: 1, notes: [null, "a"] }],
  ['{"id": 1, "unknown": {}}', { id: 1, unknown: {} }],
])("a text that the schema describes is what it says: %s", (text, value) => {
  expect(parse(text)).toEqual(value);
});

test.each([
  ["", null],
  ['{"id": 1', null],
  ["[".repeat(1_000_000), null],
  ["null", ""],
  ["[]", ""],
  ["{}", "/id"],
  ['{"id": "1"}', "/id"],
  ['{"id": 1, "notes": ["a", 2]}', "/notes/1"],
])("another is told, with the place where it departs: %.40s", (text, path) => {
  expect(parse(text)).toEqual(new InvalidJson(path));
});
