import type { OpenAPIV3 } from "openapi-types";
import { isSuccess, itemOf, methodsOf } from "../operations.ts";
import { answerAt, ROUTE_ANSWERS } from "./answers.ts";

/** The document with an example in the successful answer of every route, its pages under `publicUrl`. */
export function withExamples(document: OpenAPIV3.Document, publicUrl: string): OpenAPIV3.Document {
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
