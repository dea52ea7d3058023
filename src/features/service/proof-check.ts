import { withTimeout } from "../../../db/engine/retry.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type ProofDue, readProofDue } from "../../../db/proof/checkpoints.ts";
import { type ProofLog, readProofLog } from "../../../db/proof/logs.ts";
import type { ProofCheck } from "./answer.ts";

const DAY_MS = 86_400_000;

const NO_LOG: ProofCheck = {
  ok: true,
  journal: null,
  feuilles: 0,
  signees: 0,
  tete_le: null,
  horodatee_le: null,
  detail: "Aucun journal de preuve n'est tenu : avec PostgreSQL, le worker attend PROOF_KEY.",
};

/** How long leaves have waited to be signed, and the last checkpoint to be timestamped, in milliseconds. */
interface ProofDelays {
  readonly checkpoint: number | null;
  /** Null too where no checkpoint was ever timestamped, unless one should be. */
  readonly timestamp: number | null;
}

export function proofDelays(
  { unsignedSince, unstampedSince, stampedAt }: ProofDue,
  { now, isStamped }: { readonly now: Date; readonly isStamped: boolean },
): ProofDelays {
  const since = (instant: Date | null) => (instant === null ? null : now.getTime() - instant.getTime());
  return {
    checkpoint: since(unsignedSince),
    timestamp: isStamped || stampedAt !== null ? since(unstampedSince) : null,
  };
}

/** Where the log of proof is; late when something has waited for more than a day. */
function judgeProof(
  { log, due }: { readonly log: ProofLog | null; readonly due: ProofDue | null },
  terms: { readonly now: Date; readonly isStamped: boolean },
): ProofCheck {
  if (log === null || due === null) return NO_LOG;
  const { checkpoint, timestamp } = proofDelays(due, terms);
  const faults = [
    ...((checkpoint ?? 0) > DAY_MS ? ["Des feuilles attendent d'être signées depuis plus d'un jour."] : []),
    ...((timestamp ?? 0) > DAY_MS ? ["La dernière tête attend son horodatage depuis plus d'un jour."] : []),
  ];
  return {
    ok: faults.length === 0,
    journal: log.origin,
    feuilles: log.size,
    signees: due.size ?? 0,
    tete_le: due.signedAt?.toISOString() ?? null,
    horodatee_le: due.stampedAt?.toISOString() ?? null,
    ...(faults.length === 0 ? {} : { detail: faults.join(" ") }),
  };
}

/** `judgeProof` read from the store; never throws: null when the store is unavailable. */
export async function checkProof(
  database: Database,
  terms: { readonly now: Date; readonly isStamped: boolean; readonly timeLimitMs: number },
): Promise<ProofCheck> {
  const reading = Promise.all([readProofLog(database), readProofDue(database)]);
  return await withTimeout(terms.timeLimitMs, reading).then(
    ([log, due]) => judgeProof({ log, due }, terms),
    () => ({ ...NO_LOG, ok: false, detail: "Le journal de preuve ne se lit pas." }),
  );
}
