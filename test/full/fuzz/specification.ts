import { Ajv, type ValidateFunction } from "ajv";
import type { OpenAPIV3 } from "openapi-types";
import { type Method, methodsOf } from "../../../src/docs/operations.ts";
import { inlined } from "../../fixtures/inlined.ts";

export type Schema = OpenAPIV3.SchemaObject;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation of our own OpenAPI document, and a judge of the body of each of its statuses. */
export interface Operation {
  readonly method: Method;
  /** As `/v1/boi/{id}`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  /** Fields of the JSON body, or null when there is none. */
  readonly body: Schema | null;
  readonly isKeyed: boolean;
  /** Documented statuses; null = no body. */
  readonly answers: ReadonlyMap<number, ValidateFunction | null>;
}

/** The operations that the running service documents. */
export async function readSpecification(url: string): Promise<Operation[]> {
  const document = inlined((await (await fetch(`${url}/openapi.json`)).json()) as OpenAPIV3.Document);
  const ajv = newValidator();
  return Object.entries(document.paths).flatMap(([template, item]) =>
    methodsOf(item).map(([method, operation]) => read(template, method, operation, ajv)),
  );
}

/** ajv knows OpenAPI's `nullable`; the two formats of the document are registered here. */
function newValidator(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false });
  ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return ajv;
}

function read(template: string, method: Method, operation: OpenAPIV3.OperationObject, ajv: Ajv): Operation {
  const answers = Object.entries(operation.responses).map(([status, response]) => {
    const schema = "content" in response ? response.content?.["application/json"]?.schema : undefined;
    return [Number(status), schema === undefined ? null : ajv.compile(closed(schema))] as const;
  });
  return {
    method,
    template,
    parameters: (operation.parameters ?? []).flatMap((parameter) =>
      "name" in parameter ? [readParameter(parameter)] : [],
    ),
    body: readBody(operation.requestBody),
    isKeyed: operation.security?.length !== 0,
    answers: new Map(answers),
  };
}

function readParameter(parameter: OpenAPIV3.ParameterObject): Parameter {
  const { name, required = false, schema = {}, example } = parameter;
  const shown = example === undefined ? {} : { example };
  return { name, in: parameter.in, required, schema: "$ref" in schema ? {} : { ...schema, ...shown } };
}

function readBody(body: OpenAPIV3.OperationObject["requestBody"]): Schema | null {
  const schema =
    body !== undefined && "content" in body ? body.content["application/json"]?.schema : undefined;
  return schema === undefined || "$ref" in schema ? null : schema;
}

/** The schema closed to other fields: an undocumented field is a fault too. */
function closed(schema: object): object {
  if (Array.isArray(schema)) return schema.map((part) => (isObject(part) ? closed(part) : part));
  const parts = Object.entries(schema).map(([key, part]) => [key, isObject(part) ? closed(part) : part]);
  const open: object = Object.fromEntries(parts);
  return "properties" in schema ? { ...open, additionalProperties: false } : open;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
