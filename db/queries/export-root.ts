import type { Database } from "../postgres/database.ts";
import type { Perimeter } from "./export.ts";
import { sourcePrintSql } from "./texts/source-print.ts";
import { textIsHeldSql } from "./texts/text-is-held.ts";

/** Digest of a whole export: two with the same value contain the same texts, under the same statuts. */
export interface ExportRoot {
  /** SHA-256, lower-case hexadecimal, over one line per text (docs/decisions.md, « Export »). */
  readonly valeur: string;
  /** The revision of the corpus, and the last number of the journal then. */
  readonly revision: number;
  readonly sequence: number;
}

const COLUMNS = `e.boi_id, e.id, e.debut_de_validite, e.pgp, e.statut, w.empreinte, ${textIsHeldSql("e")} as is_held`;

/** The texts of each perimeter, and the documents without any, in the order of the export. */
const EXPORTED: Readonly<Record<Perimeter, string>> = {
  en_vigueur: `
    select ${COLUMNS}
    from documents d join editions e on e.id = d.edition_id join wordings w on w.edition_id = e.id and w.current
    where d.statut = 'en_vigueur' and w.erased_at is null`,
  tous: `
    select distinct ${COLUMNS}
    from editions e join documents d on d.boi_id = e.boi_id join wordings w on w.edition_id = e.id
    where (${textIsHeldSql("e")} or e.id = d.edition_id) and w.erased_at is null`,
};

/** The root of a perimeter, in one statement, hence of one state of the store. */
export async function readExportRoot(database: Database, perimeter: Perimeter): Promise<ExportRoot> {
  const [root] = await database.$client.unsafe<ExportRoot[]>(`
    select corpus.revision, corpus.last_sequence::float8 as sequence, (
      select encode(sha256(convert_to(coalesce(string_agg(concat(
        line.boi_id, E'\\t', case when line.is_held then line.debut_de_validite end, E'\\t', line.pgp, E'\\t', line.statut,
        E'\\t', case when line.is_held then line.empreinte end, E'\\t',
        case when line.is_held then ${sourcePrintSql("line.id", "line.empreinte")} end, E'\\n'), ''
        order by line.boi_id collate "C", line.debut_de_validite, line.pgp, line.empreinte collate "C"), ''), 'UTF8')), 'hex')
      from (${EXPORTED[perimeter]}) as line) as valeur
    from corpus`);
  return root ?? { valeur: "", revision: 0, sequence: 0 };
}
