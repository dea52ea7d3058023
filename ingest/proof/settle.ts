import type { ProofConfig } from "../../config/proof.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readProofDue } from "../../db/proof/due.ts";
import { IngestionFault } from "../journal/fault.ts";
import { openProver } from "./prover.ts";
import { sealLog } from "./seal.ts";
import { stampLog } from "./stamp.ts";

/** Whether something of the log is left to do outside runs. One short statement. */
export async function isProofDue(database: Database, config: ProofConfig): Promise<boolean> {
  if (config.keys.length === 0 && config.keyFile === null) return false;
  const due = await readProofDue(database);
  if (due === null) return false;
  return due.unsigned > 0 || (config.timestamping !== null && due.unstampedSince !== null);
}

interface Settling {
  readonly database: Database;
  readonly config: ProofConfig;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Signs what is left to sign, as after an erasure, and has the last checkpoint timestamped. Returns what was wrong, in
 * French, or null.
 */
export async function settleProof({ database, config, clock, signal }: Settling): Promise<string | null> {
  try {
    const prover = await openProver(config);
    if (prover === null) return null;
    if (((await readProofDue(database))?.unsigned ?? 0) > 0) await sealLog(database, prover, clock());
    if (prover.timestamping !== null) await stampLog(database, prover.timestamping, signal);
    return null;
  } catch (error) {
    if (!(error instanceof IngestionFault)) throw error;
    return error.message;
  }
}
