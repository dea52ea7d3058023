import { sign, verify } from "node:crypto";
import { isSameHash } from "./hashes.ts";
import { keyId, type SignerKey, type VerifierKey } from "./keys.ts";

/** A text and its signatures (C2SP signed-note). */
export interface Note {
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
