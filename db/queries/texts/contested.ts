/**
 * SQL of whether the start of validity of an edition leaves a choice between texts: another edition began that day under
 * another PGP number, or several wordings of it are known (docs/decisions.md, « Citation »).
 * @param edition an expression of its row's number, `d.edition_id`.
 */
export function contestedSql(edition: string): string {
  return `(
    exists (
      select from editions cited join editions rival
        on rival.boi_id = cited.boi_id and rival.debut_de_validite = cited.debut_de_validite
      where cited.id = ${edition} and rival.kind = 'contenu' and rival.id <> cited.id)
    or (select count(distinct empreinte) > 1 from wordings where edition_id = ${edition}))`;
}
