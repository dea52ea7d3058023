import { expect, test } from "bun:test";
import type { OpenAPIV3 } from "openapi-types";
import { withNamedSchemas } from "../../../../src/docs/named-schemas.ts";

type Schema = OpenAPIV3.SchemaObject;

/** The responses with these schemas in the document, and the components that it then has. */
function named(...answers: Schema[]) {
  const responses = answers.map((schema, rank) => [
    String(200 + rank),
    { description: "", content: { "application/json": { schema } } },
  ]);
  const document = withNamedSchemas({
    openapi: "3.0.3",
    info: { title: "", version: "" },
    paths: { "/": { get: { responses: Object.fromEntries(responses) } } },
  });
  const told = Object.values(document.paths["/"]?.get?.responses ?? {}).map((answer) =>
    "content" in answer ? answer.content?.["application/json"]?.schema : undefined,
  );
  return { told, schemas: document.components?.schemas };
}

const placeShape: Schema = { type: "object", properties: { path: { type: "string" } } };
const place: Schema = { title: "Place", ...placeShape };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const NULL: Schema = { type: "string", enum: [null], nullable: true };

test("a titled schema is written once, in the order of the names, and referred to at every depth", () => {
  const page: Schema = { title: "Page", type: "object", properties: { here: place } };
  expect(named({ type: "array", items: place }, page, { anyOf: [page, place] })).toEqual({
    told: [{ type: "array", items: ref("Place") }, ref("Page"), { anyOf: [ref("Page"), ref("Place")] }],
    schemas: { Page: { type: "object", properties: { here: ref("Place") } }, Place: placeShape },
  });
});

test("what may be null is the schema or null, whether it is an object or a value of a list", () => {
  const colour: Schema = { title: "Colour", type: "string", enum: ["red"] };
  const nullable = { ...colour, enum: ["red", null], nullable: true };
  expect(named({ ...place, nullable: true }, colour, nullable)).toEqual({
    told: [{ anyOf: [ref("Place"), NULL] }, ref("Colour"), { anyOf: [ref("Colour"), NULL] }],
    schemas: { Colour: { type: "string", enum: ["red"] }, Place: placeShape },
  });
});

test("a description that all share is that of the name; others stay where they are said", () => {
  const here = { ...place, description: "Here." };
  const there = { ...place, description: "There." };
  expect(named(here, here)).toEqual({
    told: [ref("Place"), ref("Place")],
    schemas: { Place: { description: "Here.", ...placeShape } },
  });
  expect(named(here, { ...there, nullable: true }, place)).toEqual({
    told: [
      { description: "Here.", allOf: [ref("Place")] },
      { description: "There.", anyOf: [ref("Place"), NULL] },
      ref("Place"),
    ],
    schemas: { Place: placeShape },
  });
});

test("two schemas of one name are refused", () => {
  const other: Schema = { ...place, properties: { path: { type: "integer" } } };
  expect(() => named(place, other)).toThrow("two schemas of the OpenAPI document are named Place");
});
