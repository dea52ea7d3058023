import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Header } from "tar-stream";
import { isRealDate } from "../../../bofip/identifiers/identifier.ts";
import { IngestionFault } from "../../journal/fault.ts";
import { type ByteLimits, readBytes } from "../bytes.ts";

/** An archive's header of a file, and its bytes. */
export interface Entry extends Pick<Header, "name" | "size"> {
  /** Null for a type the format does not define. */
  readonly type: Header["type"] | null;
  /** Its date in the archive. */
  readonly modifiedAt: Date;
  /** The whole content, in memory. Call it before the next entry is requested, or never. */
  read(): Promise<Uint8Array>;
}

/** A tar ends with two blocks of zeros (POSIX.1-2017, pax, « ustar Interchange Format »). */
const END_BYTES = 1024;

/** Streams the entries of a `.tgz`. @throws {IngestionFault} when damaged or over the limits: no part may be used */
export async function* readEntries(
  path: string,
  signal: AbortSignal,
  limits: EntryLimits,
): AsyncGenerator<Entry> {
  const entries = extract();
  let fault: unknown = null;
  const feeding = pipeline(Readable.from(tarBytes(path, signal, limits)), entries).catch((error: unknown) => {
    fault = error;
  });
  let count = 0;
  try {
    for await (const stream of entries) {
      count += 1;
      if (count > limits.maxEntries)
        throw new IngestionFault(
          `${path} : plus de ${limits.maxEntries} fichiers ; rien n'en a été utilisé.`,
        );
      const { name, size, type, mtime: modifiedAt } = stream.header;
      yield { name, size, type, modifiedAt, read: () => readAll(stream) };
      stream.resume();
    }
    await feeding;
    if (fault !== null) throw fault;
  } catch (error) {
    signal.throwIfAborted();
    const cause = fault instanceof IngestionFault ? fault : error;
    if (cause instanceof IngestionFault) throw cause;
    throw new IngestionFault(`${path} : archive tar coupée ou abîmée ; rien n'en a été utilisé.`, { cause });
  } finally {
    entries.destroy();
  }
}

async function* tarBytes(path: string, signal: AbortSignal, limits: ByteLimits): AsyncGenerator<Uint8Array> {
  let zeros = 0;
  for await (const chunk of readBytes(path, limits, signal)) {
    const last = chunk.findLastIndex((byte) => byte !== 0);
    zeros = last === -1 ? zeros + chunk.length : chunk.length - 1 - last;
    yield chunk;
  }
  if (zeros < END_BYTES)
    throw new IngestionFault(`${path} : archive sans sa fin, donc coupée ; rien n'en a été utilisé.`);
}

async function readAll(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export interface EntryLimits extends ByteLimits {
  readonly maxEntries: number;
}

export interface ArchiveLimits extends EntryLimits {
  /** Limit of one `document.xml` or `data.html`, both read into memory; other files are skipped. */
  readonly maxFileBytes: number;
  readonly maxPathLength: number;
  /** Folders waiting for their second file, and the characters kept for them. */
  readonly maxPendingFolders: number;
  readonly maxPendingChars: number;
}

const MIB = 1024 * 1024;

/** Far above a real stock: 110 to 300 MB compressed (some 2 GB), 6,300 documents, the longest over 1 MB. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxBytes: 8 * 1024 * MIB,
  maxRatio: 50,
  maxEntries: 150_000,
  maxFileBytes: 32 * MIB,
  maxPathLength: 1_024,
  maxPendingFolders: 10_000,
  maxPendingChars: 64 * MIB,
};

/** A stock or flux archive, on the local disk. */
export interface ArchiveFile {
  readonly path: string;
  /** The source's own name for it, `bofip_flux_live_20260522_20260528.tgz`: it is recorded under it. */
  readonly name: string;
  readonly kind: "stock" | "flux";
  /** First day covered, `YYYY-MM-DD`; a stock covers the day it was made. */
  readonly from: string;
  /** Last day covered. */
  readonly to: string;
  /** The source's own timestamp: file time, `Last-Modified`, else now. */
  readonly issuedAt: Date;
  /** MD5 of the file, in lower-case hexadecimal; null when no checksum was provided. */
  readonly md5: string | null;
}

/** What the name of an archive specifies. */
export type ArchivePeriod = Pick<ArchiveFile, "name" | "kind" | "from" | "to">;

const NAME = /^bofip_(?:stock_live_(\d{8})|flux_live_(\d{8})_(\d{8}))\.tgz$/;

/** Parses `bofip_stock_live_YYYYMMDD.tgz` or `bofip_flux_live_YYYYMMDD_YYYYMMDD.tgz`; null for any other name. */
export function readArchiveName(name: string): ArchivePeriod | null {
  const [, day, first, last] = NAME.exec(name) ?? [];
  const from = dashed(day ?? first);
  const to = dashed(day ?? last);
  if (from === null || to === null || from > to) return null;
  return { name, kind: day === undefined ? "flux" : "stock", from, to };
}

/** Stocks first, the oldest first, then fluxes by period: the order in which they are applied. */
export function compareArchives(a: ArchivePeriod, b: ArchivePeriod): number {
  const [first, second] = [a, b].map(({ kind, to, from, name }) =>
    [kind === "stock" ? 0 : 1, to, from, name].join(" "),
  );
  return String(first) < String(second) ? -1 : 1;
}

function dashed(digits = ""): string | null {
  const date = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  return isRealDate(date) ? date : null;
}

/** One dated edition of a document in an archive: the two files of a folder, not parsed. */
export interface ArchiveDocument {
  /** Folder in the archive, `BOFiP/documents/Contenu/Commentaire/IR/2491-PGP/2026-05-27`. */
  readonly path: string;
  readonly pgp: number;
  /** `YYYY-MM-DD`, a real day: the edition's date by its folder. */
  readonly date: string;
  /** Folder of the content type: `Commentaire`, `Barème`, `Autres annexes`… */
  readonly contentType: string;
  readonly serie: string | null;
  readonly xml: string;
  /** Null when the folder has no `data.html`. */
  readonly html: string | null;
}

export type ArchiveItem =
  | { readonly kind: "document"; readonly document: ArchiveDocument }
  /** Something was rejected; the French message gives the reason. */
  | { readonly kind: "problem"; readonly path: string; readonly message: string };
