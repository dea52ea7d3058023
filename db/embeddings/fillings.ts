import { eq, sql } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { fillings } from "../schema/embeddings.ts";
import { corpus } from "../schema/ingestion.ts";
import { completedVersion } from "./completed/index.ts";

/** How far the vectors of a language model are. */
export type Filling = typeof fillings.$inferSelect;

/** The vectors of language models, by encoder; one at most in practice. */
export function readFillings(database: Database): Promise<Filling[]> {
  return database.select().from(fillings).orderBy(fillings.encoder);
}

/** Versions of vectors that questions may be compared with, the best first; none before the first ingestion. */
export async function readComparedVersions(database: Database): Promise<string[]> {
  const [row] = await database
    .select({ embedder: corpus.embedder, completed: fillings.version })
    .from(corpus)
    .leftJoin(fillings, eq(fillings.isServing, sql`true`))
    .limit(1);
  return [row?.completed, row?.embedder].flatMap((version) => version ?? []);
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

/** Keeps how far a filling is; one that lacks too much answers no more. */
export async function recordFilling(database: Database, state: FillingState, now: Date): Promise<void> {
  const { encoder, version, passages, missing } = state;
  const since = missing === 0 ? null : now.toISOString();
  const mayServe = missing < passages * LARGEST_MISSING_SHARE;
  await database.$client`
    insert into fillings as f (encoder, version, passages, missing, since)
    values (${encoder}, ${version}, ${passages}, ${missing}, ${since})
    on conflict (encoder) do update set version = excluded.version, passages = excluded.passages,
      missing = excluded.missing,
      since = case when excluded.since is null then null else coalesce(f.since, excluded.since) end,
      is_serving = f.is_serving and f.version = excluded.version and ${mayServe}`;
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
 * From now on questions are compared with the vectors of that version alone, and fillings are to be completed by its
 * corpus model: those that another one completed answer no more.
 */
export async function activateEmbedder(database: Database, version: string): Promise<void> {
  const prefix = completedVersion("", version);
  await database.$client`
    with stale as (
      update fillings set version = encoder || ${prefix}, is_serving = false, missing = passages
      where version <> encoder || ${prefix})
    update corpus set embedder = ${version}, revision = revision + 1`;
}

/** Forgets all fillings: for an embedder that needs none beside it. */
export async function forgetFillings(database: Database): Promise<void> {
  await database.delete(fillings);
}
