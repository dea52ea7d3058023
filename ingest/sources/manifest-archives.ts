import { stat } from "node:fs/promises";
import { join } from "node:path";
import { IngestionFault } from "../journal/fault.ts";
import { openArchive } from "./archive/open.ts";
import { checksumBeside, readChecksum } from "./checksum.ts";
import { fetchFile, fetchText } from "./fetch.ts";
import { type FoundFiles, isApplied, mergeFound, NOTHING_FOUND } from "./found-files.ts";
import { chooseArchives, type ManifestRow, namedBy, readManifest } from "./manifest.ts";
import { assertAllowed, orProblem, type Session } from "./session.ts";

/**
 * Opens the files of a manifest. They are taken from `folder` when present, else downloaded. A refused one
 * (unreachable, checksum wrong or missing) stays to be applied: it is retried at the next run. Later ones are applied
 * all the same: the content of archives is dated, and the order in which it arrives makes no difference.
 * @throws {IngestionFault} when the text is no manifest.
 */
export async function openManifest(
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
