import type { Database } from "../../db/postgres/database.ts";
import { columnsOf, inTransaction } from "../../db/postgres/statements.ts";
import { fillings } from "../../db/schema/embeddings.ts";
import { completedVersion } from "./completed.ts";

/** Progress of a language model's vectors. */
export type Filling = typeof fillings.$inferSelect;

/** Fillings by encoder: one, or two while a new model replaces the previous one. */
export async function readFillings({ $client: sql }: Database): Promise<Filling[]> {
  return await sql<Filling[]>`select ${columnsOf(sql, fillings)} from fillings order by encoder`;
}

/** Versions of vectors that questions may be compared with, best first; empty before the first ingestion. */
export async function readComparedVersions({ $client: sql }: Database): Promise<string[]> {
  const rows = await sql<{ embedder: string | null; completed: string | null }[]>`
    select embedder, version as completed from corpus left join fillings on is_serving order by encoder`;
  return [...rows.map(({ completed }) => completed), rows[0]?.embedder].flatMap((version) => version ?? []);
}

/** Observed state of a filling. */
type FillingState = Omit<Filling, "since" | "isServing">;

/** A filling that lacks more than this share of its passages stops serving. */
const LARGEST_MISSING_SHARE = 0.01;

/** Saves a filling's progress; one that lacks too many vectors stops serving. */
export async function recordFilling(
  { $client: sql }: Database,
  { encoder, version, passages, missing }: FillingState,
  now: Date,
): Promise<void> {
  const since = missing === 0 ? null : now;
  await sql`
    insert into fillings as f (encoder, version, passages, missing, since)
    values (${encoder}, ${version}, ${passages}, ${missing}, ${since})
    on conflict (encoder) do update set version = excluded.version, passages = excluded.passages,
      missing = excluded.missing,
      since = case when excluded.since is null then null else coalesce(f.since, excluded.since) end,
      is_serving = f.is_serving and f.version = excluded.version and ${missing < passages * LARGEST_MISSING_SHARE}`;
}

/** Makes a filling serve; does nothing when its version has changed, or when it is serving already. */
export async function serveFilling(
  { $client: sql }: Database,
  { encoder, version }: Pick<FillingState, "encoder" | "version">,
): Promise<void> {
  await sql`
    with served as (
      update fillings set is_serving = true where encoder = ${encoder} and version = ${version} and not is_serving
      returning 1)
    update corpus set revision = revision + 1 where exists (select from served)`;
}

/**
 * Switches to the corpus model of this version, unless it is in use. Fillings completed by another model stop serving
 * until this one completes them; those that need no completion are kept.
 */
export async function activateEmbedder({ $client: sql }: Database, version: string): Promise<void> {
  const suffix = completedVersion("", version);
  await sql`
    with stale as (
      update fillings set version = encoder || ${suffix}, is_serving = false, missing = passages
      where version not in (encoder, encoder || ${suffix}))
    update corpus set embedder = ${version}, revision = revision + 1 where embedder is distinct from ${version}`;
}

/** Deletes the fillings of other versions, once this one serves. */
export async function retireFillings({ $client: sql }: Database, version: string): Promise<void> {
  await sql`
    delete from fillings where version <> ${version}
      and exists (select from fillings where version = ${version} and is_serving)`;
}

/**
 * Deletes the rows of services that never responded, of which only the name was known, once another encoder fills. A
 * filling of that form that has only started is written again with its next batch.
 */
export async function forgetUnanswered({ $client: sql }: Database, encoder: string): Promise<void> {
  await sql`
    delete from fillings where encoder <> ${encoder}
      and version = encoder and missing = passages and not is_serving`;
}

/** Longer than any first filling: one still in use is complete by then, and is never incomplete for long. */
const ABANDONED_AFTER_MS = 30 * 24 * 3_600_000;

/**
 * Deletes the fillings that neither serve nor make progress any more. Not earlier, because another process may have
 * the encoder that this one lacks: a run started without its configuration must not lose hours of its work.
 * @param isChosen whether an encoder is the one of this process's configuration, which is kept.
 */
export async function forgetAbandoned(
  database: Database,
  isChosen: (encoder: string) => boolean,
  now: Date,
): Promise<void> {
  for (const { encoder, isServing, since } of await readFillings(database)) {
    const isAbandoned = since !== null && now.getTime() - since.getTime() > ABANDONED_AFTER_MS;
    if (isAbandoned && !isServing && !isChosen(encoder))
      await database.$client`delete from fillings where encoder = ${encoder} and not is_serving`;
  }
}

/**
 * How many past texts have a passage without a vector of a version, as last recorded; null when they were never filled.
 */
export async function readPastLacking({ $client: sql }: Database, version: string): Promise<number | null> {
  const [row] = await sql<{ lacking: number }[]>`
    select lacking from past_fillings where version = ${version}`;
  return row?.lacking ?? null;
}

/** Records it; raises the revision when it differs, because answers tell it. */
export async function recordPastLacking(database: Database, version: string, lacking: number): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      update corpus set revision = revision + 1
      where not exists (select from past_fillings where version = ${version} and lacking = ${lacking})`,
    sql`
      insert into past_fillings (version, lacking) values (${version}, ${lacking})
      on conflict (version) do update set lacking = excluded.lacking`,
  ]);
}
