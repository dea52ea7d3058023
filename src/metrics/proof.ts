import type { Database } from "../../db/postgres/database.ts";
import { readProofDue } from "../../db/proof/checkpoints.ts";
import { proofDelays } from "../features/service/proof-check.ts";
import type { Metrics } from "./registry.ts";

const MILLISECONDS = 1000;

/** Adds how long the log of proof, where there is one, has waited for a checkpoint and for its timestamp. */
export function addProofGauges(
  metrics: Metrics,
  database: Database,
  terms: () => { readonly now: Date; readonly isStamped: boolean },
): void {
  metrics.gauge(
    "doctrine_proof_delay_seconds",
    "Time since the log of proof waits for a checkpoint, or its checkpoint for a timestamp; 0 when nothing waits.",
    "part",
    async () => {
      const due = await readProofDue(database);
      if (due === null) return new Map();
      const { checkpoint, timestamp } = proofDelays(due, terms());
      return new Map([
        ["checkpoint", (checkpoint ?? 0) / MILLISECONDS],
        ["timestamp", (timestamp ?? 0) / MILLISECONDS],
      ]);
    },
  );
  metrics.gauge(
    "doctrine_proof_leaves",
    "Leaves of the open log of proof; absent where there is none.",
    "state",
    async () => {
      const due = await readProofDue(database);
      return new Map(
        due === null
          ? []
          : [
              ["signed", due.size ?? 0],
              ["unsigned", due.unsigned],
            ],
      );
    },
  );
}
