import type { OpenAPIV3 } from "openapi-types";
import type { QueryNode } from "../../search/fulltext/query/ast.ts";
import { MAX_PREFIXES } from "../../search/fulltext/query/lexer.ts";
import { parseQuery, QuerySyntaxError } from "../../search/fulltext/query/parse.ts";
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

interface ExampleRequest {
  /** Path and query, encoded. */
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** A route's shortest request that answers on every corpus, by examples of parameters required or marked as shown. */
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

interface Operator {
  readonly name: string;
  readonly anchor: string;
  readonly text: string;
  readonly examples: readonly string[];
}

export const OPERATORS: readonly Operator[] = [
  {
    name: "Mots",
    anchor: "mots",
    text: "Tous exigés, dans n'importe quel ordre. Accents, casse, pluriels et conjugaisons sont indifférents, et un verbe vaut le nom de son acte en -ation ou -ement ; deux notions restent deux mots.",
    examples: ["barème progressif", "BAREMES progressives", "plafonnement plafond"],
  },
  {
    name: "Tous les mots : ET, AND",
    anchor: "et",
    text: "En capitales ; l'espace le vaut déjà. En minuscules, ce sont des mots comme les autres.",
    examples: ["plus-value ET exonération"],
  },
  {
    name: "L'un ou l'autre : OU, OR",
    anchor: "ou",
    text: "En capitales. ET passe avant OU ; SAUF passe avant les deux.",
    examples: ["donation OU succession", "abattement donation OU succession"],
  },
  {
    name: "Exclure : SAUF, NOT, -",
    anchor: "sauf",
    text: "Écarte les documents qui portent le mot. Il reste toujours un mot à chercher.",
    examples: ["location SAUF meublée", "location -meublée"],
  },
  {
    name: "Grouper : ( )",
    anchor: "parentheses",
    text: "Les parenthèses décident de l'ordre.",
    examples: ["abattement (donation OU succession)"],
  },
  {
    name: "Expression exacte : guillemets",
    anchor: "expression",
    text: "Ces mots, dans cet ordre, mots vides compris. Guillemets droits, français ou anglais.",
    examples: ['"quotient familial"', "« crédit d'impôt »"],
  },
  {
    name: "Traits d'union, apostrophes, points, virgules, barres, &",
    anchor: "traits-d-union",
    text: "Ce qu'ils joignent sans espace est l'expression de ses parties ; l'article élidé disparaît, quelle que soit l'apostrophe. Un composé qui s'écrit des deux façons se trouve sous les deux.",
    examples: ["plus-value", "l'impôt", "5,5 %", "31/12/2019", "auto-entrepreneur"],
  },
  {
    name: "Sigles",
    anchor: "sigles",
    text: "En capitales, un sigle qui est aussi un mot n'est que lui-même : PAS, CET. Ses points ne comptent pas.",
    examples: ["taux PAS", "taux pas", "T.V.A."],
  },
  {
    name: "Début de mot : *",
    anchor: "prefixe",
    text: `Le début d'un mot, de deux lettres au moins ; ${MAX_PREFIXES} au plus dans une requête.`,
    examples: ["exonér*"],
  },
  {
    name: "Nombres",
    anchor: "nombres",
    text: "Les milliers séparés par un espace ou un point sont un seul mot.",
    examples: ["10 000 euros", "1.500 euros"],
  },
  {
    name: "Identifiants",
    anchor: "identifiants",
    text: "Un identifiant, daté ou non, donne d'abord ce document, puis ceux qui le citent ; un § ou une date à sa suite dit où lire. Ses segments ne sont pas des mots des textes : PAS ne trouve pas BOI-IR-PAS-50.",
    examples: ["BOI-IR-LIQ-20-10", "BOI-IR-LIQ-20-10 § 50"],
  },
];

/** Queries that the syntax refuses, each for a reason of its own. */
export const INVALID_QUERIES: readonly string[] = [
  "impôt ET",
  '"quotient familial',
  "(donation OU succession",
  "-location",
  "le la les",
  "e*",
  "plus-val*",
];

/** What the parser reads in a query, in French. */
export function readingOf(q: string): string {
  return read(parseQuery(q).node);
}

/** The words with which the parser refuses a query. */
export function refusalOfQuery(q: string): string {
  try {
    parseQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error.message;
    throw error;
  }
  throw new Error(`« ${q} » is a good query`);
}

function read(node: QueryNode, isInside = false): string {
  switch (node.kind) {
    case "word":
      return node.stem;
    case "prefix":
      return `un mot commençant par ${node.prefix}`;
    case "phrase":
      return `l'expression « ${node.stems.join(" ")} »`;
    case "identifier":
      return `le document ${node.boiId}`;
    case "or":
      return grouped(node.branches.map((branch) => read(branch, true)).join(" ou "), isInside);
    case "and":
      return grouped(
        [
          node.required.map((part) => read(part, true)).join(" et "),
          ...node.excluded.map((part) => `sans ${read(part, true)}`),
        ].join(", "),
        isInside,
      );
  }
}

function grouped(text: string, isInside: boolean): string {
  return isInside ? `(${text})` : text;
}
