import { sql } from "drizzle-orm";

/**
 * SQL of whether the store has a text of an edition. It has none when only a notice, of withdrawal or of move, is known
 * of the document: the notice's row then stands for an edition that was never received. Decided here alone; an edition
 * without a text gets neither proof nor citation.
 * @param edition name of its row of `editions`.
 */
export function textIsHeldSql(edition: string): string {
  return `(${edition}.kind = 'contenu')`;
}

/** The same of a row of the table itself. */
export const textIsHeld = sql<boolean>`${sql.raw(textIsHeldSql("editions"))}`;
