import { IngestionFault } from "../journal/fault.ts";
import { type ByteLimits, readBytes } from "./bytes.ts";

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

/**
 * Streams the lines of a file, gunzipped or not.
 * @throws {IngestionFault} when the gzip stream is truncated or damaged, or a line or the whole is over the limits.
 */
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
