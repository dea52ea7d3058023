import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../folders.ts";

/** An entry of a tar, possibly hostile: nothing of it is checked. */
export interface TarEntry {
  readonly path: string;
  readonly body?: string | Uint8Array;
  /** Per the format: 0 file, 1 link, 2 symbolic link, 3 and 4 devices, 5 folder, 6 fifo. */
  readonly type?: string;
  readonly target?: string;
  /** Declared in place of the true one. */
  readonly size?: number;
}

const BLOCK = 512;
const END = new Uint8Array(2 * BLOCK);

/** The two files of an edition, as an archive lays them out. */
export function edition(place: string, html: string | null = "<p>Texte</p>"): TarEntry[] {
  const folder = `BOFiP/documents/Contenu/${place}`;
  const files = [{ path: `${folder}/document.xml`, body: `<document>${place}</document>` }];
  return html === null ? files : [...files, { path: `${folder}/data.html`, body: html }];
}

/** Bytes of a tar (POSIX.1-2017, pax, « ustar Interchange Format »), its end included. */
export function tar(entries: readonly TarEntry[]): Uint8Array {
  return Buffer.concat([...entries.flatMap(entryBlocks), END]);
}

/** Writes an archive to a new folder; returns its path. */
export function writeTgz(
  entries: readonly TarEntry[],
  name = "bofip_flux_live_20260522_20260528.tgz",
): string {
  return writeBytes(Bun.gzipSync(new Uint8Array(tar(entries))), name);
}

export function writeBytes(bytes: Uint8Array, name = "bofip_flux_live_20260522_20260528.tgz"): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

function entryBlocks(entry: TarEntry): Uint8Array[] {
  const body = Buffer.from(entry.body ?? "");
  const path = Buffer.from(entry.path);
  const long = path.length > 100 ? entryBlocks({ path: "long", type: "x", body: paxPath(entry.path) }) : [];
  return [...long, header(entry, body.length), body, new Uint8Array((BLOCK - (body.length % BLOCK)) % BLOCK)];
}

/** « length path=value\n », the length counting itself. */
function paxPath(path: string): string {
  const rest = ` path=${path}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}

function header({ path, type = "0", target = "", size }: TarEntry, bodyBytes: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  block.write(path.slice(0, 100), 0, 100);
  block.write("0000644\0", 100);
  block.write(octal(size ?? bodyBytes), 124);
  block.write(octal(0), 136);
  block.write("        ", 148);
  block.write(type, 156);
  block.write(target, 157, 100);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function octal(value: number): string {
  return `${value.toString(8).padStart(11, "0")}\0`;
}
