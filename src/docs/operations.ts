import type { OpenAPIV3 } from "openapi-types";

/** One route of the OpenAPI document, as the pages tell it. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** With its variables in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it answers without a key. */
  readonly isPublic: boolean;
  readonly parameters: readonly OpenAPIV3.ParameterObject[];
  /** The fields of its JSON body, if it has one. */
  readonly body: OpenAPIV3.SchemaObject | null;
  readonly responses: readonly Answer[];
}

export interface Answer {
  readonly status: string;
  readonly meaning: string;
  readonly schema: OpenAPIV3.SchemaObject | null;
  readonly example: unknown;
}

const JSON_MEDIA = "application/json";

/** Every route of the document, in the order of its tags, then of its paths. */
export function operationsOf(document: OpenAPIV3.Document): Operation[] {
  const order = (document.tags ?? []).map(({ name }) => name);
  return Object.entries(document.paths)
    .flatMap(([path, item]) => [
      ...(item?.get === undefined ? [] : [readOperation("GET", path, item.get)]),
      ...(item?.post === undefined ? [] : [readOperation("POST", path, item.post)]),
    ])
    .sort(
      (left, right) =>
        order.indexOf(left.tag) - order.indexOf(right.tag) || left.path.localeCompare(right.path, "en"),
    );
}

function readOperation(
  method: Operation["method"],
  path: string,
  operation: OpenAPIV3.OperationObject,
): Operation {
  const { requestBody } = operation;
  const body = requestBody === undefined || "$ref" in requestBody ? undefined : requestBody;
  return {
    id: operation.operationId ?? `${method} ${path}`,
    method,
    path,
    tag: operation.tags?.[0] ?? "",
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    isPublic: operation.security?.length === 0,
    parameters: (operation.parameters ?? []).flatMap((parameter) => ("$ref" in parameter ? [] : [parameter])),
    body: schemaOf(body?.content[JSON_MEDIA]?.schema),
    responses: Object.entries(operation.responses).map(([status, response]) =>
      "$ref" in response
        ? { status, meaning: "", schema: null, example: undefined }
        : {
            status,
            meaning: response.description,
            schema: schemaOf(response.content?.[JSON_MEDIA]?.schema),
            example: response.content?.[JSON_MEDIA]?.example,
          },
    ),
  };
}

/** Our document is repaired without references: every schema is in its place. */
export function schemaOf(
  schema: OpenAPIV3.ReferenceObject | OpenAPIV3.SchemaObject | undefined,
): OpenAPIV3.SchemaObject | null {
  return schema === undefined || "$ref" in schema ? null : schema;
}

/** A request that the route answers. */
export interface ExampleRequest {
  /** Path and query, encoded. */
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * The shortest request of a route, made of the examples of what it demands; of two parameters of which one is demanded,
 * the one that is said to be shown.
 */
export function exampleRequest({ path, parameters, body }: Operation): ExampleRequest {
  const required = parameters.filter(
    (parameter) => parameter.required === true || isShown(schemaOf(parameter.schema)),
  );
  const query = new URLSearchParams();
  for (const { in: place, name, example } of required) {
    if (place === "query") query.set(name, String(example));
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = required.find((parameter) => parameter.name === name)?.example;
    return String(example).split("/").map(encodeURIComponent).join("/");
  });
  return {
    address: query.size > 0 ? `${filled}?${query}` : filled,
    body: body === null ? null : exampleBody(body),
  };
}

function isShown(schema: object | null): boolean {
  return schema !== null && "x-shown" in schema && schema["x-shown"] === true;
}

function exampleBody(schema: OpenAPIV3.SchemaObject): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    properties.flatMap(([name, property]) =>
      schema.required?.includes(name) ? [[name, schemaOf(property)?.example]] : [],
    ),
  );
}
