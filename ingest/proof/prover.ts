import { createPublicKey, type KeyObject } from "node:crypto";
import type { Logger } from "pino";
import { writePublicKey } from "../../bofip/proof/keys.ts";
import type { ProofConfig } from "../../config/proof.ts";
import { checkpointPlace, openCheckpointPlace } from "./checkpoint-file.ts";
import { openProofKeys, type ProofKeys } from "./keys.ts";

/** What a worker signs the log of proof with. */
export interface Prover extends Pick<ProofConfig, "origin" | "checkpointFile" | "timestamping"> {
  readonly keys: ProofKeys;
}

/**
 * Null when there is no key: a log that is open still receives leaves, and nothing is signed.
 * @throws {IngestionFault} when the file of the key is not one, or when that of the last checkpoint is not one.
 */
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
