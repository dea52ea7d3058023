import { asc, sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { appliedArchives, httpValidators } from "../schema.ts";

/** An archive whose documents are all in the store. */
export interface AppliedArchive {
  /** The source's own name for it. */
  readonly name: string;
  readonly kind: "stock" | "flux";
  /** Days covered, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  /** Of the file, lower-case hexadecimal. */
  readonly md5: string;
}

/** What a server said of the file at `url`; at least one of the two is there. */
export interface Validator {
  readonly url: string;
  readonly etag: string | null;
  /** As sent. */
  readonly lastModified: string | null;
}

/** What the store holds already, as far as sources are concerned. */
export interface KnownSources {
  readonly archives: readonly AppliedArchive[];
  readonly validators: readonly Validator[];
}

/** Everything is to be read: an empty store, or a forced run. */
export const NOTHING_KNOWN: KnownSources = { archives: [], validators: [] };

export async function readKnownSources(database: Database): Promise<KnownSources> {
  const [archives, validators] = await Promise.all([
    readAppliedArchives(database),
    database.select().from(httpValidators),
  ]);
  return { archives, validators };
}

/** Every archive applied, by name. */
export async function readAppliedArchives(database: Database): Promise<AppliedArchive[]> {
  const { name, kind, from, to, md5 } = appliedArchives;
  return await database.select({ name, kind, from, to, md5 }).from(appliedArchives).orderBy(asc(name));
}

/** Remembers an archive once all its documents are written; one issued again takes the place of the first. */
export async function recordArchive(database: Database, archive: AppliedArchive): Promise<void> {
  const { name, kind, from, to, md5 } = archive;
  await database
    .insert(appliedArchives)
    .values({ name, kind, from, to, md5 })
    .onConflictDoUpdate({
      target: appliedArchives.name,
      set: { kind, from, to, md5, appliedAt: sql`now()` },
    });
}

/** To be called only once everything that the files hold is in the store: they may not be given again. */
export async function recordValidators(database: Database, validators: readonly Validator[]): Promise<void> {
  if (validators.length === 0) return;
  await database
    .insert(httpValidators)
    .values([...validators])
    .onConflictDoUpdate({
      target: httpValidators.url,
      set: { etag: sql`excluded.etag`, lastModified: sql`excluded.last_modified` },
    });
}
