import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Header } from "tar-stream";
import { IngestionFault } from "../../journal/fault.ts";
import { readBytes } from "../bytes.ts";
import type { ArchiveLimits } from "./limits.ts";

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
