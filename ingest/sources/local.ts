import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { IngestionFault } from "../journal/fault.ts";
import { openArchive } from "./archive/open.ts";
import { checksumBeside } from "./checksum.ts";
import { readText } from "./fetch.ts";
import { type FoundFiles, isApplied, mergeFound, NOTHING_FOUND } from "./found-files.ts";
import { kindOfContent, kindOfName } from "./kind.ts";
import { chooseArchives, namedBy, readManifest } from "./manifest.ts";
import { openManifest } from "./manifest-archives.ts";
import { assertAllowed, orProblem, type Session } from "./session.ts";

/** The manifest's own name; a folder may contain other JSON files. */
const MANIFEST_NAME = /^bofip-impots.*\.json$/i;

/**
 * Opens a file or a folder of the local disk.
 * @throws {IngestionFault} when nothing there can be read.
 */
export async function openPath(path: string, session: Session): Promise<FoundFiles> {
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
