import { inflateRawSync } from "node:zlib";

/** An archive lacks something or has unexpected contents; the French message explains what. */
export class BadArchive extends Error {
  override readonly name = "BadArchive";
}

/** Numbers and sizes of the ZIP format (PKWARE APPNOTE 6.3, 4.3.7, 4.3.12 and 4.3.16). */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

interface ZipEntry {
  readonly method: number;
  readonly compressed: number;
  readonly size: number;
  readonly local: number;
}

/** Reads by name the entries of an archive loaded in memory; archives of 4 GB or more are not supported. */
export class ZipReader {
  private readonly entries: ReadonlyMap<string, ZipEntry>;

  /** @throws {BadArchive} */
  constructor(private readonly bytes: Buffer) {
    this.entries = new Map(readDirectory(bytes));
  }

  /** The bytes of an entry. @throws {BadArchive} when it is missing, or has another size than declared */
  read(name: string): Buffer {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new BadArchive(`« ${name} » y manque`);
    const { local, compressed, size, method } = entry;
    // In the local header, the name and the extra field may have other lengths than in the directory.
    const start =
      local + LOCAL_BYTES + this.bytes.readUInt16LE(local + 26) + this.bytes.readUInt16LE(local + 28);
    const packed = this.bytes.subarray(start, start + compressed);
    const unpacked = unpack(packed, method, size);
    if (unpacked?.length !== size) throw new BadArchive(`« ${name} » y est illisible`);
    return unpacked;
  }
}

/** Null when the bytes are invalid. */
function unpack(packed: Buffer, method: number, size: number): Buffer | null {
  if (method === STORED) return packed;
  if (method !== DEFLATED) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return null;
  }
}

function* readDirectory(bytes: Buffer): Generator<[string, ZipEntry]> {
  const end = bytes.lastIndexOf(Buffer.from(Uint32Array.of(END_SIGNATURE).buffer));
  if (end < 0 || end + END_BYTES > bytes.length) throw new BadArchive("ce n'est pas une archive ZIP");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw new BadArchive("sa table des fichiers est illisible");
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
    yield [
      bytes.toString("utf8", at + ENTRY_BYTES, nameEnd),
      {
        method: bytes.readUInt16LE(at + 10),
        compressed: bytes.readUInt32LE(at + 20),
        size: bytes.readUInt32LE(at + 24),
        local: bytes.readUInt32LE(at + 42),
      },
    ];
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
