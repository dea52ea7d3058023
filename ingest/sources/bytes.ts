import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { IngestionFault } from "../journal/fault.ts";

export interface ByteLimits {
  /** Maximum bytes returned, once decompressed. */
  readonly maxBytes: number;
  /**
   * Maximum bytes returned for each byte read, after the first 16 MiB: text compresses about seven times, a bomb a
   * thousand.
   */
  readonly maxRatio: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Small files of blanks compress as well as bombs and are harmless. */
const FREE_BYTES = 16 * 1024 * 1024;

/**
 * Streams the bytes of a file, gunzipped when its first bytes are gzip's (RFC 1952), whatever its name: the official
 * export arrives gzip-encoded.
 * @throws {IngestionFault} when the gzip stream is truncated or damaged, or exceeds a limit.
 */
export async function* readBytes(
  path: string,
  limits: ByteLimits,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const isCompressed = await isGzip(path);
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const stream = isCompressed ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), ignoreEnd) : file;
  const stop = () => void stream.destroy();
  signal?.addEventListener("abort", stop);
  let given = 0;
  try {
    signal?.throwIfAborted();
    for await (const chunk of stream) {
      given += chunk.length;
      checkMeasure(path, given, file, limits);
      yield chunk;
    }
    signal?.throwIfAborted();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof IngestionFault || !isCompressed) throw error;
    throw new IngestionFault(`${path} : compression gzip coupée ou abîmée ; rien n'en a été utilisé.`, {
      cause: error,
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    stream.destroy();
    file.destroy();
  }
}

function checkMeasure(path: string, given: number, file: ReadStream, limits: ByteLimits): void {
  if (given > limits.maxBytes)
    throw new IngestionFault(
      `${path} : plus de ${limits.maxBytes} octets une fois décompressé ; rien n'en a été utilisé.`,
    );
  if (given > FREE_BYTES && given > file.bytesRead * limits.maxRatio)
    throw new IngestionFault(
      `${path} : se décompresse en plus de ${limits.maxRatio} fois sa taille ; rien n'en a été utilisé.`,
    );
}

/** The reader of the stream sees its errors. */
function ignoreEnd(): void {}

/** Whether a file begins as gzip does. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
