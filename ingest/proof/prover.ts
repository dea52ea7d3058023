import { createPublicKey, type KeyObject } from "node:crypto";
import { writePublicKey } from "../../bofip/proof/keys.ts";
import type { ProofConfig } from "../../config/proof.ts";
import { openProofKeys, type ProofKeys } from "./keys.ts";

/** What a worker signs the log of proof with. */
export interface Prover extends Pick<ProofConfig, "origin" | "checkpointFile" | "timestamping"> {
  readonly keys: ProofKeys;
}

/** Null when there is no key: a log that is open still receives leaves, and nothing is signed. */
export async function openProver(config: ProofConfig): Promise<Prover | null> {
  const keys = await openProofKeys(config);
  if (keys === null) return null;
  const { origin, checkpointFile, timestamping } = config;
  return { keys, origin, checkpointFile, timestamping };
}

/** The key that signs, SPKI in base64. */
export function publicKeyOf({ keys }: Prover): string {
  return publicOf(keys.current);
}

/** The public half of a private key, SPKI in base64. */
export function publicOf(secret: KeyObject): string {
  return writePublicKey(createPublicKey(secret));
}
