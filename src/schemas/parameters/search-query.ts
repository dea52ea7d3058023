import type { SchemaOptions } from "@sinclair/typebox";
import { type EditionsInForce, IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import { QuerySyntaxError } from "../../../search/fulltext/query/syntax-error.ts";
import type { SearchQuery } from "../../../search/fulltext/read-query.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { pastDate } from "./days.ts";
import { type Parameter, parameter, text } from "./parameter.ts";

const MIN_LENGTH = 2;
const MAX_LENGTH = 512;

/** A question, for the searches by meaning. */
export const question = text(3, 500, {
  description: "Question en langage courant.",
  examples: [
    "Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?",
  ],
});

/** Reads a query that follows the search syntax. @throws {QuerySyntaxError} */
export type ReadQuery = (q: string) => SearchQuery;

/** A search query. Throws `invalid_query` where the syntax is broken. */
export function searchQuery(read: ReadQuery, documented: SchemaOptions = {}): Parameter<SearchQuery> {
  const schema = { ...documented, type: "string", minLength: MIN_LENGTH, maxLength: MAX_LENGTH };
  const expected = `une requête d'au moins ${MIN_LENGTH} caractères`;
  return parameter(schema, expected, (raw) =>
    [...raw.trim()].length >= MIN_LENGTH ? readOrRefuse(read, raw) : undefined,
  );
}

/** Reads a query. @throws {ApiError} `invalid_query` */
export function readOrRefuse(read: ReadQuery, raw: string): SearchQuery {
  try {
    return read(raw);
  } catch (error) {
    if (error instanceof QuerySyntaxError) throw new ApiError("invalid_query", { reason: error.message });
    throw error;
  }
}

/** The day whose editions are searched. */
export const searchDate = (clock: () => Date) =>
  pastDate(clock, {
    description:
      "Cherche dans les éditions en vigueur ce jour-là, une par document ; sans elle, dans celles en vigueur aujourd'hui.",
    examples: ["2021-01-01"],
  });

/** Which editions a search looks at. @throws {ApiError} `invalid_parameter` for both parameters */
export function searchedEditions(date: string | undefined, statut?: "tous"): SearchedEditions {
  if (date !== undefined && statut !== undefined) {
    const reason =
      "Les paramètres « date » et « statut » s'excluent : « date » trouve aussi les documents retirés depuis, « statut=tous » cherche dans le dernier texte de chacun.";
    throw new ApiError("invalid_parameter", { reason });
  }
  return statut === undefined ? editionsInForce(date) : { kind: "last" };
}

/** The editions in force on a day, or now without one. */
export function editionsInForce(date: string | undefined): EditionsInForce {
  return date === undefined ? IN_FORCE : { kind: "on", day: date };
}
