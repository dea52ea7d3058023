import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Header } from "tar-stream";
import { IngestionFault } from "../../journal/fault.ts";
import { type ByteLimits, readBytes } from "../bytes.ts";

/** An archive's header of a file, and its bytes. */
export interface Entry extends Pick<Header, "name" | "size"> {
  /** Null for a type the format does not define. */
  readonly type: Header["type"] | null;
  /** The whole content, in memory. Call it before the next entry is requested, or never. */
  read(): Promise<Uint8Array>;
}

/** A tar ends with two blocks of zeros (POSIX.1-2017, pax, « ustar Interchange Format »). */
const END_BYTES = 1024;

/**
 * Streams the entries of a `.tgz`; skips those that are not read.
 * @throws {IngestionFault} when the archive is truncated, damaged or over the limits: no part of it may be used.
 */
export async function* readEntries(
  path: string,
  signal: AbortSignal,
  limits: ArchiveLimits,
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
      const { name, size, type } = stream.header;
      yield { name, size, type, read: () => readAll(stream) };
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

async function* tarBytes(
  path: string,
  signal: AbortSignal,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array> {
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

export interface ArchiveLimits extends ByteLimits {
  readonly maxEntries: number;
  /** Of one `document.xml` or `data.html`, both read into memory; other files are skipped. */
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
