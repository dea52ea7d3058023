import type { ListedVersion } from "../../bofip/law/versions.ts";
import { agree, sha256 } from "../../bofip/text/characters.ts";
import {
  type DerivedVersion,
  type HeldFile,
  type LawBatch,
  type NewFile,
  readFilesAbout,
  readFilesAt,
  readLawRecords,
  readListedPaths,
  readPaths,
  readVersionPaths,
  writeLaw,
} from "../../db/ingestion/law.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type Journal, Memory } from "../journal/journal.ts";
import { BadRecord } from "../parse/record.ts";
import { type LawMember, type LawSurvey, readMembers, surveyArchive } from "./archive.ts";
import { deriveListed, deriveVersion, type LegiArticle, parseArticle } from "./article.ts";

/** An archive on the local disk. */
export interface LawArchiveFile {
  readonly path: string;
  readonly name: string;
  readonly kind: "global" | "increment";
}

interface ApplyDeps {
  readonly database: Database;
  readonly journal: Pick<Journal, "advance" | "note" | "tally">;
  readonly signal: AbortSignal;
}

/** Files parsed, then written, at once: no transaction occupies the store for long. */
const FILES_AT_ONCE = 50;
const CHARS_AT_ONCE = 1024 * 1024;

/**
 * Makes the store hold what an archive says of some codes: what its lists, or a global archive's silence, delete, then its
 * files. Applied again, after a crash for instance, it changes nothing that is as it says.
 * @param codes the code of each text, by LEGITEXT.
 * @throws {IngestionFault} before anything is written, when it can't be used or would delete too much
 */
export async function applyLawArchive(
  deps: ApplyDeps,
  file: LawArchiveFile,
  codes: ReadonlyMap<string, string>,
  isForced: boolean,
): Promise<void> {
  const { database, journal, signal } = deps;
  const texts = new Set(codes.keys());
  const survey = await surveyArchive(file, texts, signal);
  if (file.kind === "global" && survey.paths.size === 0)
    throw new IngestionFault(`${file.name} : aucun article des codes demandés ; rien n'en a été utilisé.`);
  const dropped = await deletedBy(database, file, survey, new Set(codes.values()), isForced);
  journal.tally("removed", dropped.length);
  for (let at = 0; at < dropped.length; at += FILES_AT_ONCE) {
    await settle(database, { ...NOTHING, dropped: dropped.slice(at, at + FILES_AT_ONCE) });
    await journal.advance(null);
  }
  const faulty = await applyFiles(deps, file, codes, survey);
  // Their versions are known by what others list, once all of these are stored.
  await settle(database, { ...NOTHING, ids: faulty });
}

const LARGEST_SHARE = 0.1;
/** Fewer are no sign of a truncated file, however little is held. */
const FEW = 50;

/** Paths that an archive deletes; what is in it stays, whatever its lists say. */
async function deletedBy(
  database: Database,
  { name, kind }: LawArchiveFile,
  { paths, deleted }: LawSurvey,
  codes: ReadonlySet<string>,
  isForced: boolean,
): Promise<string[]> {
  const dropped: string[] = [];
  let held = 0;
  if (kind === "increment") dropped.push(...(await readListedPaths(database, deleted)));
  for await (const page of readPaths(database, [...codes])) {
    held += page.length;
    if (kind === "global") dropped.push(...page.filter((path) => !paths.has(path)));
  }
  const gone = dropped.filter((path) => !paths.has(path));
  if (isForced || gone.length <= Math.max(FEW, held * LARGEST_SHARE)) return gone;
  throw new IngestionFault(
    `${name} : retirerait ${agree(gone.length, "fichier")} d'articles sur ${held}, plus d'un dixième ; rien n'en a été utilisé. Si c'est voulu, relancez avec --force.`,
  );
}

/** Returns the identifiers of the files that could not be read, which are told by name. */
async function applyFiles(
  { database, journal, signal }: ApplyDeps,
  file: LawArchiveFile,
  codes: ReadonlyMap<string, string>,
  { paths, ids }: LawSurvey,
): Promise<string[]> {
  const memory = new Memory();
  const faulty: string[] = [];
  let done = 0;
  for await (const members of batchesOf(readMembers(file, new Set(codes.keys()), signal))) {
    const files = await changedFiles(database, members, file.name, codes);
    for (const { path, legiarti: identifiant, fault } of files) {
      if (fault === null) continue;
      faulty.push(identifiant);
      journal.tally("rejected", 1);
      journal.note({ line: null, identifiant, message: `${file.name}, ${path} : ${fault}` });
    }
    await settle(database, { ...NOTHING, files, isComing: (id) => ids.has(id) });
    done += members.length;
    journal.tally("changed", files.length);
    journal.tally("unchanged", members.length - files.length);
    memory.spent(members.reduce((sum, { content }) => sum + ("xml" in content ? content.xml.length : 0), 0));
    await journal.advance({ done, total: paths.size });
  }
  return faulty;
}

async function* batchesOf(members: AsyncIterable<LawMember>): AsyncGenerator<readonly LawMember[]> {
  let batch = new Map<string, LawMember>();
  let chars = 0;
  for await (const member of members) {
    batch.set(member.path, member);
    if ("xml" in member.content) chars += member.content.xml.length;
    if (batch.size < FILES_AT_ONCE && chars < CHARS_AT_ONCE) continue;
    yield [...batch.values()];
    batch = new Map();
    chars = 0;
  }
  if (batch.size > 0) yield [...batch.values()];
}

/** A file to store, parsed unless it could not be. */
interface ReadFile extends NewFile {
  readonly article: LegiArticle | null;
}

/** The files that are not stored already as they are. */
async function changedFiles(
  database: Database,
  members: readonly LawMember[],
  archive: string,
  codes: ReadonlyMap<string, string>,
): Promise<ReadFile[]> {
  const stored = await readFilesAt(
    database,
    members.map(({ path }) => path),
  );
  const held = new Map(stored.map((file) => [file.path, file]));
  return members.flatMap((member): ReadFile[] => {
    const { path, legiarti, text, modifiedAt, content } = member;
    const known = held.get(path);
    const recordHash = "xml" in content ? sha256(content.xml) : null;
    const isSame = known?.recordHash === recordHash && known?.modifiedAt.getTime() === modifiedAt.getTime();
    if (isSame && known.fault === null) return [];
    const file = { path, legiarti, code: codes.get(text) ?? text, modifiedAt, archive };
    const { article, fault } = readArticle(member);
    if (article === null || !("xml" in content))
      return [{ ...file, recordHash: null, record: null, listed: [], article, fault }];
    const record = Bun.zstdCompressSync(content.xml);
    return [{ ...file, recordHash, record, listed: article.listed, article, fault }];
  });
}

function readArticle({ legiarti, content }: LawMember) {
  if ("fault" in content) return { article: null, fault: content.fault };
  try {
    const article = parseArticle(content.xml);
    if (article.legiarti !== legiarti)
      throw new BadRecord(`le fichier est celui de ${article.legiarti}.`, legiarti);
    return { article, fault: null };
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return { article: null, fault: error.message };
  }
}

/** What changes the versions of articles. */
interface Changes {
  readonly files: readonly ReadFile[];
  /** Paths of files that are no more. */
  readonly dropped: readonly string[];
  /** Versions to derive again, whatever they are. */
  readonly ids: readonly string[];
  /** Whether a version has a file of its own later in the archive. */
  readonly isComing: (legiarti: string) => boolean;
}

const NOTHING: Changes = { files: [], dropped: [], ids: [], isComing: () => false };

/** Derives versions again from the stored files. */
export async function rederiveVersions(database: Database, ids: readonly string[]): Promise<void> {
  await settle(database, { ...NOTHING, ids });
}

/**
 * Stores files, and the versions that then follow from all that are stored, whatever the order in which they came: a
 * version is what its newest file says; without any, what the newest file that lists it says.
 */
async function settle(database: Database, { files, dropped, ids, isComing }: Changes): Promise<void> {
  const gone = new Set([...files.map(({ path }) => path), ...dropped]);
  const replaced = await readFilesAt(database, [...gone]);
  const own = new Set([...files, ...replaced].map(({ legiarti }) => legiarti));
  const listed = [...files, ...replaced].flatMap((file) => file.listed.map(({ legiarti }) => legiarti));
  const touched = new Set([...ids, ...own, ...listed.filter((id) => own.has(id) || !isComing(id))]);
  if (touched.size === 0) return;
  const others = (held: readonly HeldFile[]) => held.filter(({ path }) => !gone.has(path));
  // What could not be read leaves in place what its path held.
  const unread = new Set(files.flatMap(({ path, fault }) => (fault === null ? [] : [path])));
  const kept = replaced.filter(({ path }) => unread.has(path));
  const readable = [...files.filter(({ fault }) => fault === null), ...kept];
  const about = [...readable, ...others(await readFilesAbout(database, [...touched], false))];
  const winners = newestBy(about.filter(({ recordHash }) => recordHash !== null));
  const unfiled = [...touched].filter((id) => !winners.has(id));
  const listing = [...readable, ...others(await readFilesAbout(database, unfiled, true))].toSorted(
    oldestFirst,
  );
  const current = await readVersionPaths(database, [...touched]);
  const [isAsked, isNew] = [new Set(ids), new Set(files.map(({ path }) => path))];
  const stale = [...winners.values()].filter(
    ({ legiarti, path }) => isAsked.has(legiarti) || isNew.has(path) || current.get(legiarti) !== path,
  );
  const versions = new Map<string, DerivedVersion | null>();
  for (const id of unfiled) versions.set(id, listedVersion(id, listing));
  for (const { code, path, article } of await articlesOf(database, stale, files))
    versions.set(article.legiarti, deriveVersion(article, { path, code }));
  await writeLaw(database, {
    files: files.map(({ article: _, ...file }) => file),
    dropped,
    ...split(versions),
  });
}

function split(versions: ReadonlyMap<string, DerivedVersion | null>): Pick<LawBatch, "versions" | "ended"> {
  const entries = [...versions].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    versions: entries.flatMap(([, version]) => version ?? []),
    ended: entries.flatMap(([id, version]) => (version === null ? [id] : [])),
  };
}

/** The newest file of each version; of two of one date, the first path. */
function newestBy(files: readonly HeldFile[]): Map<string, HeldFile> {
  return new Map(files.toSorted(oldestFirst).map((file) => [file.legiarti, file]));
}

function oldestFirst(one: HeldFile, other: HeldFile): number {
  return one.modifiedAt.getTime() - other.modifiedAt.getTime() || (one.path > other.path ? -1 : 1);
}

/** @param listing oldest first. */
function listedVersion(id: string, listing: readonly HeldFile[]): DerivedVersion | null {
  const isIt = ({ legiarti }: ListedVersion) => legiarti === id;
  const file = listing.findLast(({ listed }) => listed.some(isIt));
  const version = file?.listed.find(isIt);
  return file === undefined || version === undefined ? null : deriveListed(version, file.code);
}

/** Articles of files just read, or stored; one whose record is damaged is left as it is. */
async function articlesOf(database: Database, wanted: readonly HeldFile[], files: readonly ReadFile[]) {
  const read = new Map(files.map(({ path, article }) => [path, article]));
  const stored = wanted.filter(({ path }) => !read.get(path)).map(({ path }) => path);
  const records = stored.length === 0 ? [] : await readLawRecords(database, stored);
  for (const { path, xml } of records) if (xml !== null) read.set(path, parseArticle(xml));
  return wanted.flatMap(({ path, code }) => {
    const article = read.get(path) ?? null;
    return article === null ? [] : [{ path, code, article }];
  });
}
