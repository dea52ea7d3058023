import { sql } from "drizzle-orm";
import { textIsHeldSql } from "./text-is-held.ts";

/**
 * SQL of whether the start of validity of an edition leaves a choice between texts: another edition began that day
 * under another PGP number, or several wordings of it are known (docs/decisions.md, « Citation »).
 * @param edition expressions of its number, of its document and of the day that it began. When a row already has all
 *   three, the edition itself need not be read, which a page of hits would pay twenty times.
 */
function contestedSql(edition: {
  readonly id: string;
  readonly boiId: string;
  readonly debutDeValidite: string;
}): string {
  const { id, boiId, debutDeValidite } = edition;
  const ofThatDay = `where boi_id = ${boiId} and debut_de_validite = ${debutDeValidite}`;
  const ofIt = `where edition_id = ${id}`;
  // For nearly all, an index alone shows that there is no second one to compare: their rows are not read.
  return `(
    exists (select from editions one ${ofThatDay} offset 1)
      and exists (select from editions rival ${ofThatDay} and ${textIsHeldSql("rival")} and rival.id <> ${id})
    or exists (select from wordings ${ofIt} offset 1)
      and (select count(distinct empreinte) > 1 from wordings ${ofIt}))`;
}

/** The same of a row of `editions`, in a statement written with Drizzle. */
export const isContested = sql<boolean>`${sql.raw(
  contestedSql({
    id: "editions.id",
    boiId: "editions.boi_id",
    debutDeValidite: "editions.debut_de_validite",
  }),
)}`;

/** The same of a row of `editions` named `e`. */
export const isContestedSql = contestedSql({
  id: "e.id",
  boiId: "e.boi_id",
  debutDeValidite: "e.debut_de_validite",
});
