import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Logger } from "pino";
import { readPrivateKey, writePublicKey } from "../../bofip/proof/keys.ts";
import type { ProofConfig } from "../../config/proof.ts";
import { IngestionFault } from "../journal/fault.ts";
import { checkpointPlace, openCheckpointPlace } from "./checkpoint-file.ts";

/** What a worker signs the log of proof with. */
export interface Prover extends Pick<ProofConfig, "origin" | "checkpointFile" | "timestamping"> {
  readonly keys: ProofKeys;
}

/** Null without a key: an open log still receives leaves, unsigned. @throws {IngestionFault} for a file that is none */
export async function openProver(config: ProofConfig): Promise<Prover | null> {
  const keys = await openProofKeys(config);
  if (keys === null) return null;
  const { origin, timestamping } = config;
  return { keys, origin, checkpointFile: await openCheckpointPlace(config), timestamping };
}

/** Tells at start that the last checkpoint is not kept apart from the database. */
export async function warnOfCheckpoint(config: ProofConfig, log: Pick<Logger, "warn">): Promise<void> {
  if (config.keys.length === 0 && config.keyFile === null) return;
  const file = await checkpointPlace(config);
  if (file === config.checkpointFallback)
    log.warn(
      { file },
      "the last signed checkpoint is kept in DATA_DIR: PROOF_CHECKPOINT is to name a place outside it",
    );
}

/** The key that signs, SPKI in base64. */
export function publicKeyOf({ keys }: Prover): string {
  return publicOf(keys.current);
}

/** The public half of a private key, SPKI in base64. */
export function publicOf(secret: KeyObject): string {
  return writePublicKey(createPublicKey(secret));
}

/** The private keys of the log: the one that signs, then the one that it replaces, if any. */
interface ProofKeys {
  readonly current: KeyObject;
  readonly former: KeyObject | null;
}

/** The configured keys, or an embedded store's, made the first time; null for no log. @throws {IngestionFault} */
async function openProofKeys({
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
