import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { lastDayBefore } from "../../bofip/sources/coverage.ts";
import { isListed, isUrl, listSources, SAMPLE, withoutCredentials } from "../../config/allowed-sources.ts";
import type { KnownSources } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type ArchiveFile, compareArchives, readArchiveName } from "./archive/entries.ts";
import { type ByteLimits, readBytes } from "./bytes.ts";
import { fetchFile, fetchText, isOfficial, readProcessedAt, readText } from "./catalogue.ts";
import { assertChecksum, checksumBeside, md5Of, readChecksum } from "./checksum.ts";
import { DiskFull } from "./download/sink.ts";
import { chooseArchives, type ManifestRow, namedBy, readManifest } from "./manifest.ts";
import {
  assertAllowed,
  type FoundFiles,
  isApplied,
  mergeFound,
  NOTHING_FOUND,
  type Opening,
  orProblem,
  type Session,
} from "./session.ts";

export interface OpenSource extends FoundFiles {
  /** Nothing to ingest: the store already has everything obtainable. `problems` lists the rest. */
  readonly unchanged: boolean;
  /** Removes the downloaded files. */
  close(): Promise<void>;
}

const SAMPLE_FOLDER = join(import.meta.dirname, "..", "sample");

/**
 * Brings sources to the local disk: `sample`, files, folders, URLs, separated by commas; archives in the order of their
 * application. An unavailable one is a problem that stops no other.
 * @throws {IngestionFault} when nothing can be read, or the disk is full
 */
export async function openSource(source: string, opening: Opening): Promise<OpenSource> {
  const folder = await mkdtemp(join(tmpdir(), "doctrine-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const found = mergeFound(await openAll(listSources(source), { ...opening, folder }));
    const archives = inOrder(found.archives);
    const unchanged = found.exports.length + archives.length === 0;
    return { ...found, archives, unchanged, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openAll(
  sources: readonly string[],
  opening: Omit<Session, "allowedWithin">,
): Promise<FoundFiles[]> {
  const found: FoundFiles[] = [];
  const faults: IngestionFault[] = [];
  for (const source of sources) {
    try {
      found.push(await openOne(source, opening));
    } catch (error) {
      if (!(error instanceof IngestionFault) || error instanceof DiskFull) throw error;
      faults.push(error);
    }
  }
  if (found.length === 0) throw faults[0] ?? new IngestionFault("Aucune source n'est nommée.");
  return [...found, { ...NOTHING_FOUND, problems: faults.map(({ message }) => message) }];
}

async function openOne(source: string, opening: Omit<Session, "allowedWithin">): Promise<FoundFiles> {
  const { allowed = null } = opening;
  assertAllowed(allowed, source);
  const isNamed = allowed !== null && isListed(allowed, source);
  const session = { ...opening, allowedWithin: isNamed ? null : allowed };
  if (isUrl(source)) return await openUrl(source, session);
  return await openPath(source === SAMPLE ? SAMPLE_FOLDER : source, session);
}

/** An archive given by two sources is applied once. */
function inOrder(archives: readonly ArchiveFile[]): ArchiveFile[] {
  const byContent = new Map(archives.map((archive) => [`${archive.name} ${archive.md5}`, archive]));
  return [...byContent.values()].sort(compareArchives);
}

/**
 * Downloads an export, an archive, or a manifest and its files. Finds nothing when the store has the server's file,
 * except an export made again since, which shows a later day.
 * @throws {IngestionFault} when it is unreachable or none of these
 */
async function openUrl(source: string, session: Session): Promise<FoundFiles> {
  const { known, folder, now } = session;
  const url = withoutCredentials(source);
  const path = join(folder, `download-${Bun.hash(url).toString(16)}`);
  // Before the export itself, which is then at least as recent.
  const processedAt = await readProcessedAt(url, session);
  const validator = known.validators.find((one) => one.url === url) ?? null;
  const isToConfirm = processedAt !== null && lastDayBefore(processedAt) > (known.exportsUntil ?? "");
  const file = await fetchFile(source, path, session, { validator: isToConfirm ? null : validator });
  if (file === "unchanged") return NOTHING_FOUND;
  const kind = kindOfName(new URL(url).pathname) ?? (await kindOfContent(path));
  // A manifest is short, and its files may have been refused: it is read again at every run.
  if (kind === "manifest") return await openManifest(await readText(path), url, null, session);
  const issuedAt = file.modifiedAt ?? now;
  const validators = file.validator === null ? [] : [file.validator];
  const { fileName: name } = file;
  const servers = [{ path, ...file.server }];
  if (kind === "export") {
    const dated = processedAt ?? (isOfficial(url, session) ? file.modifiedAt : null);
    return { ...NOTHING_FOUND, exports: [{ path, name, issuedAt, processedAt: dated }], validators, servers };
  }
  return { ...(await openArchive({ path, name, checksum: null, issuedAt }, known)), validators, servers };
}

/** The manifest's own name; a folder may contain other JSON files. */
const MANIFEST_NAME = /^bofip-impots.*\.json$/i;

/** Opens a file or a folder of the local disk. @throws {IngestionFault} when nothing there can be read */
async function openPath(path: string, session: Session): Promise<FoundFiles> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new IngestionFault(`Source introuvable : ${path}`);
  if (found.isDirectory()) return await openFolder(path, session);
  if (!found.isFile()) throw new IngestionFault(`${path} n'est ni un fichier ni un dossier.`);
  return await openFile(path, session);
}

async function openFile(path: string, session: Session): Promise<FoundFiles> {
  assertAllowed(session.allowedWithin, path);
  const kind = kindOfName(path) ?? (await kindOfContent(path));
  if (kind === "manifest") return await openManifest(await readText(path), path, dirname(path), session);
  const name = basename(path);
  if (kind === "export") {
    const { mtime: issuedAt } = await stat(path);
    return { ...NOTHING_FOUND, exports: [{ path, name, issuedAt, processedAt: null }] };
  }
  const checksum = await checksumBeside(path);
  return await openArchive({ path, name, checksum }, session.known);
}

/** Opens the content of a folder. Nothing is downloaded: files that its manifest names and it lacks are reported. */
async function openFolder(folder: string, session: Session): Promise<FoundFiles> {
  const names = (await readdir(folder)).sort();
  const files = names.filter((name) => ["export", "archive"].includes(kindOfName(name) ?? ""));
  if (files.length === 0)
    throw new IngestionFault(`Aucun export (.jsonl, .jsonl.gz) ni archive (.tgz) dans le dossier ${folder}`);
  const found: FoundFiles[] = [];
  for (const name of files) found.push(await orProblem(openFile(join(folder, name), session)));
  for (const name of names.filter((one) => MANIFEST_NAME.test(one)))
    found.push(await orProblem(missingFrom(names, join(folder, name), session)));
  return mergeFound(found);
}

async function missingFrom(names: readonly string[], path: string, session: Session): Promise<FoundFiles> {
  const { known, allowedWithin } = session;
  assertAllowed(allowedWithin, path);
  const { rows } = readManifest(await readText(path), path);
  const missing = chooseArchives(rows, known).filter(
    ({ name }) => !names.includes(name) && !isApplied(known, name),
  );
  return {
    ...NOTHING_FOUND,
    named: namedBy(rows),
    problems: missing.map(({ name }) => `${name} : dans le manifeste, pas dans le dossier.`),
  };
}

type FileKind = "export" | "archive" | "manifest";

const BY_NAME: readonly (readonly [RegExp, FileKind])[] = [
  [/\.jsonl(\.gz)?$/i, "export"],
  [/\.(tgz|tar\.gz)$/i, "archive"],
  [/\.json$/i, "manifest"],
];

/** The kind of a file by its name, or null when the name does not show it. */
function kindOfName(name: string): FileKind | null {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

const FIRST_BYTES: ByteLimits = { maxBytes: 1024 * 1024, maxRatio: 1_000 };
/** Offset and value of the magic of a tar header (POSIX.1-2017, pax). */
const TAR_MARK = { at: 257, text: "ustar" };

/** By its first bytes, as addresses end in `/jsonl`, `/stock/1`; else an export, whose reader tells what is wrong. */
async function kindOfContent(path: string): Promise<FileKind> {
  for await (const chunk of readBytes(path, FIRST_BYTES)) {
    const text = Buffer.from(chunk.subarray(0, 512)).toString("latin1");
    if (text.startsWith(TAR_MARK.text, TAR_MARK.at)) return "archive";
    return /^(?:ï»¿)?\s*\[/.test(text) ? "manifest" : "export";
  }
  return "export";
}

/**
 * Opens a manifest's files, from `folder` when present, else downloaded. A refused one stays to be applied, at the next
 * run; later ones are applied all the same: the content of archives is dated.
 * @throws {IngestionFault} when the text is no manifest
 */
async function openManifest(
  text: string,
  origin: string,
  folder: string | null,
  session: Session,
): Promise<FoundFiles> {
  const { rows, ignored } = readManifest(text, origin);
  const found: FoundFiles[] = [];
  for (const row of chooseArchives(rows, session.known))
    found.push(await orProblem(openRow(row, folder, session)));
  const notes =
    ignored.length === 0 ? [] : [`${origin} : lignes sans archive connue, ignorées (${ignored.join(", ")}).`];
  return mergeFound([...found, { ...NOTHING_FOUND, notes, named: namedBy(rows) }]);
}

async function openRow(row: ManifestRow, folder: string | null, session: Session): Promise<FoundFiles> {
  const { name, url } = row;
  const local = folder === null ? null : join(folder, name);
  if (local !== null && (await isFile(local))) {
    assertAllowed(session.allowedWithin, local);
    const checksum = (await checksumBeside(local)) ?? (await remoteChecksum(row, session));
    return await openArchive({ path: local, name, checksum }, session.known);
  }
  if (url === null) throw new IngestionFault(`${name} : adresse absente du manifeste, archive refusée.`);
  assertAllowed(session.allowedWithin, url);
  const checksum = await remoteChecksum(row, session);
  if (isApplied(session.known, name, checksum)) return NOTHING_FOUND;
  const path = join(session.folder, name);
  const file = await fetchFile(url, path, session, { encoding: "identity" });
  const issuedAt = (file === "unchanged" ? null : file.modifiedAt) ?? session.now;
  const opened = await openArchive({ path, name, checksum, issuedAt }, session.known);
  return file === "unchanged" ? opened : { ...opened, servers: [{ path, ...file.server }] };
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ?? false;
}

async function remoteChecksum({ name, checksumUrl }: ManifestRow, session: Session): Promise<string> {
  if (checksumUrl === null)
    throw new IngestionFault(`${name} : empreinte MD5 absente du manifeste, archive refusée.`);
  assertAllowed(session.allowedWithin, checksumUrl);
  return readChecksum(await fetchText(checksumUrl, session), name);
}

interface ArchiveAt {
  readonly path: string;
  /** The source's own name for it. */
  readonly name: string;
  /** MD5 from the source, or null. */
  readonly checksum: string | null;
  /** File time by default. */
  readonly issuedAt?: Date;
}

/** Returns an archive not yet applied, once proved to be the source's. @throws {IngestionFault} when it is not */
async function openArchive(
  { path, name, checksum, issuedAt }: ArchiveAt,
  known: KnownSources,
): Promise<FoundFiles> {
  const period = readArchiveName(name);
  if (period === null) {
    throw new IngestionFault(
      `${name} : nom d'archive inconnu ; bofip_stock_live_AAAAMMJJ.tgz ou bofip_flux_live_AAAAMMJJ_AAAAMMJJ.tgz attendu.`,
    );
  }
  const md5 = await md5Of(path);
  if (checksum !== null) assertChecksum(name, md5, checksum);
  if (isApplied(known, name, md5)) return NOTHING_FOUND;
  const archive: ArchiveFile = { ...period, path, issuedAt: issuedAt ?? (await stat(path)).mtime, md5 };
  const notes =
    checksum === null ? [`${name} : ingérée sans vérification, aucune empreinte MD5 donnée.`] : [];
  return { ...NOTHING_FOUND, archives: [archive], notes };
}
