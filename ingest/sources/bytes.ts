import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { IngestionFault } from "../journal/fault.ts";

export interface ByteLimits {
  /** Maximum bytes returned, once decompressed. */
  readonly maxBytes: number;
  /** Bytes returned for each byte read, after the first 16 MiB: text compresses seven times, a bomb a thousand. */
  readonly maxRatio: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Small files of blanks compress as well as bombs and are harmless. */
const FREE_BYTES = 16 * 1024 * 1024;

/**
 * Streams the bytes of a file, gunzipped by its first bytes (RFC 1952), whatever its name.
 * @throws {IngestionFault} when the gzip stream is damaged, or exceeds a limit
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

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** One line of a text file, as bytes: most lines are recognised by their hash and never decoded. */
export interface Line {
  /** From 1; blank lines are counted and not returned. */
  readonly number: number;
  /** Without the end of line. */
  readonly bytes: Uint8Array;
  /** False for a last line without end of line: the file may have been truncated there. */
  readonly isTerminated: boolean;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The longest records exceed 1 MB; a far longer line means that the file is not made of lines. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** About ten times the official export: 9,150 records, 230 MB. */
const LIMITS: ByteLimits = { maxBytes: 4 * 1024 ** 3, maxRatio: 50 };

/** Streams the lines of a file, gunzipped or not. @throws {IngestionFault} for damaged gzip, or over the limits */
export async function* readLines(path: string, limits: ByteLimits = LIMITS): AsyncGenerator<Line> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let number = 0;
  const take = (end: Uint8Array, isTerminated: boolean): Line | null => {
    const bytes = trimEnd(pending.length === 0 ? end : Buffer.concat([...pending, end]));
    pending = [];
    pendingBytes = 0;
    number += 1;
    return bytes.length === 0 ? null : { number, bytes, isTerminated };
  };
  for await (const chunk of readBytes(path, limits)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const line = take(chunk.subarray(start, end), true);
      start = end + 1;
      if (line !== null) yield line;
    }
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    if (pendingBytes > MAX_LINE_BYTES)
      throw new IngestionFault(`${path} : ce fichier n'est pas fait de lignes.`);
  }
  const last = pendingBytes > 0 ? take(new Uint8Array(), false) : null;
  if (last !== null) yield last;
}

function trimEnd(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
