import type { ProofConfig } from "../../config/proof.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { catchUpJournal, catchUpWordings } from "./catch-up.ts";
import { openLogIfNeeded } from "./open-log.ts";
import { openProver, type Prover } from "./prover.ts";
import { sealLog } from "./seal.ts";

/** What the log of proof needs of a run. */
interface RunProof {
  readonly database: Database;
  /** Null when this process keeps no log. */
  readonly config: ProofConfig | null;
  readonly journal: Pick<Journal, "warn" | "advance">;
  readonly clock: () => Date;
}

/** Before a run writes: its log is open, and has a leaf for every entry of the journal. */
export async function beginProof(run: RunProof): Promise<void> {
  const { database, journal, clock } = run;
  await withProver(run, (prover) => openLogIfNeeded(database, prover, clock()));
  await catchUpJournal(database, () => journal.advance(null));
}

/** Once a run has written: every text has its leaf, and every leaf is signed. */
export async function endProof(run: RunProof): Promise<void> {
  const { database, journal, clock } = run;
  await catchUpWordings(database, () => journal.advance(null));
  await withProver(run, (prover) => sealLog(database, prover, clock()));
}

/** Does what needs the key, if there is one. A fault of the log stops no ingestion: the run reports it. */
async function withProver(
  { config, journal }: RunProof,
  work: (prover: Prover) => Promise<void>,
): Promise<void> {
  try {
    const prover = config === null ? null : await openProver(config);
    if (prover !== null) await work(prover);
  } catch (error) {
    if (!(error instanceof IngestionFault)) throw error;
    journal.warn(error.message);
  }
}
