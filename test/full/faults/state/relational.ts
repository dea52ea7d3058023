import type postgres from "postgres";
import { type Lines, shown } from "./lines.ts";

/** Tables of runs and keys, not of the corpus, and the log of proof: each store signs its own, in its order of arrival. */
const LEFT_OUT = [
  ...["runs", "plans", "api_keys", "key_windows", "usage_months", "usage_days"],
  ...["proof_logs", "proof_leaves", "proof_nodes", "proof_checkpoints", "proof_timestamps"],
];
/** When things were done, how often, and by which attempt: never the same twice. */
const INSTANT = "timestamp with time zone";
const VARYING = new Set([
  "corpus.revision",
  "corpus.last_sequence",
  "journal.sequence",
  "owed_documents.revision",
  // Names and numbers that the engines choose themselves.
  "store_generations.generation",
  "wordings.empreinte_fichier",
]);
/** Columns that identify a row where no constraint does: a reissued archive may give another text under its name. */
const TOLD_APART_BY = new Map([
  ["wordings", ["edition_id", "source_kind", "source_order", "empreinte", "titre"]],
]);
/** An instant that the source gives. */
const GIVEN = new Set(["exports.issued_at"]);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isIdentity: boolean;
  /** The table whose identity it names, or null. */
  readonly target: string | null;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Every row of the relational store that is the corpus, whatever tables there are: numbers given by the store are
 * replaced by what they stand for, and instants are left out.
 */
export async function dumpRelational(sql: postgres.Sql): Promise<Lines> {
  const columns = await readColumns(sql);
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !LEFT_OUT.includes(table));
  const names = new Map<string, ReadonlyMap<number, string>>();
  const targets = new Set(columns.flatMap(({ target }) => target ?? []));
  // Rows that are named by others' names come after these.
  for (const target of [...targets].sort(
    (a, b) => Number(TOLD_APART_BY.has(a)) - Number(TOLD_APART_BY.has(b)),
  )) {
    const own = columns.filter(({ table }) => table === target);
    if (!LEFT_OUT.includes(target)) names.set(target, await readNames(sql, target, own, names));
  }
  const embedded = await readEmbeddedTexts(sql);
  const version = await readEmbedder(sql);
  const lines: string[] = [];
  for (const table of tables) {
    const kept = columns.filter((column) => column.table === table && isKept(column));
    for (const row of await readRows(sql, table)) {
      const isSpare =
        table === "passage_vectors" && row["version"] === version && !embedded.has(String(row["text_hash"]));
      lines.push(`${isSpare ? SPARE : ""}${table} ${lineOf(row, kept, names)}`);
    }
  }
  return lines.sort();
}

/**
 * Begins the line of a vector that no document in force needs: it is kept so that its text is not embedded again if
 * it comes back, and which ones there are depends on the editions that were once in force. Those of another embedder
 * serve nobody, and are none.
 */
export const SPARE = "spare ";

async function readEmbeddedTexts(sql: postgres.Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ hash: string }[]>`
    select distinct p.text_hash as hash from passages p join documents d on d.edition_id = p.edition_id
    where d.statut = 'en_vigueur'`;
  return new Set(rows.map(({ hash }) => hash));
}

/** The version whose vectors are searched; null before the first import. */
async function readEmbedder(sql: postgres.Sql): Promise<string | null> {
  const [row] = await sql<{ embedder: string | null }[]>`select embedder from corpus`;
  return row?.embedder ?? null;
}

function isKept({ table, column, type, isIdentity }: Column): boolean {
  const name = `${table}.${column}`;
  return !isIdentity && !VARYING.has(name) && (type !== INSTANT || GIVEN.has(name));
}

function lineOf(
  row: Row,
  columns: readonly Column[],
  names: ReadonlyMap<string, ReadonlyMap<number, string>>,
): string {
  const fields = columns.map(({ column, target }) => {
    const value = row[column];
    const named = target === null ? undefined : names.get(target)?.get(Number(value));
    return `${column}=${shown(named ?? value ?? null)}`;
  });
  return fields.join(" ");
}

async function readColumns(sql: postgres.Sql): Promise<Column[]> {
  return await sql<Column[]>`
    select c.table_name::text as table, c.column_name::text as column, c.data_type::text as type,
      c.is_identity = 'YES' as "isIdentity", (
        select t.relname::text from pg_constraint k
          join pg_class s on s.oid = k.conrelid
          join pg_class t on t.oid = k.confrelid
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          join pg_attribute b on b.attrelid = k.confrelid and b.attnum = any(k.confkey)
        where k.contype = 'f' and s.relname = c.table_name and a.attname = c.column_name and b.attidentity <> ''
        limit 1) as target
    from information_schema.columns c
      -- The rows of a view are those of its tables, whose numbers are named by their foreign keys.
      join information_schema.tables own using (table_schema, table_name)
    where c.table_schema = 'public' and own.table_type = 'BASE TABLE' order by c.table_name, c.column_name`;
}

/** What each number of a table stands for: the columns that identify its rows. */
async function readNames(
  sql: postgres.Sql,
  table: string,
  columns: readonly Column[],
  names: ReadonlyMap<string, ReadonlyMap<number, string>>,
): Promise<ReadonlyMap<number, string>> {
  const keys = TOLD_APART_BY.get(table) ?? (await readKey(sql, table));
  const told = columns.filter(({ column }) => keys.includes(column));
  const rows = await readRows(sql, table);
  return new Map(rows.map((row) => [Number(row["id"]), lineOf(row, told, names)]));
}

/** The columns of the unique constraint of a table. */
async function readKey(sql: postgres.Sql, table: string): Promise<string[]> {
  const keys = await sql<{ column: string }[]>`
    select a.attname::text as column from pg_constraint k
      join pg_class t on t.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'u' and t.relname = ${table} order by a.attnum`;
  if (keys.length === 0) throw new Error(`nothing tells the rows of ${table} apart`);
  return keys.map(({ column }) => column);
}

async function readRows(sql: postgres.Sql, table: string): Promise<Row[]> {
  const rows = await sql<{ row: Row }[]>`select to_jsonb(t) as row from ${sql(table)} t`;
  return rows.map(({ row }) => row);
}
