import { asc, eq, max, sql } from "drizzle-orm";
import type { CoverageGap } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { readCoverage } from "../queries/corpus.ts";
import { appliedArchives, exports, httpValidators } from "../schema/ingestion.ts";

/** An archive whose usable documents are all in the store. */
export interface AppliedArchive {
  /** The source's own name for it. */
  readonly name: string;
  readonly kind: "stock" | "flux";
  /** Days covered, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  /** Of the file, lower-case hexadecimal. */
  readonly md5: string;
  /** Whether none of its documents was rejected: otherwise it may be issued again, corrected. */
  readonly isWhole: boolean;
}

/** A server's validators of the file at `url`; at least one of the two is set. */
export interface Validator {
  readonly url: string;
  readonly etag: string | null;
  /** As sent. */
  readonly lastModified: string | null;
}

/** What the store already has of the sources. */
export interface KnownSources {
  readonly archives: readonly AppliedArchive[];
  readonly validators: readonly Validator[];
  /** The last day covered by an export, `YYYY-MM-DD`. */
  readonly exportsUntil: string | null;
  /** Days covered by no applied source, in order. */
  readonly gaps: readonly CoverageGap[];
}

/** Reads everything: an empty store, or a forced run. */
export const NOTHING_KNOWN: KnownSources = { archives: [], validators: [], exportsUntil: null, gaps: [] };

export async function readKnownSources(database: Database): Promise<KnownSources> {
  const [archives, validators, [newest], { gaps }] = await Promise.all([
    readAppliedArchives(database),
    database.select().from(httpValidators),
    database.select({ until: max(sql<string>`coalesce(${exports.until}, ${exports.asOf})`) }).from(exports),
    readCoverage(database),
  ]);
  return { archives, validators, exportsUntil: newest?.until ?? null, gaps };
}

/** Every archive applied, by name. */
export async function readAppliedArchives(database: Database): Promise<AppliedArchive[]> {
  const { name, kind, from, to, md5, isWhole } = appliedArchives;
  return await database
    .select({ name, kind, from, to, md5, isWhole })
    .from(appliedArchives)
    .orderBy(asc(name));
}

/** Sorted keys of the records of an applied archive. */
export async function readArchiveMembers(database: Database, name: string): Promise<string[]> {
  const [row] = await database
    .select({ members: appliedArchives.members })
    .from(appliedArchives)
    .where(eq(appliedArchives.name, name));
  if (row === undefined) throw new Error(`archive ${name} is not applied`);
  return Bun.zstdDecompressSync(row.members).toString().split("\n");
}

/**
 * Records an archive once all its documents are written; one issued again replaces the previous.
 * @param members sorted keys of its records.
 */
export async function recordArchive(
  database: Database,
  archive: AppliedArchive,
  members: readonly string[],
): Promise<void> {
  const { name, kind, from, to, md5, isWhole } = archive;
  const described = { kind, from, to, md5, isWhole, members: Bun.zstdCompressSync(members.join("\n")) };
  await database
    .insert(appliedArchives)
    .values({ name, ...described })
    .onConflictDoUpdate({ target: appliedArchives.name, set: { ...described, appliedAt: sql`now()` } });
}

/** Call it only once the files' whole content is in the store: the server may not send them again. */
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
