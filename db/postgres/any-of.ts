import { type Column, type Placeholder, type SQL, sql } from "drizzle-orm";

/**
 * The condition « column is one of `values` », for identifiers (which contain no space). A single text parameter for
 * any number of values: the statement stays the same, and the PGlite client, which fetches no types, can't send arrays.
 */
export function anyOf(column: Column, values: readonly string[]): SQL {
  return isListed(column, listOf(values));
}

/** The same in a statement that is given its values later, as `listOf` writes them. */
export function anyOfGiven(column: Column, name: string): SQL {
  return isListed(column, sql.placeholder(name));
}

/** Values as one text. */
export function listOf(values: readonly string[]): string {
  return values.join(" ");
}

function isListed(column: Column, list: string | Placeholder): SQL {
  return sql`${column} = any(string_to_array(${list}, ' '))`;
}
