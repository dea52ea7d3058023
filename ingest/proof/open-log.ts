import type { KeyObject } from "node:crypto";
import { originOf, parseOrigin, signCheckpoint, signNote } from "../../bofip/proof/checkpoint.ts";
import { isSameHash } from "../../bofip/proof/hashes.ts";
import { type SignerKey, signerKey, writeVerifierKey } from "../../bofip/proof/keys.ts";
import { NO_TEXT_LEAF } from "../../bofip/proof/leaf.ts";
import { sha256 } from "../../bofip/text/characters.ts";
import type { Database } from "../../db/postgres/database.ts";
import { keepCheckpoint } from "../../db/proof/checkpoints.ts";
import { completeNodes, readRoot } from "../../db/proof/hashes.ts";
import type { NewLeaf } from "../../db/proof/leaves.ts";
import {
  changeProofKey,
  openProofLog,
  type ProofLog,
  readFirstLeaf,
  readProofLog,
} from "../../db/proof/logs.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type KnownCheckpoint, readCheckpointFile, writeCheckpointFile } from "./checkpoint-file.ts";
import { type Prover, publicKeyOf, publicOf } from "./prover.ts";

/**
 * Opens the first log, or the next one when the database does not have what was last signed, as after a restore.
 * @throws {IngestionFault} when the last checkpoint kept cannot be read, or is another service's.
 */
export async function openLogIfNeeded(database: Database, prover: Prover, now: Date): Promise<void> {
  const known = await readCheckpointFile(prover.checkpointFile);
  const log = await readProofLog(database);
  if (known !== null && !(await isHeld(database, known, log))) {
    await openNext(database, prover, { log, known, now });
    return;
  }
  if (log !== null) return;
  const publicKey = publicKeyOf(prover);
  await openProofLog(database, { id: 1, origin: prover.origin, publicKey, first: null, now });
}

/** Opens the next log at the operator's request. @throws {IngestionFault} when there is none to follow. */
export async function openNextLog(database: Database, prover: Prover, now: Date): Promise<void> {
  const known = await readCheckpointFile(prover.checkpointFile);
  const log = await readProofLog(database);
  if (log === null && known === null)
    throw new IngestionFault("Aucun journal de preuve n'est encore ouvert : la première ingestion l'ouvre.");
  // A crash may have come between the file and the database: the log is closed where it was signed.
  if (log !== null && known?.number === log.id && (await isHeld(database, known, log))) {
    const { note, size } = known;
    await keepCheckpoint(database, { log: log.id, size, note, publicKey: log.publicKey, signedAt: now });
  }
  await openNext(database, prover, { log, known, now });
}

interface Following {
  readonly log: ProofLog | null;
  readonly known: KnownCheckpoint | null;
  readonly now: Date;
}

/** The number is above all that were ever used, as far as is known; the origin stays that of the first log. */
async function openNext(database: Database, prover: Prover, { log, known, now }: Following): Promise<void> {
  const number = Math.max(log?.id ?? 0, known?.number ?? 0) + 1;
  const { first } = known ?? parseOrigin(log?.origin ?? prover.origin) ?? { first: prover.origin };
  await openProofLog(database, {
    id: number,
    origin: originOf(first, number),
    publicKey: publicKeyOf(prover),
    first: reprise(known?.note ?? log?.last?.note ?? null, now),
    now,
  });
}

/** The first leaf of a log that follows another: the last known checkpoint of that one, null when it had none. */
function reprise(note: string | null, now: Date): NewLeaf {
  const empreinte_fichier = note === null ? null : sha256(note);
  const leaf = { ...NO_TEXT_LEAF, fichier: note, empreinte_fichier, recue_le: now.toISOString() };
  return { leaf: { ...leaf, evenement: "reprise" }, sequence: null };
}

/** Whether the database has the tree last signed, or a log after it. @throws {IngestionFault} for another service's */
async function isHeld(database: Database, known: KnownCheckpoint, last: ProofLog | null): Promise<boolean> {
  if (last === null) return false;
  if (parseOrigin(last.origin)?.first !== known.first)
    throw new IngestionFault(
      `La tête gardée hors de la base est d'un autre journal (${known.first}) : rien n'est signé tant que PROOF_CHECKPOINT la nomme.`,
    );
  if (known.number < last.id && (await followsIt(database, last, known))) return true;
  const log = known.number === last.id ? last : await readProofLog(database, known.number);
  if (log === null || log.size < known.size) return false;
  return isSameHash(await readRoot(database, log.id, known.size), known.root);
}

/** A log opened because of a checkpoint is not signed yet: the file still has that one. */
async function followsIt(database: Database, log: ProofLog, known: KnownCheckpoint): Promise<boolean> {
  return (await readFirstLeaf(database, log.id))?.includes(sha256(known.note)) === true;
}

/**
 * Signs the leaves that the last checkpoint does not cover. Leaves are committed before they are signed, and the file
 * has a checkpoint before the database publishes it, so that one size is never signed with two roots.
 * @throws {IngestionFault} when the log is another key's, or the file cannot be written
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
