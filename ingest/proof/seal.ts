import type { KeyObject } from "node:crypto";
import { signCheckpoint, signNote } from "../../bofip/proof/checkpoint.ts";
import { type SignerKey, signerKey, writeVerifierKey } from "../../bofip/proof/keys.ts";
import { NO_TEXT_LEAF } from "../../bofip/proof/leaf.ts";

import { sha256 } from "../../bofip/text/fingerprint.ts";
import type { Database } from "../../db/postgres/database.ts";
import { keepCheckpoint } from "../../db/proof/checkpoints.ts";
import { completeNodes, readRoot } from "../../db/proof/hashes.ts";
import { changeProofKey, type ProofLog, readProofLog } from "../../db/proof/logs.ts";
import { IngestionFault } from "../journal/fault.ts";
import { writeCheckpointFile } from "./checkpoint-file.ts";
import { openLogIfNeeded } from "./open-log.ts";
import { type Prover, publicKeyOf, publicOf } from "./prover.ts";

/**
 * Signs the leaves that the last checkpoint does not cover, if there are any. The order decides what a crash may leave:
 * leaves are committed before they are signed, and the file has a checkpoint before the database publishes it, so
 * that one size is never signed twice with two roots.
 * @throws {IngestionFault} when the log is another key's, or the file cannot be written.
 */
export async function sealLog(database: Database, prover: Prover, now: Date): Promise<void> {
  // A database restored since the run began must not sign again what it has forgotten.
  await openLogIfNeeded(database, prover, now);
  const before = await readProofLog(database);
  if (before === null) return;
  const log = await withOurKey(database, prover, before, now);
  if (log.size === 0 || log.size === log.last?.size) return;
  await completeNodes(database, log.id, log.size);
  const { id, origin, size } = log;
  const root = await readRoot(database, id, size);
  const note = signCheckpoint({ origin, size, root }, signersOf(prover, log));
  await writeCheckpointFile(prover.checkpointFile, note);
  await keepCheckpoint(database, { log: id, size, note, publicKey: log.publicKey, signedAt: now });
}

/** The log under the key that signs now: a new one is first named by a leaf, in a note signed by the former. */
async function withOurKey(database: Database, prover: Prover, log: ProofLog, now: Date): Promise<ProofLog> {
  const to = publicKeyOf(prover);
  if (log.publicKey === to) return log;
  const former = formerKey(prover, log.publicKey);
  if (former === null)
    throw new IngestionFault(
      "PROOF_KEY n'est pas la clé du journal de preuve : ajoutez l'ancienne après une virgule, ou ouvrez le journal suivant (« bun run proof --new-log »). Rien n'est signé d'ici là.",
    );
  const { origin: name, id } = log;
  const next = writeVerifierKey(signerKey(name, prover.keys.current));
  const fichier = signNote(`${next}\n`, [signerKey(name, former)]);
  const empreintes = { empreinte: sha256(Buffer.from(to, "base64")), empreinte_fichier: sha256(fichier) };
  const leaf = { ...NO_TEXT_LEAF, ...empreintes, fichier, recue_le: now.toISOString() };
  const named = { leaf: { ...leaf, evenement: "cle" }, sequence: null } as const;
  await changeProofKey(database, id, { from: log.publicKey, to, leaf: named });
  return (await readProofLog(database, id)) ?? log;
}

/** Its key; and the one of the last checkpoint, when that is another: it vouches for its successor. */
function signersOf(prover: Prover, { origin, last, publicKey }: ProofLog): SignerKey[] {
  const former = last === null || last.publicKey === publicKey ? null : formerKey(prover, last.publicKey);
  return [prover.keys.current, ...(former === null ? [] : [former])].map((key) => signerKey(origin, key));
}

function formerKey({ keys }: Prover, publicKey: string): KeyObject | null {
  return keys.former !== null && publicOf(keys.former) === publicKey ? keys.former : null;
}
