import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * The condition « column is one of `values` », for identifiers (they hold no space). One text parameter
 * whatever the number of values: the statement keeps one form, and the PGlite client, which fetches no types,
 * can't send arrays.
 */
export function anyOf(column: Column, values: readonly string[]): SQL {
  return sql`${column} = any(string_to_array(${values.join(" ")}, ' '))`;
}
