import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * The condition « column is one of `values` », for identifiers (which contain no space). A single text parameter for
 * any number of values: the statement stays the same, and the PGlite client, which fetches no types, can't send arrays.
 */
export function anyOf(column: Column, values: readonly string[]): SQL {
  return sql`${column} = any(string_to_array(${values.join(" ")}, ' '))`;
}
