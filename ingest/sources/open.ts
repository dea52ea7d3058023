import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KnownSources } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../fault.ts";
import { compareArchives } from "./archive/file.ts";
import { download } from "./download.ts";
import { type Found, merge, NOTHING } from "./found.ts";
import { kindOfContent, kindOfName } from "./kind.ts";
import { openPath } from "./local.ts";
import { isUrl, listSources, SAMPLE } from "./name.ts";

export interface OpenSource extends Found {
  /** Nothing to ingest: the store holds all that the sources give. `problems` may say otherwise. */
  readonly unchanged: boolean;
  /** Removes what was downloaded. */
  close(): Promise<void>;
}

export interface Opening {
  /** What is not to be read again. */
  readonly known: KnownSources;
  readonly now: Date;
  readonly signal: AbortSignal;
}

const SAMPLE_FOLDER = join(import.meta.dirname, "..", "sample");

/**
 * Brings sources to the local disk: `sample`, a file, a folder of files, a URL, or several of them separated by
 * commas. Archives come in the order in which they are to be applied. One source that is away does not stop
 * the others: it is told as a problem.
 * @throws {IngestionFault} when there is nothing there that can be read.
 */
export async function openSource(source: string, opening: Opening): Promise<OpenSource> {
  const folder = await mkdtemp(join(tmpdir(), "doctrine-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const found = merge(await openAll(listSources(source), opening, folder));
    const archives = [...found.archives].sort(compareArchives);
    const unchanged = found.exports.length + archives.length === 0;
    return { ...found, archives, unchanged, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openAll(sources: readonly string[], opening: Opening, folder: string): Promise<Found[]> {
  const found: Found[] = [];
  const faults: IngestionFault[] = [];
  for (const source of sources) {
    try {
      found.push(await openOne(source, opening, folder));
    } catch (error) {
      if (!(error instanceof IngestionFault)) throw error;
      faults.push(error);
    }
  }
  if (found.length === 0) throw faults[0] ?? new IngestionFault("Aucune source n'est nommée.");
  return [...found, { ...NOTHING, problems: faults.map(({ message }) => message) }];
}

async function openOne(source: string, opening: Opening, folder: string): Promise<Found> {
  if (isUrl(source)) return await openUrl(source, opening, folder);
  return await openPath(source === SAMPLE ? SAMPLE_FOLDER : source, opening.known);
}

async function openUrl(url: string, { now, signal }: Opening, folder: string): Promise<Found> {
  const path = join(folder, "export");
  const { modifiedAt } = await download(url, path, signal);
  const kind = kindOfName(new URL(url).pathname) ?? (await kindOfContent(path));
  if (kind !== "export") throw new IngestionFault(`${url} : ni manifeste ni archive`);
  return { ...NOTHING, exports: [{ path, issuedAt: modifiedAt ?? now }] };
}
