import { writeAttestations } from "../../db/ingestion/attestations.ts";
import { readExports, readMembers } from "../../db/ingestion/exports.ts";
import { readAppliedArchives, readArchiveMembers } from "../../db/ingestion/sources.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type Attested, attestedBy, type Showing } from "./attested.ts";
import { KnownRecords, readEditionKey } from "./known.ts";

/**
 * Brings what is known of the days on which editions were in force to what the exports and archives of the store show.
 * An edition is stored with what its own file shows: a reader sees this change alone.
 */
export async function refreshAttestations(database: Database): Promise<void> {
  const known = await KnownRecords.read(database);
  const attested = await readAttested(database);
  const changes = [...attested].flatMap(([key, until]) => {
    const stored = known.byKey.get(key);
    if (stored === undefined || (stored.attestedUntil ?? "") >= until) return [];
    return [{ ...readEditionKey(key), until }];
  });
  await writeAttestations(database, changes);
}

async function readAttested(database: Database): Promise<Attested> {
  const latest = new Map<string, string>();
  for await (const showing of readShowings(database)) {
    for (const [key, day] of attestedBy(showing)) {
      if (day > (latest.get(key) ?? "")) latest.set(key, day);
    }
  }
  return latest;
}

async function* readShowings(database: Database): AsyncGenerator<Showing> {
  const days = new Map<string, string>();
  for (const { asOf, membersHash } of await readExports(database)) {
    if (asOf > (days.get(membersHash) ?? "")) days.set(membersHash, asOf);
  }
  for (const [membersHash, day] of days)
    yield { kind: "export", day, members: await readMembers(database, membersHash) };
  for (const { name, to: day } of await readAppliedArchives(database))
    yield { kind: "archive", day, members: await readArchiveMembers(database, name) };
}
