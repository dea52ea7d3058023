import { sign, verify } from "node:crypto";
import { HASH_BYTES, isSameHash } from "./hashes.ts";
import { keyId, type SignerKey, type VerifierKey } from "./keys.ts";

/** A state of a log: the first `size` leaves of `origin` have this root (C2SP tlog-checkpoint). */
interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

export interface SignedCheckpoint extends Checkpoint {
  readonly note: Note;
}

/** A signed checkpoint, as published. */
export function signCheckpoint({ origin, size, root }: Checkpoint, signers: readonly SignerKey[]): string {
  return signNote(`${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`, signers);
}

/** Reads a published checkpoint, without checking its signatures; null for what is none. */
export function parseCheckpoint(written: string): SignedCheckpoint | null {
  const note = parseNote(written);
  const [origin = "", size = "", root = ""] = note?.text.split("\n") ?? [];
  const hash = Buffer.from(root, "base64");
  const isRead = /^(?:0|[1-9]\d{0,14})$/.test(size) && hash.length === HASH_BYTES;
  if (note === null || origin === "" || !isRead || hash.toString("base64") !== root) return null;
  return { origin, size: Number(size), root: hash, note };
}

const ORIGIN = /^(.+\/preuves)(?:\/([2-9]|[1-9]\d+))?$/;

/** The origin of a service's log: `host/preuves`, then `host/preuves/2`. @param first origin of the first. */
export function originOf(first: string, number: number): string {
  return number === 1 ? first : `${first}/${number}`;
}

/** The first origin of a service, and the number of its log; null for another service's form. */
export function parseOrigin(origin: string): { readonly first: string; readonly number: number } | null {
  const [, first, number = "1"] = ORIGIN.exec(origin) ?? [];
  return first === undefined ? null : { first, number: Number(number) };
}

/** A text and its signatures (C2SP signed-note). */
interface Note {
  /** Ends with a line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const ID_BYTES = 4;

/** A signed note, whole. @param text must end with a line feed. */
export function signNote(text: string, signers: readonly SignerKey[]): string {
  const lines = signers.map((signer) => {
    const signature = sign(null, Buffer.from(text), signer.secret);
    return `— ${signer.name} ${Buffer.concat([keyId(signer), signature]).toString("base64")}\n`;
  });
  return `${text}\n${lines.join("")}`;
}

/** Reads a note, without checking its signatures; null for what is none. */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf("\n\n");
  if (end === -1 || !note.endsWith("\n")) return null;
  const signatures = note
    .slice(end + 2, -1)
    .split("\n")
    .map(parseSignature);
  const isWhole = signatures.every((signature) => signature !== null);
  return isWhole ? { text: note.slice(0, end + 1), signatures } : null;
}

function parseSignature(line: string): NoteSignature | null {
  const [, name, written] = SIGNATURE_LINE.exec(line) ?? [];
  if (name === undefined || written === undefined) return null;
  const bytes = Buffer.from(written, "base64");
  if (bytes.length <= ID_BYTES) return null;
  return { name, keyId: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) };
}

/** Outcome of checking a note with a key: signed by it, wrongly signed in its name, or not signed by it. */
export function checkSignature(
  { text, signatures }: Note,
  verifier: VerifierKey,
): "signed" | "forged" | "absent" {
  const id = keyId(verifier);
  const own = signatures.filter(({ name, keyId }) => name === verifier.name && isSameHash(keyId, id));
  if (own.length === 0) return "absent";
  const isSigned = own.every(({ signature }) => verify(null, Buffer.from(text), verifier.key, signature));
  return isSigned ? "signed" : "forged";
}
