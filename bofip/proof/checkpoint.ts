import { HASH_BYTES } from "./hashes.ts";
import type { SignerKey } from "./keys.ts";
import { type Note, parseNote, signNote } from "./note.ts";

/** A state of a log: the first `size` leaves of `origin` have this root (C2SP tlog-checkpoint). */
export interface Checkpoint {
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
