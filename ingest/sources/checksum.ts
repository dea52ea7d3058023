import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { IngestionFault } from "../journal/fault.ts";

/** MD5 of a file, lower-case hexadecimal: the only checksum that the source publishes. */
export function md5Of(path: string): Promise<string> {
  return digestOf(path, "md5");
}

/** SHA-256 of a file, lower-case hexadecimal: identifies the origin of a text to readers. */
export function sha256Of(path: string): Promise<string> {
  return digestOf(path, "sha256");
}

async function digestOf(path: string, algorithm: "md5" | "sha256"): Promise<string> {
  const hasher = new Bun.CryptoHasher(algorithm);
  for await (const chunk of createReadStream(path)) hasher.update(chunk);
  return hasher.digest("hex");
}

/** Parses a `.md5` file: hash, two spaces, file name. @throws {IngestionFault} when it is not one, or another file's */
export function readChecksum(text: string, name: string): string {
  const [, md5, named] = /^([0-9a-f]{32})(?: [ *](.+))?\s*$/i.exec(text.trim()) ?? [];
  if (md5 === undefined) throw new IngestionFault(`${name} : empreinte MD5 illisible, archive refusée.`);
  if (named !== undefined && basename(named) !== name)
    throw new IngestionFault(`${name} : l'empreinte MD5 est celle de ${basename(named)}, archive refusée.`);
  return md5.toLowerCase();
}

/** The checksum in a `.md5` beside a file, or null when there is none. */
export async function checksumBeside(path: string): Promise<string | null> {
  const text = await readFile(`${path}.md5`, "utf8").catch(() => null);
  return text === null ? null : readChecksum(text, basename(path));
}

/** @throws {IngestionFault} when the file is not the one the checksum was made of. */
export function assertChecksum(name: string, md5: string, expected: string): void {
  if (md5 !== expected)
    throw new IngestionFault(
      `${name} : empreinte MD5 fausse (${md5}, ${expected} attendue), archive refusée.`,
    );
}
