import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { IngestionFault } from "../fault.ts";

/** One line of a text file, as bytes: most lines are recognised by their hash and never decoded. */
export interface Line {
  /** From 1; blank lines count and are not given. */
  readonly number: number;
  /** Without the end of line. */
  readonly bytes: Uint8Array;
  /** False for a last line without end of line: the file may have been cut there. */
  readonly isTerminated: boolean;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The longest records pass 1 MB; far beyond, the file is not made of lines. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/**
 * Streams the lines of a file, gunzipped when its first bytes say gzip (RFC 1952), whatever its name: the
 * official export arrives gzip-encoded.
 * @throws {IngestionFault} when the gzip stream is cut or damaged, or a line is beyond all measure.
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
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
  for await (const chunk of readChunks(path)) {
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

async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const isCompressed = await isGzip(path);
  const stream: Readable = isCompressed
    ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), ignoreEnd)
    : file;
  try {
    for await (const chunk of stream) yield chunk;
  } catch (error) {
    if (!isCompressed) throw error;
    throw new IngestionFault(`${path} : compression gzip coupée ou abîmée ; rien n'en a été utilisé.`, {
      cause: error,
    });
  }
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

function trimEnd(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
