import { readFileSync, writeFileSync } from "node:fs";
import { type KeyExport, parseKeyExport } from "../../db/keys/transfer-format.ts";
import { KeyRefusal } from "./admin.ts";

/** @throws {KeyRefusal} when the file can't be read. @throws {InvalidKeyExport} when it is not an export of keys. */
export function readKeyFile(file: string): KeyExport {
  const text = attempt(() => readFileSync(file, "utf8"), `Le fichier ${file} ne peut pas être lu`);
  return parseKeyExport(text);
}

/** Readable by its owner only: hashes are not secret, but names and usage may be. @throws {KeyRefusal} */
export function writeKeyFile(file: string, document: KeyExport): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  attempt(() => writeFileSync(file, text, { mode: 0o600 }), `Le fichier ${file} ne peut pas être écrit`);
}

function attempt<Result>(action: () => Result, failure: string): Result {
  try {
    return action();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw new KeyRefusal(`${failure}${code}.`, { cause });
  }
}
