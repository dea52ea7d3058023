import { dirname, join, resolve, sep } from "node:path";
import { readPrivateKey } from "../bofip/proof/keys.ts";
import type { EnvironmentReader } from "./environment-reader.ts";

/** The log of proof (contract, « Proof beyond our word »); plain values, which can be sent to a thread. */
export interface ProofConfig {
  /** Private keys as `readPrivateKey` reads them: the one that signs, then the one that it replaces, if any. */
  readonly keys: readonly string[];
  /** Where an embedded store keeps the key made for it; null with a server, where no key means no log. */
  readonly keyFile: string | null;
  /** Origin of the first log, if none is open yet. */
  readonly origin: string;
  /** Absolute path of the last checkpoint, kept apart from the database. */
  readonly checkpointFile: string;
  /** Where it is kept while the folder of that path cannot be written; null for a path that the operator named. */
  readonly checkpointFallback: string | null;
  /** The timestamping authority; null for none. */
  readonly timestamping: TimestampingConfig | null;
}

export interface TimestampingConfig {
  readonly url: string;
  /** Its root certificates: PEM, or the path of a file of them. */
  readonly ca: string;
}

interface ProofPlace {
  readonly dataDir: string;
  readonly erasureRegister: string;
  readonly isEmbedded: boolean;
  /** Null when it is not configured. */
  readonly publicUrl: string | null;
}

/** The one that signs, and the one that it replaces. */
const MOST_KEYS = 2;

/** The host of a service that has no public address. */
const LOCAL_HOST = "localhost";

export function readProof(read: EnvironmentReader, place: ProofPlace): ProofConfig {
  const { dataDir, isEmbedded, publicUrl } = place;
  const expected =
    "une clé privée Ed25519 (PKCS#8, en PEM ou le base64 de son DER), ou deux, la nouvelle puis l'ancienne,";
  const keys = read.list("PROOF_KEY", isPrivateKey, expected);
  if (keys.length > MOST_KEYS) read.faults.push(`PROOF_KEY : ${expected} sont attendues, sans plus.`);
  const host = publicUrl === null ? LOCAL_HOST : new URL(publicUrl).host;
  return {
    keys,
    keyFile: isEmbedded && keys.length === 0 ? join(dataDir, "cle-de-preuve.pem") : null,
    origin: `${host}/preuves`,
    ...placeCheckpoint(read.text("PROOF_CHECKPOINT"), place),
    timestamping: readTimestamping(read),
  };
}

const CHECKPOINT = "tete-de-preuve.txt";

/** Beside the register of erasures; outside DATA_DIR, if that is where it is: a restore brings that folder back whole. */
function placeCheckpoint(
  named: string | null,
  { dataDir, erasureRegister }: ProofPlace,
): Pick<ProofConfig, "checkpointFile" | "checkpointFallback"> {
  const beside = join(dirname(erasureRegister), CHECKPOINT);
  if (named !== null || !beside.startsWith(dataDir + sep))
    return { checkpointFile: resolve(named ?? beside), checkpointFallback: null };
  return { checkpointFile: `${dataDir}.${CHECKPOINT}`, checkpointFallback: beside };
}

function readTimestamping(read: EnvironmentReader): TimestampingConfig | null {
  const url = read.url("TSA_URL", ["http:", "https:"]);
  if (url === null) {
    read.absent("TSA_CA", "sans TSA_URL, cette variable est sans effet.");
    return null;
  }
  const ca = read.present(
    "TSA_CA",
    "les certificats racines de l'autorité de TSA_URL sont attendus (PEM, ou un fichier).",
  );
  return { url, ca };
}

function isPrivateKey(written: string): boolean {
  try {
    readPrivateKey(written);
    return true;
  } catch {
    return false;
  }
}
