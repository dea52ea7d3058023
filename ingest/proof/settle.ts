import { readFile } from "node:fs/promises";
import {
  checkTimestamp,
  readCertificates,
  readTimestampAnswer,
  type TimestampFault,
  timestampRequest,
} from "../../bofip/proof/timestamp.ts";
import type { ProofConfig, TimestampingConfig } from "../../config/proof.ts";
import { NoAnswer, post } from "../../db/engine/post.ts";
import type { Database } from "../../db/postgres/database.ts";
import { keepTimestamp, readProofDue } from "../../db/proof/checkpoints.ts";
import { readProofLog } from "../../db/proof/logs.ts";
import { IngestionFault } from "../journal/fault.ts";
import { sealLog } from "./open-log.ts";
import { openProver } from "./prover.ts";

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

/** Signs what is left, as after an erasure, and timestamps the last checkpoint. Returns the fault, in French, or null. */
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

const TIME_LIMIT_MS = 15_000;
/** Tokens have a few kilobytes, chains of certificates included. */
const MOST_BYTES = 256 * 1024;

/** Timestamps the last checkpoint, unless it is, and keeps the verified token. @throws {IngestionFault} without one */
async function stampLog(
  database: Database,
  { url, ca }: TimestampingConfig,
  signal: AbortSignal,
): Promise<void> {
  const due = await readProofDue(database);
  if (due === null || due.unstampedSince === null) return;
  const last = (await readProofLog(database, due.log))?.last;
  if (last === null || last === undefined) return;
  const roots = await readRoots(ca);
  const data = Buffer.from(last.note);
  const { request, nonce } = timestampRequest(data);
  const answer = await askAuthority(
    url,
    request,
    AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
  );
  const token = readTimestampAnswer(answer, nonce);
  if (token === null) throw refused("a refusé la demande, ou répond à une autre");
  const checked = await checkTimestamp(token, data, roots).catch(() => "unreadable" as const);
  if (typeof checked === "string") throw refused(FAULTS[checked]);
  await keepTimestamp(database, { log: due.log, size: last.size }, { ...checked, token });
}

const FAULTS: Readonly<Record<TimestampFault, string>> = {
  unreadable: "répond autre chose qu'un jeton d'horodatage",
  other_data: "a horodaté autre chose",
  forged: "répond un jeton dont la signature est fausse",
  untrusted: "n'est pas reconnue par les racines de TSA_CA",
  expired: "signe avec un certificat qui n'est pas valide ce jour",
  other_usage: "signe avec un certificat qui n'est pas fait pour l'horodatage",
};

/** The address may have a password: it is not repeated. */
function refused(why: string, cause?: unknown): IngestionFault {
  return new IngestionFault(`L'autorité d'horodatage (TSA_URL) ${why} : nouvel essai dans une minute.`, {
    cause,
  });
}

async function askAuthority(
  url: string,
  request: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const headers = new Headers({
    "content-type": "application/timestamp-query",
    accept: "application/timestamp-reply",
  });
  const answer = await post({ url, headers, body: request, signal, mostBytes: MOST_BYTES }).catch(
    (error: unknown) => {
      throw error instanceof NoAnswer ? refused(`ne répond pas (${error.reason})`, error) : error;
    },
  );
  if (answer.status !== 200) throw refused(`ne répond pas (statut ${answer.status})`);
  return answer.body;
}

/** @throws {IngestionFault} */
async function readRoots(ca: string): Promise<readonly Uint8Array[]> {
  try {
    return readCertificates(
      ca.includes("-----BEGIN") ? ca.replaceAll("\\n", "\n") : await readFile(ca, "utf8"),
    );
  } catch (cause) {
    throw new IngestionFault("TSA_CA n'est ni des certificats en PEM, ni un fichier qui en contient.", {
      cause,
    });
  }
}
