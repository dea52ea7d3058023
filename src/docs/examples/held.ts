import type { OpenAPIV3 } from "openapi-types";
import { isSuccess, itemOf, methodsOf, type Operation } from "../operations.ts";
import { type ExampleNames, SAMPLE_NAMES } from "./names.ts";

/** The document, parameters' examples being of this corpus; an answer's is then said to be of the sample corpus. */
export function withHeldParameters(document: OpenAPIV3.Document, names: ExampleNames): OpenAPIV3.Document {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = methodsOf(item).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []).map((parameter) =>
        "$ref" in parameter ? parameter : heldParameter(parameter, path, names),
      );
      const isSame = Bun.deepEquals(parameters, operation.parameters ?? []);
      const responses = isSame ? operation.responses : ofSample(operation.responses);
      return [method, { ...operation, parameters, responses }] as const;
    });
    return [path, itemOf(operations)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The route, the examples of its parameters being taken from this corpus. */
export function heldOperation(operation: Operation, names: ExampleNames): Operation {
  const parameters = operation.parameters.map((parameter) => heldParameter(parameter, operation.path, names));
  return { ...operation, parameters };
}

function heldParameter(parameter: OpenAPIV3.ParameterObject, path: string, names: ExampleNames) {
  const example = namedBy(path, names)[parameter.name];
  return example === undefined ? parameter : { ...parameter, example };
}

/** What the parameters of a route name, where this corpus lacks what the sample has. */
function namedBy(path: string, names: ExampleNames): Readonly<Record<string, string>> {
  const { text, article, decision, norme, reponse, table, news } = names;
  if (path.startsWith("/v1/boi/{id}/tableaux"))
    return isOfSample(names, "table") ? {} : { id: table.boiId, rang: String(table.rang) };
  if (path === "/v1/actualites/{id}") return { id: news };
  if (path.includes("{id}")) return isOfSample(names, "text") ? {} : textParameters(text);
  if (path.startsWith("/v1/articles/{code}"))
    return isOfSample(names, "article") ? {} : { code: article.code, article: article.article };
  if (path === "/v1/decisions/{cle}") return { cle: decision.cle };
  if (path === "/v1/normes/{cle}") return { cle: norme.cle };
  if (path === "/v1/reponses/{cle}") return { cle: reponse.cle };
  return {};
}

function textParameters({ boiId, numero, day, laterDay, empreinte }: ExampleNames["text"]) {
  return { id: boiId, numero, date: day, le: `${day},${laterDay}`, empreinte, de: day, a: laterDay };
}

function isOfSample(names: ExampleNames, name: keyof ExampleNames): boolean {
  return Bun.deepEquals(names[name], SAMPLE_NAMES[name]);
}

function ofSample(responses: OpenAPIV3.ResponsesObject): OpenAPIV3.ResponsesObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const media = "$ref" in response ? undefined : response.content?.["application/json"];
      if (!isSuccess(status) || "$ref" in response || media?.example === undefined) return [status, response];
      const { example: value, ...rest } = media;
      const examples = { essai: { summary: "Réponse du corpus d'essai, à une autre requête", value } };
      return [
        status,
        { ...response, content: { ...response.content, "application/json": { ...rest, examples } } },
      ];
    }),
  );
}
