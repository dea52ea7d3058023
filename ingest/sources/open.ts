import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IngestionFault } from "../fault.ts";
import { download } from "./download.ts";
import { isUrl, SAMPLE } from "./name.ts";

/** A whole export (`.jsonl`, gzipped or not) on the local disk. */
export interface ExportFile {
  readonly path: string;
  /** Instant the source gives itself: file time, `Last-Modified`, else now. */
  readonly issuedAt: Date;
}

export interface OpenSource {
  readonly exports: readonly ExportFile[];
  /** Removes what was downloaded. */
  close(): Promise<void>;
}

const SAMPLE_FOLDER = join(import.meta.dirname, "..", "sample");
const EXPORT_NAME = /\.jsonl(\.gz)?$/i;
const ARCHIVE_NAME = /\.(tgz|tar\.gz|json)$/i;

/**
 * Brings a source to the local disk: `sample`, a file, a folder of files, or a URL.
 * @throws {IngestionFault} when there is nothing there that can be read.
 */
export async function openSource(source: string, now: Date, signal: AbortSignal): Promise<OpenSource> {
  if (isUrl(source)) return await openUrl(source, now, signal);
  const path = source === SAMPLE ? SAMPLE_FOLDER : source;
  const found = await stat(path).catch(() => null);
  if (found === null) throw new IngestionFault(`Source introuvable : ${path}`);
  const files = found.isDirectory() ? await listFolder(path) : [readable(path)];
  const exports = await Promise.all(files.map(openFile));
  return { exports, close: async () => {} };
}

async function openUrl(url: string, now: Date, signal: AbortSignal): Promise<OpenSource> {
  readable(new URL(url).pathname);
  const folder = await mkdtemp(join(tmpdir(), "doctrine-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "export");
    const { modifiedAt } = await download(url, path, signal);
    return { exports: [{ path, issuedAt: modifiedAt ?? now }], close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listFolder(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const files = names.filter((name) => EXPORT_NAME.test(name) || ARCHIVE_NAME.test(name));
  if (files.length === 0)
    throw new IngestionFault(`Aucun export (.jsonl, .jsonl.gz) dans le dossier ${folder}`);
  return files.map((name) => readable(join(folder, name)));
}

/** Gives the name back when its kind is one that can be ingested. */
function readable(name: string): string {
  if (!ARCHIVE_NAME.test(name)) return name;
  throw new IngestionFault(
    `${name} : les archives (.tgz) et les manifestes (.json) ne sont pas pris en charge ; donnez un export .jsonl ou .jsonl.gz.`,
  );
}

async function openFile(path: string): Promise<ExportFile> {
  const { mtime } = await stat(path);
  return { path, issuedAt: mtime };
}
