import type { SourceKind } from "../../db/schema/documents.ts";
import { readEditionKey, readKey } from "./known-records.ts";

/** Maps the key of an edition to the latest day on which sources show it in force, `YYYY-MM-DD`. */
export type Attested = ReadonlyMap<string, string>;

/** Determines which editions a file of the source shows in force. */
export interface Showing {
  readonly kind: SourceKind;
  /** Day that it describes: an export's own, the last one of an archive. */
  readonly day: string;
  /** Keys of its records. */
  readonly members: readonly string[];
}

/**
 * The editions that a file shows in force: for an export all its members, on its day; for an archive each edition on
 * its first day, and the last one of each document on the archive's last day. Nothing is shown before it begins.
 */
export function attestedBy({ kind, day, members }: Showing): Map<string, string> {
  const attested = new Map<string, string>();
  const last = kind === "archive" ? lastEditions(members) : null;
  for (const key of members) {
    const { date } = readKey(key);
    if (date === "" || date > day) continue;
    attested.set(key, last === null || last.has(key) ? day : date);
  }
  return attested;
}

function lastEditions(members: readonly string[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const key of members) {
    const { boiId } = readKey(key);
    const other = last.get(boiId);
    if (other === undefined || orderOf(key) > orderOf(other)) last.set(boiId, key);
  }
  return new Set(last.values());
}

/** By start of validity, then by PGP number. */
function orderOf(key: string): string {
  const { debutDeValidite, pgp } = readEditionKey(key);
  return `${debutDeValidite} ${String(pgp).padStart(10, "0")}`;
}
