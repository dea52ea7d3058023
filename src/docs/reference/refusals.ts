import { type CatalogueEntry, ERRORS, type ErrorCode } from "../../http/errors/catalogue.ts";
import type { Operation } from "../operations.ts";

/** A refusal that a route may answer with. */
export interface Refusal {
  readonly status: string;
  readonly meaning: string;
  readonly errors: readonly CatalogueEntry[];
}

/** The statuses that a route declares beside its answer, each with the codes that it may come with. */
export function refusalsOf(operation: Operation): Refusal[] {
  return operation.responses
    .filter(({ status }) => status >= "400")
    .map(({ status, meaning }) => ({
      status,
      meaning,
      errors: ERRORS.filter(
        (error) =>
          String(error.status) === status &&
          error.isForOperator !== true &&
          (ONLY_FOR[error.code]?.(operation) ?? true),
      ),
    }));
}

type Judge = (operation: Operation) => boolean;

const takes =
  (name: string): Judge =>
  ({ parameters }) =>
    parameters.some((parameter) => parameter.name === name);
const isUnder =
  (start: string): Judge =>
  ({ path }) =>
    path.startsWith(start);
/** The route of a § on several days reports refusals day by day, in its answer. */
const isParagraph: Judge = (operation) => takes("numero")(operation) && !takes("le")(operation);
const isOfTables: Judge = ({ path }) => path.startsWith("/v1/boi/{id}/tableaux");
const isDocument = isUnder("/v1/boi/");
const namesEdition: Judge = (operation) => takes("date")(operation) || takes("de")(operation);
const namesWording: Judge = (operation) => takes("empreinte")(operation) || takes("de_empreinte")(operation);

/** The routes that a code is for, when it is not for all that declare its status. */
const ONLY_FOR: Readonly<Partial<Record<ErrorCode, Judge>>> = {
  invalid_query: ({ path }) => ["/v1/search", "/v1/actualites", "/v1/tableaux"].includes(path),
  invalid_body: ({ body }) => body !== null,
  unknown_route: () => false,
  unknown_document: isDocument,
  unknown_key: isUnder("/v1/compte/"),
  unknown_news: isUnder("/v1/actualites/"),
  article_not_cited: isUnder("/v1/articles/"),
  law_not_cited: takes("cle"),
  edition_not_held: (operation) => isDocument(operation) && namesEdition(operation),
  document_withdrawn: (operation) => isDocument(operation) && namesEdition(operation),
  text_not_held: (operation) => isParagraph(operation) || takes("de")(operation) || isOfTables(operation),
  unknown_wording: (operation) => isDocument(operation) && namesWording(operation),
  unknown_paragraph: isParagraph,
  unknown_table: takes("rang"),
  too_many_keys: ({ method }) => method === "POST",
  last_key: ({ method }) => method === "DELETE",
  paragraph_reserved: isParagraph,
};
