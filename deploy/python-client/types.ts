import type { OpenAPIV3 } from "openapi-types";

type Schema = OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject;

/** The Python module of the named schemas of an OpenAPI document: a `TypedDict` or an alias each, in their order. */
export function pythonTypes(document: OpenAPIV3.Document): string {
  const named = Object.entries(document.components?.schemas ?? {});
  const declared = named.map(([name, schema]) => declarationOf(name, schema));
  return `"""Types of the API's answers, generated from its OpenAPI document (\`bun run client\`)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

${declared.join("\n\n")}
`;
}

function declarationOf(name: string, schema: Schema): string {
  if ("$ref" in schema || schema.properties === undefined)
    // An alias is evaluated where it stands: a string may name a type that comes later.
    return `${name}: TypeAlias = ${pythonString(pythonType(schema))}\n`;
  const { description, properties, required = [] } = schema;
  const told = description === undefined ? [] : [`    ${docstring(description)}`, ""];
  const fields = Object.entries(properties).map(([field, value]) => {
    const type = pythonType(value);
    return `    ${identifier(field)}: ${required.includes(field) ? type : `NotRequired[${type}]`}`;
  });
  return [`class ${name}(TypedDict):`, ...told, ...fields, ""].join("\n");
}

/** The annotation of the values of a schema. */
export function pythonType(schema: Schema): string {
  if ("$ref" in schema) return schema.$ref.split("/").at(-1) ?? "object";
  const type = bareType(schema);
  return schema.nullable === true && type !== "object" && type !== "None" ? `${type} | None` : type;
}

function bareType(schema: OpenAPIV3.SchemaObject): string {
  const [whole] = schema.allOf ?? [];
  if (whole !== undefined) return pythonType(whole);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && schema.type === undefined)
    return [...new Set(choices.map(pythonType))].join(" | ");
  if (schema.enum !== undefined) return literal(schema.enum);
  if (schema.type === "array") return `list[${pythonType(schema.items)}]`;
  return SCALARS[schema.type ?? "object"] ?? "object";
}

const SCALARS: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
};

/** What may only be null has no other value. */
function literal(values: readonly unknown[]): string {
  const given = values.filter((value) => value !== null).map(pythonValue);
  return given.length === 0 ? "None" : `Literal[${given.join(", ")}]`;
}

function pythonValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

/** Keywords that a field or a parameter might be named. */
const KEYWORDS = new Set([
  "and",
  "as",
  "class",
  "def",
  "from",
  "global",
  "in",
  "is",
  "lambda",
  "not",
  "or",
  "pass",
]);

/** @throws {Error} for a name that Python can't use: a class would need another syntax. */
export function identifier(name: string): string {
  if (!/^[a-z_]\w*$/i.test(name) || KEYWORDS.has(name)) throw new Error(`Python has no name « ${name} »`);
  return name;
}

/** A type in quotes; those inside are doubled ones. */
function pythonString(type: string): string {
  return `'${type.replaceAll("'", "\\'")}'`;
}

/** A docstring on one line. */
export function docstring(text: string): string {
  return `"""${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '" ')}"""`;
}
