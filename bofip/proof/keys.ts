import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** An Ed25519 public key, with the name of the log that it signs (C2SP signed-note). */
export interface VerifierKey {
  /** The log's origin. */
  readonly name: string;
  readonly key: KeyObject;
}

export interface SignerKey extends VerifierKey {
  readonly secret: KeyObject;
}

/** Identifier of Ed25519 among the algorithms of signed notes. */
const ED25519 = Uint8Array.of(1);
const RAW_BYTES = 32;

/** Reads an Ed25519 private key: PKCS#8, in PEM or as base64 of its DER. @throws {TypeError} for anything else */
export function readPrivateKey(written: string): KeyObject {
  try {
    const isPem = written.includes("-----BEGIN");
    const key = isPem
      ? createPrivateKey(written.replaceAll("\\n", "\n"))
      : createPrivateKey({ key: Buffer.from(written, "base64"), format: "der", type: "pkcs8" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {}
  throw new TypeError("not an Ed25519 private key");
}

/** Reads an Ed25519 public key, SPKI in base64. @throws {TypeError} for anything else. */
export function readPublicKey(spki: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {}
  throw new TypeError("not an Ed25519 public key");
}

/** A public key, SPKI in base64. */
export function writePublicKey(key: KeyObject): string {
  return key.export({ format: "der", type: "spki" }).toString("base64");
}

/** The private key of a log, ready to sign its notes. */
export function signerKey(name: string, secret: KeyObject): SignerKey {
  return { name, secret, key: createPublicKey(secret) };
}

/** Identifies a key among the signatures of a note, on four bytes (C2SP signed-note). */
export function keyId({ name, key }: VerifierKey): Uint8Array {
  const hash = createHash("sha256").update(`${name}\n`).update(ED25519).update(rawKey(key));
  return hash.digest().subarray(0, 4);
}

/** A public key as readers of notes configure it: `name+hash+key` (C2SP signed-note, « Verifier keys »). */
export function writeVerifierKey(verifier: VerifierKey): string {
  const id = Buffer.from(keyId(verifier)).toString("hex");
  const typed = Buffer.concat([ED25519, rawKey(verifier.key)]).toString("base64");
  return `${verifier.name}+${id}+${typed}`;
}

/** The key's own bytes end its SPKI (RFC 8410, 4). */
function rawKey(key: KeyObject): Uint8Array {
  return key.export({ format: "der", type: "spki" }).subarray(-RAW_BYTES);
}
