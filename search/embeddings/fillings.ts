import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/postgres/database.ts";
import { fillings } from "../../db/schema/embeddings.ts";
import { corpus } from "../../db/schema/ingestion.ts";
import { completedVersion } from "./completed/index.ts";

/** How far the vectors of a language model are. */
export type Filling = typeof fillings.$inferSelect;

/** The vectors of language models, by encoder: one, or two while another model takes the place of the first. */
export function readFillings(database: Database): Promise<Filling[]> {
  return database.select().from(fillings).orderBy(fillings.encoder);
}

/** Versions of vectors that questions may be compared with, the best first; none before the first ingestion. */
export async function readComparedVersions(database: Database): Promise<string[]> {
  const rows = await database
    .select({ embedder: corpus.embedder, completed: fillings.version })
    .from(corpus)
    .leftJoin(fillings, eq(fillings.isServing, sql`true`))
    .orderBy(fillings.encoder);
  return [...rows.map(({ completed }) => completed), rows[0]?.embedder].flatMap((version) => version ?? []);
}

/** What there is to fill, as it is seen. */
export interface FillingState {
  readonly encoder: string;
  readonly version: string;
  readonly passages: number;
  readonly missing: number;
}

/** A set that lacks this share of its passages no longer answers. */
const LARGEST_MISSING_SHARE = 0.01;

/** Whether so few passages lack a vector that the set may answer. */
export function mayServe({ passages, missing }: Pick<FillingState, "passages" | "missing">): boolean {
  return missing < passages * LARGEST_MISSING_SHARE;
}

/** Keeps how far a filling is; one that lacks too much answers no more. */
export async function recordFilling(database: Database, state: FillingState, now: Date): Promise<void> {
  const { encoder, version, passages, missing } = state;
  const since = missing === 0 ? null : now.toISOString();
  await database.$client`
    insert into fillings as f (encoder, version, passages, missing, since)
    values (${encoder}, ${version}, ${passages}, ${missing}, ${since})
    on conflict (encoder) do update set version = excluded.version, passages = excluded.passages,
      missing = excluded.missing,
      since = case when excluded.since is null then null else coalesce(f.since, excluded.since) end,
      is_serving = f.is_serving and f.version = excluded.version and ${mayServe(state)}`;
}

/**
 * Has questions compared with a filling from now on; nothing happens when it is no longer of that version, or is
 * compared with already.
 */
export async function serveFilling(
  database: Database,
  { encoder, version }: Pick<FillingState, "encoder" | "version">,
): Promise<void> {
  await database.$client`
    with served as (
      update fillings set is_serving = true where encoder = ${encoder} and version = ${version} and not is_serving
      returning 1)
    update corpus set revision = revision + 1 where exists (select from served)`;
}

/**
 * From now on the corpus model of that version answers, and fillings are to be completed by it: those that another one
 * completed answer no more. Those that need no completion stay.
 */
export async function activateEmbedder(database: Database, version: string): Promise<void> {
  const suffix = completedVersion("", version);
  await database.$client`
    with stale as (
      update fillings set version = encoder || ${suffix}, is_serving = false, missing = passages
      where version not in (encoder, encoder || ${suffix}))
    update corpus set embedder = ${version}, revision = revision + 1`;
}

/** Forgets the other fillings than that of an encoder, once questions are compared with it. */
export async function retireFillings(database: Database, encoder: string): Promise<void> {
  await database.$client`
    delete from fillings where encoder <> ${encoder}
      and exists (select from fillings where encoder = ${encoder} and is_serving)`;
}

/**
 * Forgets what was written of services that never answered, once another encoder fills: of these only a name was known.
 * A filling of that form that has only begun is written again with its next batch.
 */
export async function forgetUnanswered(database: Database, encoder: string): Promise<void> {
  await database.$client`
    delete from fillings where encoder <> ${encoder}
      and version = encoder and missing = passages and not is_serving`;
}

/** Longer than any first filling: a set that somebody wants is whole by then, and lacks nothing for long. */
const ABANDONED_AFTER_MS = 30 * 24 * 3_600_000;

/**
 * Forgets the fillings that answer nobody and that nobody fills any more: another process may have the encoder that this
 * one lacks, and hours of its work are not lost to a run that was started without its configuration.
 * @param isChosen tells the encoder of this process's own configuration, which stays.
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
