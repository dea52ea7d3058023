import type { Database } from "../postgres/database.ts";
import type { Perimeter } from "./export.ts";
import { sourcePrintSql } from "./texts/source-print.ts";

/** What a whole export comes to: two that have the same value hold the same texts, under the same statuts. */
export interface ExportRoot {
  /** SHA-256, lower-case hexadecimal, of a line a text (docs/decisions.md, « Export »). */
  readonly valeur: string;
  /** The revision of the corpus that it is of, and the last number of the journal then. */
  readonly revision: number;
  readonly sequence: number;
}

/** The texts of each perimeter, as the export goes through them. */
const HELD: Readonly<Record<Perimeter, string>> = {
  en_vigueur: `
    select d.boi_id, e.id, e.debut_de_validite, e.pgp, e.statut, w.empreinte
    from documents d join editions e on e.id = d.edition_id join wordings w on w.edition_id = e.id and w.current
    where d.statut = 'en_vigueur' and w.erased_at is null`,
  tous: `
    select distinct e.boi_id, e.id, e.debut_de_validite, e.pgp, e.statut, w.empreinte
    from editions e join documents d on d.boi_id = e.boi_id join wordings w on w.edition_id = e.id
    where (e.kind = 'contenu' or e.id = d.edition_id) and w.erased_at is null`,
};

/** The root of a perimeter, in one statement, hence of one state of the store. */
export async function readExportRoot(database: Database, perimeter: Perimeter): Promise<ExportRoot> {
  const [root] = await database.$client.unsafe<ExportRoot[]>(`
    select corpus.revision, corpus.last_sequence::float8 as sequence, (
      select encode(sha256(convert_to(coalesce(string_agg(concat(
        held.boi_id, E'\\t', held.debut_de_validite, E'\\t', held.pgp, E'\\t', held.statut, E'\\t', held.empreinte, E'\\t',
        ${sourcePrintSql("held.id", "held.empreinte")}, E'\\n'), ''
        order by held.boi_id collate "C", held.debut_de_validite, held.pgp, held.empreinte collate "C"), ''), 'UTF8')), 'hex')
      from (${HELD[perimeter]}) as held) as valeur
    from corpus`);
  return root ?? { valeur: "", revision: 0, sequence: 0 };
}
