import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { readPrivateKey } from "../../bofip/proof/keys.ts";
import type { ProofConfig } from "../../config/proof.ts";
import { IngestionFault } from "../journal/fault.ts";

/** The private keys of the log: the one that signs, then the one that it replaces, if any. */
export interface ProofKeys {
  readonly current: KeyObject;
  readonly former: KeyObject | null;
}

/**
 * The configured keys, or that of an embedded store, made the first time; null when there is none, hence no log.
 * @throws {IngestionFault} when the file of the key is not one.
 */
export async function openProofKeys({
  keys,
  keyFile,
}: Pick<ProofConfig, "keys" | "keyFile">): Promise<ProofKeys | null> {
  const [current, former = null] = keys.map(readPrivateKey);
  if (current !== undefined) return { current, former };
  return keyFile === null ? null : { current: await readKeyFile(keyFile), former: null };
}

async function readKeyFile(path: string): Promise<KeyObject> {
  try {
    return readPrivateKey(await readFile(path, "utf8"));
  } catch (error) {
    if (!isAbsent(error))
      throw new IngestionFault(`${path} n'est pas une clé privée Ed25519 : rien n'est signé sans elle.`, {
        cause: error,
      });
  }
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ format: "pem", type: "pkcs8" });
  await writeFile(path, pem, { mode: 0o600, flag: "wx", flush: true });
  return privateKey;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
