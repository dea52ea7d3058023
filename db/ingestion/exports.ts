import { createHash } from "node:crypto";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows, pages, type Statements } from "../postgres/statements.ts";

/** The fact « the corpus in force was exactly this », in the order of `asOf`, then `issuedAt`. */
export interface ExportFact {
  /** `YYYY-MM-DD`: the latest start of validity among its records. */
  readonly asOf: string;
  /** The source's own timestamp, ISO 8601 UTC. */
  readonly issuedAt: string;
  readonly membersHash: string;
}

/** An export with its day. */
export interface DatedExport extends ExportFact {
  /** The last day it covers, `YYYY-MM-DD` (`dayOfExport`). */
  readonly until: string;
}

/** Hash under which exports with the same members share them (sorted keys). */
export function hashMembers(members: readonly string[]): string {
  return createHash("sha256").update(members.join("\n")).digest("hex");
}

/** Every export known, oldest first. */
export async function readExports({ $client: sql }: Database): Promise<DatedExport[]> {
  return await sql<DatedExport[]>`
    select as_of as "asOf", members_hash as "membersHash", coalesce(until, as_of) as until,
      to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "issuedAt"
    from exports order by exports.as_of, exports.issued_at`;
}

/** Sorted keys of the records of an export. */
export async function readMembers({ $client: sql }: Database, hash: string): Promise<string[]> {
  const [row] = await sql<{ members: Uint8Array }[]>`select members from export_members where hash = ${hash}`;
  if (row === undefined) throw new Error(`members ${hash} are missing`);
  return Bun.zstdDecompressSync(row.members).toString().split("\n");
}

/**
 * Records an export as a fact. When the latest one of that as-of date is the same corpus, only its instant and its last
 * day move: a daily run of an unchanged source adds no row. One with the same instant replaces the previous.
 */
export async function recordExport(
  database: Database,
  fact: DatedExport,
  members: readonly string[],
): Promise<void> {
  const { asOf, issuedAt, membersHash, until } = fact;
  const newest = (await readExports(database)).findLast((known) => known.asOf === asOf);
  const isRepeated = newest?.membersHash === membersHash;
  await inTransaction(database, (sql) =>
    isRepeated
      ? [
          sql`
            update exports set issued_at = greatest(issued_at, ${issuedAt}), until = greatest(until, ${until})
            where as_of = ${asOf} and issued_at = ${newest.issuedAt}`,
        ]
      : [
          sql`
            insert into export_members (hash, members)
            values (${membersHash}, ${Bun.zstdCompressSync(members.join("\n"))}) on conflict do nothing`,
          sql`
            insert into exports (as_of, issued_at, members_hash, until)
            values (${asOf}, ${issuedAt}, ${membersHash}, ${until})
            on conflict (as_of, issued_at) do update set members_hash = excluded.members_hash, until = excluded.until`,
          sql`
            delete from export_members m
            where not exists (select from exports e where e.members_hash = m.hash)`,
        ],
  );
}

/** The absences of a document, by as-of date; they replace those in the store. */
export interface AbsenceChange {
  readonly boiId: string;
  readonly since: readonly string[];
}

const PAGE_ROWS = 500;

/** Every absence of the store, by document, a page at a time. */
export function readAbsences({ $client: sql }: Database): AsyncGenerator<readonly AbsenceChange[]> {
  return pages(
    "",
    (after) => sql<(AbsenceChange & { position: string })[]>`
      select boi_id as position, boi_id as "boiId", json_agg(since order by since) as since
      from absences where boi_id > ${after} group by boi_id order by boi_id limit ${PAGE_ROWS}`,
  );
}

export function writeAbsences(
  sql: Statements,
  changes: readonly AbsenceChange[],
): readonly Promise<unknown>[] {
  const rows = changes.flatMap(({ boiId, since }) => since.map((date) => ({ boiId, date })));
  return [
    sql`
      delete from absences a
      using json_array_elements_text(${jsonRows(changes.map(({ boiId }) => boiId))}::text::json) as named(boi_id)
      where a.boi_id = named.boi_id`,
    sql`
      insert into absences (boi_id, since)
      select "boiId", date from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, date date)`,
  ];
}
