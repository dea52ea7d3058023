import { type CoverageFacts, coverageOf } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows } from "../postgres/statements.ts";
import type { namedArchives } from "../schema/ingestion.ts";

/** An archive as a manifest describes it. */
export type NamedArchive = typeof namedArchives.$inferSelect;

/** Records what manifests declare about archives; the latest one prevails. */
export async function recordNamedArchives(
  { $client: sql }: Database,
  archives: readonly NamedArchive[],
): Promise<void> {
  if (archives.length === 0) return;
  // Two manifests may name the same archive.
  const byName = new Map(archives.map((archive) => [archive.name, archive]));
  await sql`
    insert into named_archives (name, kind, "from", "to")
    select name, kind, "from", "to"
    from json_to_recordset(${jsonRows([...byName.values()])}::text::json)
      as named (name text, kind text, "from" date, "to" date)
    on conflict (name) do update set kind = excluded.kind, "from" = excluded."from", "to" = excluded."to"`;
}

/**
 * Records that an archive exists, though it can't be applied: its days are a gap until it is, or until another source
 * covers them. What a manifest declares about it prevails.
 */
export async function recordRefusedArchive(
  { $client: sql }: Database,
  { name, kind, from, to }: NamedArchive,
): Promise<void> {
  await sql`
    insert into named_archives (name, kind, "from", "to") values (${name}, ${kind}, ${from}, ${to}) on conflict do nothing`;
}

/**
 * Records how far the applied sources reach, and raises the revision when that moves, because every response includes
 * it. Call it once their content is written.
 * @param today in Paris, `YYYY-MM-DD`.
 */
export async function refreshCoverage(database: Database, today: string): Promise<void> {
  const coverage = JSON.stringify(coverageOf(await readCoverageFacts(database), today));
  await database.$client`
    update corpus set coverage = ${coverage}::text::jsonb, revision = revision + 1
    where coverage is distinct from ${coverage}::text::jsonb`;
}

/** Records when the official addresses last answered. */
export async function recordSurvey({ $client: sql }: Database, at: Date): Promise<void> {
  await sql`update corpus set surveyed_at = ${at}`;
}

/** The period of an archive comes from the manifest that names it, else from its file name. */
export async function readCoverageFacts({ $client: sql }: Database): Promise<CoverageFacts> {
  const [row] = await sql<CoverageFacts[]>`
    select
      coalesce((select json_agg(distinct coalesce(until, as_of)) from exports), '[]') as exports,
      coalesce((
        select json_agg(json_build_object(
          'kind', coalesce(named.kind, applied.kind), 'from', coalesce(named."from", applied."from"),
          'to', coalesce(named."to", applied."to"), 'isApplied', applied.name is not null))
        from applied_archives as applied full join named_archives as named using (name)), '[]') as archives`;
  if (row === undefined) throw new Error("coverage: no row");
  return row;
}

const TABLES = [
  "documents",
  "editions",
  "edition_contents",
  "edition_references",
  "edition_tables",
  "wordings",
  "kept_texts",
  "passages",
  "changes",
  "plan_nodes",
  "actualites",
  "actualite_references",
  "cited_law",
  "consultations",
  "law_files",
  "law_versions",
] as const;

/**
 * Updates the query planner's statistics: PGlite has no autovacuum to do it. The sample is small, so that no table
 * occupies the store for more than 40 ms.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  for (const table of TABLES) {
    await inTransaction(database, (statements) => [
      statements`set local default_statistics_target = 20`,
      statements`analyze ${statements(table)}`,
    ]);
  }
}
