import type { Draw } from "./draw.ts";
import type { Facts } from "./facts.ts";
import type { Operation, Schema } from "./specification.ts";
import { oddValue, type Value, validValue } from "./values.ts";

export interface Body {
  readonly bytes: string | Uint8Array<ArrayBuffer> | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly verdict: Value["verdict"];
}

const JSON_TYPE = { "content-type": "application/json" };
/** What a route reads of a body; one that takes a whole text reads more. */
const maxBytesOf = ({ properties = {} }: Schema) =>
  ("texte" in properties || "references" in properties ? 512 : 64) * 1024;

/** A JSON body as the schema has it, or, so many times in a hundred, one that is odd in some way. */
export function drawBody({ body: schema }: Operation, oddPercent: number, facts: Facts, draw: Draw): Body {
  if (schema === null) return { bytes: null, headers: {}, verdict: "valid" };
  const fields = drawFields(schema, draw, facts);
  if (!draw.chance(oddPercent)) return { bytes: fields, headers: JSON_TYPE, verdict: "valid" };
  return draw.oneOf([oddField, oddDocument, oddSize, oddBytes, oddType])(fields, schema, draw, facts);
}

function drawFields(schema: Schema, draw: Draw, facts: Facts): string {
  const chosen = propertiesOf(schema).filter(
    ({ name }) => schema.required?.includes(name) || draw.chance(60),
  );
  const entries = chosen.map((property) => [property.name, drawField(property, draw, facts)]);
  return JSON.stringify(Object.fromEntries(entries));
}

interface Property {
  readonly name: string;
  readonly schema: Schema;
}

function drawField(property: Property, draw: Draw, facts: Facts): unknown {
  const { schema } = property;
  if (schema.type !== "array") return typed(schema, validValue(property, draw, facts).raw);
  const { items } = schema;
  if ("$ref" in items) return [];
  return Array.from({ length: 1 + draw.below(20) }, () => drawReference(items, draw, facts));
}

/** A document without date, or a § of it, and one thing that names its text. */
function drawReference(schema: Schema, draw: Draw, facts: Facts): object {
  const drawn = propertiesOf(schema).map((property) => [property.name, drawField(property, draw, facts)]);
  const reference: Record<string, unknown> = Object.fromEntries(drawn);
  delete reference[draw.oneOf(["date", "empreinte"])];
  const numero = draw.chance(20) ? { numero: null } : {};
  return { ...reference, ...numero, boi_id: String(reference["boi_id"]).replace(/-\d{8}$/, "") };
}

type Oddity = (fields: string, schema: Schema, draw: Draw, facts: Facts) => Body;

/** One field has a value that it should not have. */
const oddField: Oddity = (fields, schema, draw, facts) => {
  const property = draw.oneOf(propertiesOf(schema));
  const { name } = property;
  const isList = property.schema.type === "array";
  const text: Value = isList ? { raw: "", verdict: "invalid" } : oddValue(property, draw, facts);
  const isText = isList || property.schema.type === "string";
  const { minimum = 1 } = property.schema;
  const wrong = [null, true, [], {}, ["a"], { a: 1 }, isText ? 12 : "10"].map((value) =>
    JSON.stringify(value),
  );
  const wrongNumbers = ["0", "-1", "1.5", "1e400", "51", "9007199254740993", "1e-5"];
  const [raw, verdict] = draw.oneOf<[string, Value["verdict"]]>([
    [draw.oneOf(isText ? wrong : [...wrong, ...wrongNumbers]), "invalid"],
    isText
      ? [JSON.stringify(text.raw), text.verdict]
      : [draw.oneOf([`${minimum}.0`, `${minimum}0e-1`]), "valid"],
    isText && name === "question" ? ['"\\ud800\\udfffabc\\u0000"', null] : ["[[[1]]]", "invalid"],
  ]);
  const rest: Record<string, unknown> = JSON.parse(fields);
  delete rest[name];
  const others = JSON.stringify(rest).slice(1, -1);
  return {
    bytes: `{${others === "" ? "" : `${others},`}${JSON.stringify(name)}:${raw}}`,
    headers: JSON_TYPE,
    verdict,
  };
};

/** JSON, but not an object with these fields. */
const oddDocument: Oddity = (fields, _, draw) => {
  const inside = fields.slice(1, -1);
  const [bytes, verdict] = draw.oneOf<[string, Value["verdict"]]>([
    ["{}", "invalid"],
    ["null", "invalid"],
    ["[]", "invalid"],
    [`[${fields}]`, "invalid"],
    ['"impôt"', "invalid"],
    ["12", "invalid"],
    [`{${inside},"inconnu":1}`, "invalid"],
    [`{${inside},"__proto__":{"question":"impôt"}}`, "invalid"],
    [`{${inside},"constructor":1}`, "invalid"],
    [`{${inside},${inside}}`, null],
    [`{${inside},"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "invalid"],
  ]);
  return { bytes, headers: JSON_TYPE, verdict };
};

/** As long as a body may be, and longer. */
const oddSize: Oddity = (fields, schema, draw) => {
  const room = maxBytesOf(schema) - Buffer.byteLength(fields);
  const [bytes, verdict] = draw.oneOf<[string, Value["verdict"]]>([
    [" ".repeat(room) + fields, "valid"],
    [" ".repeat(room + 1) + fields, "invalid"],
    [`{${fields.slice(1, -1)},"x":"${"é".repeat(300_000)}"}`, "invalid"],
  ]);
  return { bytes, headers: JSON_TYPE, verdict };
};

/** Not JSON in UTF-8. */
const oddBytes: Oddity = (fields, _, draw) => {
  const latin = new Uint8Array(Buffer.from(fields.replace("{", '{"x":"é",'), "latin1"));
  const bytes = draw.oneOf([
    "",
    "{",
    fields.slice(0, -1),
    `${fields}}`,
    "question=impot",
    fields.replaceAll('"', "'"),
    "\0",
    latin,
    new Uint8Array([0xff, 0xfe, 0x7b, 0x00]),
  ]);
  return { bytes, headers: JSON_TYPE, verdict: "invalid" };
};

/** Another media type than JSON, or the same in another guise. */
const oddType: Oddity = (fields, _, draw) => {
  const [type, verdict] = draw.oneOf<[string, Value["verdict"]]>([
    ["application/json; charset=utf-8", "valid"],
    ["APPLICATION/JSON", "valid"],
    ["application/json;", "valid"],
    ["text/plain", "invalid"],
    ["application/x-www-form-urlencoded", "invalid"],
    ["multipart/form-data; boundary=x", "invalid"],
    ["application/jsonx", "invalid"],
    ["json", "invalid"],
  ]);
  return { bytes: fields, headers: { "content-type": type }, verdict };
};

function propertiesOf(schema: Schema): Property[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    "$ref" in property ? [] : [{ name, schema: property }],
  );
}

function typed(schema: Schema, raw: string): string | number {
  return schema.type === "integer" ? Number(raw) : raw;
}
