/**
 * SQL for the `empreinte_source` of a text of an edition: that of the record it is shown by, else of the first record
 * with that text whose bytes are kept; null when none are. One rule for a document, its history, the export and its
 * root.
 * @param edition expression for the row of the edition; `empreinte` for the fingerprint of the text.
 */
export function sourcePrintSql(edition: string, empreinte: string): string {
  return `(
    select said.empreinte_source from wordings said
    where said.edition_id = ${edition} and said.empreinte = ${empreinte} and said.empreinte_source is not null
    order by said.current desc, said.source_order, said.id limit 1)`;
}
