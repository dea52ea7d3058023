import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { KnownSources } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../fault.ts";
import { type ArchiveFile, readArchiveName } from "./archive/file.ts";
import { assertChecksum, md5Of, readChecksum } from "./checksum.ts";
import { type Found, isApplied, merge, NOTHING } from "./found.ts";
import { kindOfContent, kindOfName } from "./kind.ts";

/**
 * Opens a file or a folder of the local disk.
 * @throws {IngestionFault} when there is nothing there that can be read.
 */
export async function openPath(path: string, known: KnownSources): Promise<Found> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new IngestionFault(`Source introuvable : ${path}`);
  if (found.isDirectory()) return await openFolder(path, known);
  if (!found.isFile()) throw new IngestionFault(`${path} n'est ni un fichier ni un dossier.`);
  return await openFile(path, known);
}

async function openFile(path: string, known: KnownSources): Promise<Found> {
  const kind = kindOfName(path) ?? (await kindOfContent(path));
  if (kind === "archive") return await openArchive(path, known);
  if (kind === "manifest") throw new IngestionFault(`${path} : manifeste`);
  return { ...NOTHING, exports: [{ path, issuedAt: (await stat(path)).mtime }] };
}

async function openFolder(folder: string, known: KnownSources): Promise<Found> {
  const names = (await readdir(folder)).sort();
  const exports = names.filter((name) => kindOfName(name) === "export");
  const archives = names.filter((name) => kindOfName(name) === "archive");
  if (exports.length + archives.length === 0)
    throw new IngestionFault(`Aucun export (.jsonl, .jsonl.gz) ni archive (.tgz) dans le dossier ${folder}`);
  const opened = [...exports, ...archives].map((name) => openFile(join(folder, name), known));
  return merge(await Promise.all(opened.map(asProblem)));
}

/** In a folder, a file that is refused does not stop the others. */
async function asProblem(opening: Promise<Found>): Promise<Found> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof IngestionFault) return { ...NOTHING, problems: [error.message] };
    throw error;
  }
}

async function openArchive(path: string, known: KnownSources): Promise<Found> {
  const name = basename(path);
  const period = readArchiveName(name);
  if (period === null) {
    throw new IngestionFault(
      `${path} : nom d'archive inconnu ; bofip_stock_live_AAAAMMJJ.tgz ou bofip_flux_live_AAAAMMJJ_AAAAMMJJ.tgz attendu.`,
    );
  }
  const md5 = await md5Of(path);
  const checksum = await readFile(`${path}.md5`, "utf8").catch(() => null);
  if (checksum !== null) assertChecksum(name, md5, readChecksum(checksum, name));
  if (isApplied(known, name, md5)) return NOTHING;
  const { mtime } = await stat(path);
  const archive: ArchiveFile = { ...period, path, issuedAt: mtime, md5 };
  const notes = checksum === null ? [`${name} : ingérée sans vérification, aucun fichier .md5 à côté.`] : [];
  return { ...NOTHING, archives: [archive], notes };
}
