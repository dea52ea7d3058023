import type { CoverageGap } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { jsonRows } from "../postgres/statements.ts";
import { readCoverage } from "../queries/corpus.ts";

/** An archive whose usable documents are all in the store. */
export interface AppliedArchive {
  /** The source's own name for it. */
  readonly name: string;
  readonly kind: "stock" | "flux";
  /** Days covered, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  /** The file's, lower-case hexadecimal. */
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
  const sql = database.$client;
  const [archives, validators, [newest], { gaps }] = await Promise.all([
    readAppliedArchives(database),
    sql<Validator[]>`select url, etag, last_modified as "lastModified" from http_validators`,
    sql<{ until: string | null }[]>`select max(coalesce(until, as_of)) as until from exports`,
    readCoverage(database),
  ]);
  return { archives, validators, exportsUntil: newest?.until ?? null, gaps };
}

/** Every archive applied, by name. */
export async function readAppliedArchives({ $client: sql }: Database): Promise<AppliedArchive[]> {
  return await sql<AppliedArchive[]>`
    select name, kind, "from", "to", md5, is_whole as "isWhole" from applied_archives order by name`;
}

/** Sorted keys of the records of an applied archive. */
export async function readArchiveMembers({ $client: sql }: Database, name: string): Promise<string[]> {
  const [row] = await sql<{ members: Uint8Array<ArrayBuffer> }[]>`
    select members from applied_archives where name = ${name}`;
  if (row === undefined) throw new Error(`archive ${name} is not applied`);
  return Bun.zstdDecompressSync(row.members).toString().split("\n");
}

/**
 * Records an archive once all its documents are written; one issued again replaces the previous.
 * @param members sorted keys of its records.
 */
export async function recordArchive(
  { $client: sql }: Database,
  archive: AppliedArchive,
  members: readonly string[],
): Promise<void> {
  const { name, kind, from, to, md5, isWhole } = archive;
  await sql`
    insert into applied_archives (name, kind, "from", "to", md5, is_whole, members)
    values (${name}, ${kind}, ${from}, ${to}, ${md5}, ${isWhole}, ${Bun.zstdCompressSync(members.join("\n"))})
    on conflict (name) do update set kind = excluded.kind, "from" = excluded."from", "to" = excluded."to",
      md5 = excluded.md5, is_whole = excluded.is_whole, members = excluded.members, applied_at = now()`;
}

/** Call it only once the files' whole content is in the store: the server may not send them again. */
export async function recordValidators(
  { $client: sql }: Database,
  validators: readonly Validator[],
): Promise<void> {
  if (validators.length === 0) return;
  await sql`
    insert into http_validators (url, etag, last_modified)
    select url, etag, "lastModified"
    from json_to_recordset(${jsonRows(validators)}::text::json) as r(url text, etag text, "lastModified" text)
    on conflict (url) do update set etag = excluded.etag, last_modified = excluded.last_modified`;
}
