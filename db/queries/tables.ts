import type { Database } from "../postgres/database.ts";
import { jsonRows } from "../postgres/statements.ts";

/** A table of a document in force, as it is listed. */
interface ListedTableRow {
  readonly boi_id: string;
  /** Title of its document. */
  readonly document: string;
  /** Start of validity of the edition shown, `YYYY-MM-DD`. */
  readonly date_publication: string;
  readonly rang: number;
  readonly paragraphe: string | null;
  readonly section: readonly string[];
  readonly titre: string | null;
  readonly intitules: readonly string[];
  readonly lignes: number;
}

/** What names a table, for searching. */
interface TableText {
  readonly id: string;
  readonly titre: string;
  readonly texte: string;
  readonly named: readonly string[];
}

/** The key of a table of a document in force: `BOI-IR-LIQ-20-10 2`. */
function tableKey(boiId: string, rang: number): string {
  return `${boiId} ${rang}`;
}

/**
 * The tables of the documents in force, by identifier, then in the order of the text. A version changes whenever the
 * table does: the record that it was read from, and the version of the parser.
 */
export async function readTableVersions({ $client: sql }: Database): Promise<Map<string, string>> {
  const rows = await sql<{ boi_id: string; rang: number; version: string }[]>`
    select d.boi_id, t.rang, e.id || ' ' || e.record_hash || ' ' || e.derivation_version as version
    from documents d join editions e on e.id = d.edition_id join edition_tables t on t.edition_id = e.id
    where d.statut = 'en_vigueur' and exists (
      select from wordings w where w.edition_id = e.id and w.current and w.erased_at is null)
    order by d.boi_id, t.rang`;
  return new Map(rows.map(({ boi_id, rang, version }) => [tableKey(boi_id, rang), version]));
}

/** What names the tables of those keys, in no order. */
export async function readTableTexts(database: Database, keys: readonly string[]): Promise<TableText[]> {
  const rows = await readListedTables(database, keys);
  return rows.map(({ boi_id, rang, titre, intitules }) => ({
    id: tableKey(boi_id, rang),
    titre: titre ?? "",
    texte: intitules.join("\n"),
    named: [boi_id],
  }));
}

/** The tables of those keys, by identifier, then in the order of the text; unknown ones are left out. */
export async function readListedTables(
  { $client: sql }: Database,
  keys: readonly string[],
): Promise<ListedTableRow[]> {
  const asked = keys.map((key) => {
    const [boiId = "", rang = ""] = key.split(" ");
    return { boiId, rang: Number(rang) };
  });
  return await sql<ListedTableRow[]>`
    select d.boi_id, d.titre as document, d.date_publication::text as date_publication, t.rang, t.paragraphe,
      t.section, t.titre, t.intitules, t.lignes
    from json_to_recordset(${jsonRows(asked)}::text::json) as asked ("boiId" text, rang int)
    join documents d on d.boi_id = asked."boiId"
    join edition_tables t on t.edition_id = d.edition_id and t.rang = asked.rang
    order by d.boi_id, t.rang`;
}
