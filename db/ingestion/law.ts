import type { Amendment, LawArchive, ListedVersion } from "../../bofip/law/versions.ts";
import { sealsOf } from "../integrity/seals.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf, anyTextOf, inTransaction, jsonRows, pages, type Statements } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { LawState } from "../schema/ingestion.ts";

/** Every archive seen, in the order of their application. */
export async function readLawArchives({ $client: sql }: Database): Promise<LawArchive[]> {
  return await sql<LawArchive[]>`
    select name, stamp, kind, to_json(array_remove(string_to_array(codes, ' '), '')) as codes, fault
    from law_archives order by stamp, name`;
}

/** Records archives that exist, applied or not. */
export async function recordSeenArchives(
  { $client: sql }: Database,
  archives: readonly Pick<LawArchive, "name" | "stamp" | "kind">[],
): Promise<void> {
  await sql`
    insert into law_archives (name, stamp, kind)
    select name, stamp, kind from json_to_recordset(${jsonRows(archives)}::text::json)
      as seen (name text, stamp text, kind text)
    on conflict do nothing`;
}

/** Records why an archive can't be applied, in French: what it had brought before stays. */
export async function recordLawRefusal(
  { $client: sql }: Database,
  { name, fault, print }: { readonly name: string; readonly fault: string; readonly print: string | null },
): Promise<void> {
  await sql`update law_archives set fault = ${fault}, empreinte_fichier = ${print} where name = ${name}`;
}

/**
 * Records an archive once all it says of these codes is stored; what was answered before is then out of date. Those that
 * come after it are to be applied again.
 */
export async function recordAppliedLaw(database: Database, applied: AppliedLaw): Promise<void> {
  const { name, read, texts, print, at, later } = applied;
  await inTransaction(database, (sql) => [
    sql`
      update law_archives set codes = array_to_string(array(
        select one from unnest(string_to_array(codes, ' ')) as one
        where one <> all(string_to_array(${read.join(" ")}, ' '))), ' ')
      where name = ${anyOf(sql, later)}`,
    sql`
      update law_archives set codes = ${texts.join(" ")}, empreinte_fichier = ${print}, applied_at = ${at}, fault = null
      where name = ${name}`,
    raiseRevision(sql),
  ]);
}

interface AppliedLaw {
  readonly name: string;
  /** The texts read now, and all that were, by LEGITEXT. */
  readonly read: readonly string[];
  readonly texts: readonly string[];
  /** SHA-256 of the file. */
  readonly print: string;
  readonly at: Date;
  /** Archives after it that were applied before. */
  readonly later: readonly string[];
}

/** Forgets that archives were read for other codes than these, with what is held of those. */
export async function forgetOtherCodes(
  database: Database,
  { texts, names }: { readonly texts: readonly string[]; readonly names: readonly string[] },
): Promise<void> {
  const isOther = (sql: Statements) => sql`not code = ${anyTextOf(sql, names)}`;
  await inTransaction(database, (sql) => [
    sql`delete from law_files where ${isOther(sql)}`,
    sql`delete from law_versions where ${isOther(sql)}`,
    sql`
      update law_archives set codes = array_to_string(array(
        select one from unnest(string_to_array(codes, ' ')) as one where one = ${anyOf(sql, texts)}), ' ')
      where exists (
        select from unnest(array_remove(string_to_array(codes, ' '), '')) as one where one <> all(
          string_to_array(${texts.join(" ")}, ' ')))`,
  ]);
}

/** Forgets all the law held. */
export async function forgetLaw(database: Database): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`delete from law_versions`,
    sql`delete from law_files`,
    sql`delete from law_archives`,
    raiseRevision(sql),
  ]);
}

/** Records how far the law held reaches, and what could not be read: answers say the former. */
export async function recordLawState(
  { $client: sql }: Database,
  { law, fault, at }: { readonly law: LawState | null; readonly fault: string | null; readonly at: Date },
): Promise<void> {
  const state = law === null ? null : JSON.stringify(law);
  const failure = fault === null ? null : JSON.stringify({ message: fault, since: at.toISOString() });
  await sql`
    update corpus set law = ${state}::text::jsonb, revision = revision + 1
    where law is distinct from ${state}::text::jsonb`;
  await sql`
    update corpus set law_fault = case when law_fault is null or ${failure}::text is null then ${failure}::text::jsonb
      else ${failure}::text::jsonb || jsonb_build_object('since', law_fault -> 'since') end
    where law_fault is not null or ${failure}::text is not null`;
}

/** Codes of which some file could not be read, so that it is not known what they hold. */
export async function readFaultyCodes({ $client: sql }: Database): Promise<string[]> {
  const rows = await sql<{ code: string }[]>`select distinct code from law_files where fault is not null`;
  return rows.map(({ code }) => code);
}

/** A stored file, without its record. */
export interface HeldFile {
  readonly path: string;
  readonly legiarti: string;
  readonly code: string;
  readonly modifiedAt: Date;
  /** Null for a file that was never readable. */
  readonly recordHash: string | null;
  readonly listed: readonly ListedVersion[];
  readonly fault: string | null;
}

const heldFile = (sql: Statements) => sql`
  path, legiarti, code, modified_at as "modifiedAt", record_hash as "recordHash", listed, fault`;

/** Files by their paths, of those held. */
export async function readFilesAt({ $client: sql }: Database, paths: readonly string[]): Promise<HeldFile[]> {
  return await sql<HeldFile[]>`
    select ${heldFile(sql)} from law_files
    where path = ${anyTextOf(sql, paths)}`;
}

/** Files of these versions, or that list them. */
export async function readFilesAbout(
  { $client: sql }: Database,
  ids: readonly string[],
  isListing: boolean,
): Promise<HeldFile[]> {
  if (ids.length === 0) return [];
  if (!isListing)
    return await sql<HeldFile[]>`select ${heldFile(sql)} from law_files where legiarti = ${anyOf(sql, ids)}`;
  return await sql<HeldFile[]>`
    select ${heldFile(sql)} from law_files where path in (
      select f.path from unnest(string_to_array(${ids.join(" ")}, ' ')) as asked (id)
        join law_files f on f.listed @> jsonb_build_array(jsonb_build_object('legiarti', asked.id)))`;
}

const PATHS_AT_ONCE = 1_000;

/** Every path held of some codes, in order, some at once. */
export async function* readPaths(
  { $client: sql }: Database,
  codes: readonly string[],
): AsyncGenerator<readonly string[]> {
  const rows = pages(
    "",
    (after) => sql<{ position: string }[]>`
      select path as position from law_files where path > ${after} and code = ${anyTextOf(sql, codes)}
      order by path limit ${PATHS_AT_ONCE}`,
  );
  for await (const page of rows) yield page.map(({ position }) => position);
}

/** Paths held that lists of suppressions name, both without slashes nor `.xml`: a list may lack some. */
export async function readListedPaths(
  { $client: sql }: Database,
  { files, folders }: { readonly files: readonly string[]; readonly folders: readonly string[] },
): Promise<string[]> {
  if (files.length + folders.length === 0) return [];
  const rows = await sql<{ path: string }[]>`
    select path from (select path, replace(replace(path, '/', ''), '.xml', '') as key from law_files) held
    where key = ${anyTextOf(sql, files)}
      or exists (select from json_array_elements_text(${jsonRows(folders)}::text::json) as folder
        where starts_with(key, folder))
    order by path`;
  return rows.map(({ path }) => path);
}

/** The file that each of these versions comes from, null for one only listed; a version that is not held is left out. */
export async function readVersionPaths(
  { $client: sql }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await sql<{ legiarti: string; path: string | null }[]>`
    select legiarti, path from law_versions where legiarti = ${anyOf(sql, ids)}`;
  return new Map(rows.map(({ legiarti, path }) => [legiarti, path]));
}

/** A stored file with its XML; null when that is no longer what was received, or was never readable. */
export interface LawRecord extends HeldFile {
  readonly xml: string | null;
}

export async function readLawRecords(
  { $client: sql }: Database,
  paths: readonly string[],
): Promise<LawRecord[]> {
  const rows = await sql<(HeldFile & { record: Uint8Array<ArrayBuffer> | null })[]>`
    select ${heldFile(sql)}, record from law_files
    where path = ${anyTextOf(sql, paths)}`;
  return rows.map(({ record, ...file }) => ({ ...file, xml: xmlOf(record, file.recordHash) }));
}

function xmlOf(record: Uint8Array<ArrayBuffer> | null, hash: string | null): string | null {
  if (record === null) return null;
  try {
    const xml = Bun.zstdDecompressSync(record);
    return new Bun.CryptoHasher("sha256").update(xml).digest("hex") === hash ? xml.toString() : null;
  } catch {
    return null;
  }
}

/** A file to store; without record it could not be read, and what was held stays. */
export interface NewFile extends HeldFile {
  readonly record: Uint8Array | null;
  readonly archive: string;
}

/** A version to store, in the columns of `law_versions`. */
export interface DerivedVersion {
  readonly legiarti: string;
  readonly code: string;
  readonly num: string;
  readonly article: string | null;
  readonly etat: string;
  readonly dateDebut: string;
  readonly dateFin: string | null;
  readonly path: string | null;
  readonly section: readonly string[];
  readonly sectionId: string | null;
  readonly texte: string | null;
  readonly html: string | null;
  readonly nota: string | null;
  readonly modifiePar: readonly Amendment[];
  readonly empreinte: string | null;
  readonly substance: string | null;
  readonly derivationVersion: number;
}

/** What becomes visible together. */
export interface LawBatch {
  readonly files: readonly NewFile[];
  /** Paths of files that are no more. */
  readonly dropped: readonly string[];
  readonly versions: readonly DerivedVersion[];
  /** Versions that no file gives nor lists any more, or that are still-born. */
  readonly ended: readonly string[];
}

export async function writeLaw(database: Database, batch: LawBatch): Promise<void> {
  await inTransaction(database, (sql) => [
    dropFiles(sql, batch.dropped),
    writeFiles(sql, batch.files),
    sql`delete from law_versions where legiarti = ${anyOf(sql, batch.ended)}`,
    writeVersions(sql, batch.versions),
  ]);
}

function dropFiles(sql: Statements, paths: readonly string[]): Promise<unknown> {
  return sql`
    delete from law_files where path = ${anyTextOf(sql, paths)}`;
}

function writeFiles(sql: Statements, files: readonly NewFile[]): Promise<unknown> {
  const rows = files.map(({ record, ...file }) => {
    return { ...file, record: record === null ? null : Buffer.from(record).toString("base64") };
  });
  return sql`
    insert into law_files as held (path, legiarti, code, modified_at, record, record_hash, listed, archive, fault)
    select path, legiarti, code, "modifiedAt", decode(record, 'base64'), "recordHash", listed, archive, fault
    from json_to_recordset(${jsonRows(rows)}::text::json) as r(path text, legiarti text, code text,
      "modifiedAt" timestamptz, record text, "recordHash" text, listed jsonb, archive text, fault text)
    on conflict (path) do update set
      modified_at = case when excluded.fault is null then excluded.modified_at else held.modified_at end,
      record = coalesce(excluded.record, held.record), record_hash = coalesce(excluded.record_hash, held.record_hash),
      listed = case when excluded.fault is null then excluded.listed else held.listed end,
      archive = case when excluded.fault is null then excluded.archive else held.archive end, fault = excluded.fault`;
}

function writeVersions(sql: Statements, versions: readonly DerivedVersion[]): Promise<unknown> {
  const rows = versions.map((version) => ({ ...version, seals: sealsOfVersion(version) }));
  return sql`
    insert into law_versions (legiarti, code, num, article, etat, date_debut, date_fin, path, section, section_id,
      contenu_texte, contenu_html, nota, modifie_par, empreinte, substance, derivation_version, seals)
    select legiarti, code, num, article, etat, "dateDebut", "dateFin", path, section, "sectionId", texte, html, nota,
      "modifiePar", empreinte, substance, "derivationVersion", seals
    from json_to_recordset(${jsonRows(rows)}::text::json) as r(legiarti text, code text, num text, article text,
      etat text, "dateDebut" date, "dateFin" date, path text, section jsonb, "sectionId" text, texte text, html text,
      nota text, "modifiePar" jsonb, empreinte text, substance text, "derivationVersion" int, seals jsonb)
    on conflict (legiarti) do update set code = excluded.code, num = excluded.num, article = excluded.article,
      etat = excluded.etat, date_debut = excluded.date_debut, date_fin = excluded.date_fin, path = excluded.path,
      section = excluded.section, section_id = excluded.section_id, contenu_texte = excluded.contenu_texte,
      contenu_html = excluded.contenu_html, nota = excluded.nota, modifie_par = excluded.modifie_par,
      empreinte = excluded.empreinte, substance = excluded.substance,
      derivation_version = excluded.derivation_version, seals = excluded.seals`;
}

/** Null for a version without text. */
function sealsOfVersion({ texte, html, nota, empreinte, derivationVersion }: DerivedVersion) {
  if (texte === null) return null;
  const columns = { contenu_texte: texte, contenu_html: html, ...(nota !== null && { nota }) };
  return sealsOf(`${empreinte} ${derivationVersion}`, columns);
}

/** Versions that another parser derived, by ascending identifier, some at once. */
export async function* readStaleVersions(
  { $client: sql }: Database,
  version: number,
): AsyncGenerator<readonly string[]> {
  const rows = pages(
    "",
    (after) => sql<{ position: string }[]>`
      select legiarti as position from law_versions where derivation_version <> ${version} and legiarti > ${after}
      order by legiarti limit ${STALE_AT_ONCE}`,
  );
  for await (const page of rows) yield page.map(({ position }) => position);
}

const STALE_AT_ONCE = 50;
