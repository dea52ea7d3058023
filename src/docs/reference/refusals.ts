import { type CatalogueEntry, ERRORS, type ErrorCode } from "../../http/errors/catalogue.ts";
import type { Operation } from "../operations.ts";

/** What a route that refuses a status may say of it. */
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
/** A § on several days says of each, in its answer, what the § alone would be refused with. */
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
  unknown_news: isUnder("/v1/actualites/"),
  article_not_cited: isUnder("/v1/articles/"),
  edition_not_held: (operation) => isDocument(operation) && namesEdition(operation),
  document_withdrawn: (operation) => isDocument(operation) && namesEdition(operation),
  text_not_held: (operation) => isParagraph(operation) || takes("de")(operation) || isOfTables(operation),
  unknown_wording: (operation) => isDocument(operation) && namesWording(operation),
  unknown_paragraph: isParagraph,
  unknown_table: takes("rang"),
  paragraph_reserved: isParagraph,
};
