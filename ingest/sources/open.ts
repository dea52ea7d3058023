import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isListed } from "../../config/allowed-sources.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type ArchiveFile, compareArchives } from "./archive/file.ts";
import { DiskFull } from "./download/sink.ts";
import { type FoundFiles, mergeFound, NOTHING_FOUND } from "./found-files.ts";
import { openPath } from "./local.ts";
import { isUrl, listSources, SAMPLE } from "./name.ts";
import { openUrl } from "./remote.ts";
import { assertAllowed, type Opening, type Session } from "./session.ts";

export interface OpenSource extends FoundFiles {
  /** Nothing to ingest: the store already has everything obtainable. `problems` lists the rest. */
  readonly unchanged: boolean;
  /** Removes the downloaded files. */
  close(): Promise<void>;
}

const SAMPLE_FOLDER = join(import.meta.dirname, "..", "sample");

/**
 * Brings sources to the local disk: `sample`, a file, a folder of files, a URL, or several of them separated by commas.
 * Archives come in the order in which they are to be applied. An unavailable source does not stop the others: it is
 * reported as a problem.
 * @throws {IngestionFault} when nothing there can be read, or the disk is full.
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
