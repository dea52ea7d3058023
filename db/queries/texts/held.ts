import { sql } from "drizzle-orm";

/**
 * SQL of whether a text of an edition is held. It is not when all that is known of its document is a notice, of its
 * withdrawal or of its move: the row that keeps the notice stands for an edition that was never received. The one
 * place that decides it; whatever gives an edition gives no proof and no citation of one without a text.
 * @param edition name of its row of `editions`.
 */
export function textIsHeldSql(edition: string): string {
  return `(${edition}.kind = 'contenu')`;
}

/** The same of a row of the table itself. */
export const textIsHeld = sql<boolean>`${sql.raw(textIsHeldSql("editions"))}`;
