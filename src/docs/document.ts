import { setImmediate as nextTurn } from "node:timers/promises";
import { swagger } from "@elysiajs/swagger";
import { Type } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { OpenAPIV3 } from "openapi-types";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
import { ATTRIBUTION, VERSION } from "../http/attribution.ts";
import { meaningOf } from "../http/errors/statuses.ts";
import { Coverage, HAS_CSV, TELLS_COVERAGE } from "../schemas/responses.ts";
import { answerAt, ROUTE_ANSWERS } from "./examples/answers.ts";
import { isSuccess, itemOf, methodsOf } from "./operations.ts";

const TAGS = [
  { name: "Recherche", description: "Trouver des documents." },
  { name: "Documents", description: "Lire un document, ses renvois, ses éditions." },
  { name: "Plan", description: "Parcourir le plan de classement." },
  { name: "Articles de loi", description: "Aller d'un article à la doctrine qui le commente." },
  {
    name: "Décisions et textes",
    description: "Aller d'une décision, d'une loi ou d'une réponse ministérielle à la doctrine qui la cite.",
  },
  { name: "Suivi", description: "Suivre les publications." },
  { name: "Compte", description: "Suivre l'usage d'une clé." },
  { name: "Service", description: "État du service ; sans clé." },
];

const DESCRIPTION = `Doctrine fiscale française (BOFiP-Impôts) en JSON : recherche, documents, renvois, plan, éditions.

Chaque réponse porte \`source\`, mention à conserver. Service indépendant, sans lien avec l'administration qui publie.`;

/** As far as the plugin can be mistaken: that it describes nothing. */
const parseDocument = jsonParser(
  Type.Unsafe<OpenAPIV3.Document>(
    Type.Object({ openapi: Type.String(), info: Type.Object({}), paths: Type.Object({}) }),
  ),
);

/**
 * The OpenAPI document of the described routes, repaired, hence from a plugin instance of its own. The steps take
 * turns: together they would hold the event loop for 50 ms. `publicUrl` is the server address that it names.
 */
export async function describeRoutes(described: AnyElysia, publicUrl: string): Promise<OpenAPIV3.Document> {
  const documentation = {
    info: { title: "API de la doctrine fiscale", version: VERSION, description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/docs`, description: "Documentation" },
    tags: TAGS,
    components: {
      securitySchemes: { ApiKey: { type: "apiKey" as const, in: "header" as const, name: "X-API-Key" } },
    },
    security: [{ ApiKey: [] }],
  };
  const plugin = swagger({ path: "/page", specPath: "/specification", documentation });
  const answer = await new Elysia()
    .use(plugin)
    .use(described)
    .handle(new Request("http://localhost/specification"));
  const text = await answer.text();
  await nextTurn();
  const document = parseDocument(text);
  if (document instanceof InvalidJson) throw new Error("the plugin gives no OpenAPI document");
  const repaired = repairDocument(document);
  await nextTurn();
  return withExamples(repaired, publicUrl);
}

/** The document with an example in the successful answer of every route, its pages under `publicUrl`. */
function withExamples(document: OpenAPIV3.Document, publicUrl: string): OpenAPIV3.Document {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    itemOf(methodsOf(item).map(([method, operation]) => [method, illustrated(operation, publicUrl)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function illustrated(operation: OpenAPIV3.OperationObject, publicUrl: string): OpenAPIV3.OperationObject {
  const [status = "", ok] = Object.entries(operation.responses).find(([name]) => isSuccess(name)) ?? [];
  const media = ok === undefined || "$ref" in ok ? undefined : ok.content?.["application/json"];
  const stored = ROUTE_ANSWERS.get(operation.operationId ?? "");
  if (ok === undefined || media === undefined || stored === undefined) return operation;
  const example = answerAt(publicUrl, stored);
  const illustrated = { ...ok, content: { "application/json": { ...media, example } } };
  return { ...operation, responses: { ...operation.responses, [status]: illustrated } };
}

const MAX_TEXT = 260;

/** An answer that fits a page: the first items of each list, texts cut at a word. */
export function shorten(value: unknown, maxItems = 2): unknown {
  const shortenPart = (part: unknown) => shorten(part, maxItems);
  if (typeof value === "string") {
    return value.length > MAX_TEXT ? `${value.slice(0, value.lastIndexOf(" ", MAX_TEXT))} …` : value;
  }
  if (Array.isArray(value)) return value.slice(0, maxItems).map(shortenPart);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortenPart(field)]));
}

const JSON_MEDIA = "application/json";

/**
 * Completes what @elysiajs/swagger 1.3 gives into OpenAPI 3.0.3: it leaves out descriptions, adds media types nobody
 * serves, keeps `const`, drops wildcard routes, and ignores what `http/plugin.ts` adds to bodies (attribution, coverage).
 */
function repairDocument(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const paths: OpenAPIV3.PathsObject = {};
  for (const [path, item] of Object.entries(document.paths)) {
    if (item !== undefined) paths[path] = repairPath(item);
  }
  const root = paths["/v1/plan"]?.get;
  if (root !== undefined) paths["/v1/plan/{chemin}"] = { get: classificationNode(root) };
  return { ...document, paths, components: { ...document.components, schemas: {} } };
}

function repairPath(item: OpenAPIV3.PathItemObject): OpenAPIV3.PathItemObject {
  return itemOf(methodsOf(item).map(([method, operation]) => [method, repairOperation(operation)]));
}

function repairOperation(operation: OpenAPIV3.OperationObject): OpenAPIV3.OperationObject {
  const responses: OpenAPIV3.ResponsesObject = {};
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!("$ref" in response)) responses[status] = repairResponse(status, response);
  }
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    "$ref" in parameter ? [] : [repairParameter(parameter)],
  );
  const { requestBody } = operation;
  const body =
    requestBody === undefined || "$ref" in requestBody ? {} : { requestBody: repairBody(requestBody) };
  return { ...operation, ...body, parameters, responses };
}

/** JSON only; a field with a default may be left out. */
function repairBody(body: OpenAPIV3.RequestBodyObject): OpenAPIV3.RequestBodyObject {
  const schema = readSchema(body.content[JSON_MEDIA]?.schema);
  const required = (schema.required ?? []).filter((name) => {
    const property = schema.properties?.[name];
    return property !== undefined && !("default" in property);
  });
  return { required: true, content: { [JSON_MEDIA]: { schema: { ...schema, required } } } };
}

function repairParameter(parameter: OpenAPIV3.ParameterObject): OpenAPIV3.ParameterObject {
  const {
    description = parameter.description,
    examples = parameter.examples,
    ...schema
  } = readSchema(parameter.schema);
  const example = Array.isArray(examples) ? { example: examples[0] } : {};
  const described = typeof description === "string" ? { description } : {};
  const required = parameter.required === true && schema.default === undefined;
  return { name: parameter.name, in: parameter.in, required, ...described, ...example, schema };
}

function repairResponse(status: string, response: OpenAPIV3.ResponseObject): OpenAPIV3.ResponseObject {
  if (status === "304") return { description: meaningOf(status) };
  const read = readSchema(response.content?.[JSON_MEDIA]?.schema);
  const { contentMediaType, [TELLS_COVERAGE]: _, [HAS_CSV]: __, ...schema } = read;
  if (contentMediaType !== undefined)
    return { description: meaningOf(status), content: { [contentMediaType]: { schema } } };
  return {
    description: meaningOf(status),
    ...(response.headers === undefined ? {} : { headers: response.headers }),
    content: {
      [JSON_MEDIA]: { schema: { ...namingOf(response), ...completed(schema, TELLS_COVERAGE in response) } },
      ...(HAS_CSV in response ? { "text/csv": { schema: { type: "string" } } } : {}),
    },
  };
}

/** The name and the meaning of a body, which the plugin moves beside it with all that is not its structure. */
function namingOf(response: OpenAPIV3.ResponseObject): Pick<OpenAPIV3.SchemaObject, "title" | "description"> {
  if (!("title" in response) || typeof response.title !== "string") return {};
  return { title: response.title, description: response.description };
}

/** The body with the fields that `http/plugin.ts` adds to it. */
function completed(schema: OpenAPIV3.SchemaObject, isCovered: boolean): OpenAPIV3.SchemaObject {
  if (schema.anyOf !== undefined)
    return { anyOf: schema.anyOf.map((branch) => completed(readSchema(branch), isCovered)) };
  const source: OpenAPIV3.SchemaObject = { title: "Attribution", type: "string", enum: [ATTRIBUTION] };
  const added = { ...(isCovered ? { couverture: readSchema(Coverage) } : {}), source };
  return {
    ...schema,
    properties: { ...schema.properties, ...added },
    required: [...(schema.required ?? []), ...Object.keys(added)],
  };
}

/** Segments in any case, twelve at most. */
const CLASSIFICATION_PATH = "^[A-Za-z0-9]+(/[A-Za-z0-9]+){0,11}$";
const MAX_CLASSIFICATION_PATH_LENGTH = 120;

/** The wildcard route, which OpenAPI can only describe as a parameter. */
function classificationNode(root: OpenAPIV3.OperationObject): OpenAPIV3.OperationObject {
  const chemin: OpenAPIV3.ParameterObject = {
    name: "chemin",
    in: "path",
    required: true,
    description: "Segments du plan séparés par des barres.",
    example: "IR/LIQ/20",
    schema: { type: "string", pattern: CLASSIFICATION_PATH, maxLength: MAX_CLASSIFICATION_PATH_LENGTH },
  };
  const operation = { ...root, operationId: "getClassificationNode", summary: "Nœud du plan de classement" };
  return { ...operation, parameters: [chemin, ...(root.parameters ?? [])] };
}

/** A TypeBox schema in the terms of OpenAPI 3.0: no `const`, no `null` type, one example, typed defaults. */
function readSchema(schema: unknown): OpenAPIV3.SchemaObject & {
  examples?: unknown;
  contentMediaType?: string;
  [TELLS_COVERAGE]?: boolean;
  [HAS_CSV]?: boolean;
} {
  if (typeof schema !== "object" || schema === null) return {};
  return foldUnion(
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, repairValue(key, value, schema)])),
  );
}

function repairValue(key: string, value: unknown, schema: object): unknown {
  if (key === "default" && "type" in schema && schema.type === "integer") return Number(value);
  if (key === "properties" && typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, withExample(readSchema(property))]),
    );
  }
  if (key === "items") return withExample(readSchema(value));
  if (key === "anyOf" && Array.isArray(value)) return value.map(readSchema);
  return value;
}

function withExample({
  examples,
  ...schema
}: OpenAPIV3.SchemaObject & { examples?: unknown }): OpenAPIV3.SchemaObject {
  return Array.isArray(examples) ? { ...schema, example: examples[0] } : schema;
}

const LITERAL_TYPES: Readonly<Record<string, "boolean" | "number">> = {
  boolean: "boolean",
  number: "number",
};

/** Literals of `anyOf` become `enum`, `null` `nullable`; `oneOf` goes under two `not`: client generators misread it. */
function foldUnion(schema: Record<string, unknown>): OpenAPIV3.SchemaObject {
  const { const: literal, $id: _, anyOf, oneOf, ...fields } = schema;
  const rest = oneOf === undefined ? fields : { ...fields, not: { not: { oneOf } } };
  if (literal !== undefined) return { ...rest, enum: [literal] };
  if (!Array.isArray(anyOf)) return rest;
  const branches = anyOf.filter((branch) => branch.type !== "null");
  const isNullable = branches.length < anyOf.length;
  const nullable = isNullable ? { nullable: true } : {};
  // OpenAPI 3.0.3: an `enum` leaves out what it does not list, null included.
  const listed = (values: readonly unknown[]) => (isNullable ? [...values, null] : [...values]);
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) {
    const values = Array.isArray(only.enum) ? { enum: listed(only.enum) } : {};
    return { ...withExample(only), ...rest, ...values, ...nullable };
  }
  if (branches.every((branch) => Array.isArray(branch.enum))) {
    const literals = branches.flatMap((branch) => branch.enum);
    const type = LITERAL_TYPES[typeof literals[0]] ?? "string";
    return { ...rest, type, enum: listed(literals), ...nullable };
  }
  return { ...rest, anyOf: branches, ...nullable };
}
