import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreDamaged } from "../../db/engine/damaged.ts";
import type { Database } from "../../db/postgres/database.ts";
import { PostingsBuilder } from "./builder.ts";
import { readStored } from "./posted-document.ts";
import type { Postings } from "./postings.ts";
import { readPosted, readPostings } from "./read-postings.ts";

/** Some 200 KB on the wire, and a few milliseconds of this thread. */
const DOCUMENTS_PER_STATEMENT = 32;

const DAMAGED = "L'index des racines est abîmé : il se refait depuis la base.";

/**
 * Loads the current postings of a version from the relational store; those already in memory are not read again.
 * @throws {StoreDamaged} when postings do not match their seal.
 */
export async function loadPostings(
  database: Database,
  version: string,
  previous: Postings,
): Promise<Postings> {
  const kept = new Map<string, string>();
  for await (const page of readPosted(database, version)) {
    for (const { boiId, hash } of page) kept.set(boiId, hash);
  }
  const builder = new PostingsBuilder(previous, ({ boiId, hash }) => kept.get(boiId) === hash);
  const held = new Map(previous.documents.map(({ boiId, hash }) => [boiId, hash]));
  const missing = [...kept].flatMap(([boiId, hash]) => (held.get(boiId) === hash ? [] : boiId));
  for (let start = 0; start < missing.length; start += DOCUMENTS_PER_STATEMENT) {
    const batch = missing.slice(start, start + DOCUMENTS_PER_STATEMENT);
    for (const row of await readPostings(database, version, batch)) {
      if (!row.isWhole) throw new StoreDamaged("postings", DAMAGED);
      builder.add(row, readStored(row));
    }
    await nextTurn();
  }
  return builder.build();
}
