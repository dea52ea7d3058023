import type { OpenAPIV3 } from "openapi-types";
import { routePath } from "./site.ts";

/** The methods of the routes, in the order in which the pages show those of one path. */
const METHODS = ["GET", "POST", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** One route of the OpenAPI document, as the pages show it. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** With its variables in braces. */
  readonly path: string;
  /** Path of its page in the documentation. */
  readonly page: string;
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
    .flatMap(([path, item]) =>
      methodsOf(item).map(([method, operation], rank) => {
        const page = rank === 0 ? routePath(path) : `${routePath(path)}-${method.toLowerCase()}`;
        return { ...readOperation(operation), method, path, page };
      }),
    )
    .sort(
      (left, right) =>
        order.indexOf(left.tag) - order.indexOf(right.tag) || left.path.localeCompare(right.path, "en"),
    );
}

/** The operations of one path, by method. */
export function methodsOf(item: OpenAPIV3.PathItemObject | undefined): [Method, OpenAPIV3.OperationObject][] {
  const operations = { GET: item?.get, POST: item?.post, DELETE: item?.delete };
  return METHODS.flatMap((method): [Method, OpenAPIV3.OperationObject][] => {
    const operation = operations[method];
    return operation === undefined ? [] : [[method, operation]];
  });
}

/** One path of the document, of its operations by method. */
export function itemOf(
  operations: readonly (readonly [Method, OpenAPIV3.OperationObject])[],
): OpenAPIV3.PathItemObject {
  return Object.fromEntries(operations.map(([method, operation]) => [method.toLowerCase(), operation]));
}

/** Whether a status is that of a successful answer with a body. */
export function isSuccess(status: string): boolean {
  return status === "200" || status === "201";
}

function readOperation(operation: OpenAPIV3.OperationObject): Omit<Operation, "method" | "path" | "page"> {
  const { requestBody } = operation;
  const body = requestBody === undefined || "$ref" in requestBody ? undefined : requestBody;
  return {
    id: operation.operationId ?? "",
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
interface ExampleRequest {
  /** Path and query, encoded. */
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * The shortest request of a route that answers on every corpus, from the examples of its required parameters and of
 * those marked as shown: one of two when either is required, or what keeps its default from being refused.
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
