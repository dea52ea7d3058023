import type { OpenAPIV3 } from "openapi-types";
import { isSuccess, type Method, methodsOf } from "../../src/docs/operations.ts";
import { docstring, identifier, pythonType } from "./types.ts";

const JSON_MEDIA = "application/json";

/** The Python module of the operations of an OpenAPI document: a method each, named after its operationId. */
export function pythonOperations(document: OpenAPIV3.Document): string {
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    methodsOf(item).map(([method, operation]) => methodFor(method, path, operation, document)),
  );
  return `"""The API's operations, generated from its OpenAPI document (\`bun run client\`)."""

from __future__ import annotations

from typing import Any, Iterator, Literal, Protocol, Sequence

from .paths import fill
from .types import *


class Transport(Protocol):
    """Sends requests; a refusal raises \`DoctrineError\`."""

    def send(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
    ) -> Any: ...

    def lines(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]: ...


class Operations(Transport, Protocol):
    """Une méthode par opération de l'API."""

${methods.join("\n")}`;
}

function methodFor(
  method: Method,
  path: string,
  operation: OpenAPIV3.OperationObject,
  document: OpenAPIV3.Document,
): string {
  const inputs = inputsOf(operation, document);
  const inPath = inputs.filter(({ place }) => place === "path");
  const named = inputs
    .filter(({ place }) => place !== "path")
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const parameters = [
    "self",
    ...inPath.map(({ name, type }) => `${name}: ${type}`),
    ...(named.length === 0 ? [] : ["*"]),
    ...named.map(({ name, type, isRequired }) =>
      isRequired ? `${name}: ${type}` : `${name}: ${type} | None = None`,
    ),
  ];
  const result = resultOf(operation);
  const call = `self.${callOf(method, path, named, operation)}`;
  return `    def ${snakeCase(operation.operationId ?? "")}(
${parameters.map((parameter) => `        ${parameter},`).join("\n")}
    ) -> ${result}:
        ${docstring(operation.summary ?? "")}
        answer: ${result} = ${call}
        return answer
`;
}

interface Input {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly type: string;
  readonly isRequired: boolean;
}

function inputsOf(operation: OpenAPIV3.OperationObject, document: OpenAPIV3.Document): Input[] {
  const parameters = (operation.parameters ?? []).flatMap((parameter): Input[] => {
    if ("$ref" in parameter || (parameter.in !== "path" && parameter.in !== "query")) return [];
    const { name, in: place, required = false, schema = {} } = parameter;
    return [{ name: identifier(name), place, type: argumentType(schema), isRequired: required }];
  });
  const body = bodyOf(operation, document);
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]): Input => {
    const isRequired = body?.required?.includes(name) === true;
    return { name: identifier(name), place: "body", type: argumentType(schema), isRequired };
  });
  return [...parameters, ...fields];
}

/** Lists are only read: any sequence will do. */
function argumentType(schema: OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject): string {
  const type = pythonType(schema);
  return type === WRITTEN_TRUTH ? "bool" : type.replace(/^list\[/, "Sequence[");
}

/** A parameter that is true or false, as an address writes it. */
const WRITTEN_TRUTH = 'Literal["true", "false"]';

function bodyOf(
  { requestBody }: OpenAPIV3.OperationObject,
  document: OpenAPIV3.Document,
): OpenAPIV3.SchemaObject | undefined {
  if (requestBody === undefined || "$ref" in requestBody) return undefined;
  const schema = requestBody.content[JSON_MEDIA]?.schema;
  if (schema === undefined || !("$ref" in schema)) return schema;
  const named = document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""];
  return named === undefined || "$ref" in named ? undefined : named;
}

/** Lines of JSON come one after the other. */
function resultOf(operation: OpenAPIV3.OperationObject): string {
  const schema = answerOf(operation);
  return schema === undefined ? "Iterator[dict[str, Any]]" : pythonType(schema);
}

function answerOf({ responses }: OpenAPIV3.OperationObject) {
  const [, ok] = Object.entries(responses).find(([status]) => isSuccess(status)) ?? [];
  return ok === undefined || "$ref" in ok ? undefined : ok.content?.[JSON_MEDIA]?.schema;
}

function callOf(
  method: Method,
  path: string,
  named: readonly Input[],
  operation: OpenAPIV3.OperationObject,
): string {
  const address = path.includes("{") ? `fill("${path}", ${pathValues(path)})` : `"${path}"`;
  const values = (place: Input["place"]) =>
    `{${named
      .filter((input) => input.place === place)
      .map(({ name }) => `"${name}": ${name}`)
      .join(", ")}}`;
  if (answerOf(operation) === undefined) return `lines(${address}, ${values("query")})`;
  const sent = [`"${method}"`, address];
  if (named.some(({ place }) => place === "query")) sent.push(`query=${values("query")}`);
  if (named.some(({ place }) => place === "body")) sent.push(`body=${values("body")}`);
  return `send(${sent.join(", ")})`;
}

function pathValues(path: string): string {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}=${name}`).join(", ");
}

function snakeCase(operationId: string): string {
  return identifier(operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
