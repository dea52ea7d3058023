import { digestOf } from "../../../db/engine/digest.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readEmbeddedDocuments, readVectors } from "../../../db/queries/passages.ts";
import {
  type PassageKey,
  pointContent,
  pointId,
  type VectorIndex,
  type VectorPoint,
  type VectorWriter,
} from "../../../db/vectors/port.ts";
import { assertHeld } from "../differences.ts";
import type { Work } from "./task.ts";

/** Makes an index hold the passages embedded in a version, and nothing else of it. */
export async function fillIndex(
  database: Database,
  index: VectorIndex,
  version: string,
  work: Work,
): Promise<void> {
  const writer = await index.open(version);
  if (writer === null) return await rebuildIndex(database, index, version, work);
  const wanted = await readWanted(database, version);
  const held = await writer.held();
  const differing = [...wanted]
    .filter(([id, key]) => held.get(id) !== pointContent(key))
    .map(([, key]) => key);
  const extra = [...held.keys()].filter((id) => !wanted.has(id));
  const changed = differing.filter((key) => held.has(pointId(key))).length;
  work.begin(differing.length + extra.length);
  await upsertAll(database, writer, version, differing, work);
  await writer.remove(extra);
  await work.advance(extra.length);
  work.tally("unchanged", wanted.size - differing.length);
  work.tally("added", differing.length - changed);
  work.tally("changed", changed);
  work.tally("removed", extra.length);
}

/**
 * Fills an index anew, beside what readers see until it is whole.
 * @throws {IngestionFault} before readers see it, when it does not hold what it was given.
 */
export async function rebuildIndex(
  database: Database,
  index: VectorIndex,
  version: string,
  work: Work,
): Promise<void> {
  const wanted = [...(await readWanted(database, version)).values()];
  const expected = digestOf(wanted.map(pointContent));
  work.begin(wanted.length);
  await index.rebuild(version, async (writer) => {
    await upsertAll(database, writer, version, wanted, work);
    assertHeld("passages", expected, digestOf((await writer.held()).values()));
  });
  work.tally("added", wanted.length);
}

/** Every passage with a vector, by the identifier of its point. */
async function readWanted(database: Database, version: string): Promise<Map<string, PassageKey>> {
  const wanted = new Map<string, PassageKey>();
  for await (const page of readEmbeddedDocuments(database, version)) {
    for (const { boiId, domaine, textHashes } of page) {
      for (const textHash of textHashes)
        wanted.set(pointId({ boiId, textHash }), { boiId, domaine, textHash });
    }
  }
  return wanted;
}

const POINTS_PER_BATCH = 256;

async function upsertAll(
  database: Database,
  writer: VectorWriter,
  version: string,
  keys: readonly PassageKey[],
  work: Work,
): Promise<void> {
  for (let start = 0; start < keys.length; start += POINTS_PER_BATCH) {
    const batch = keys.slice(start, start + POINTS_PER_BATCH);
    await writer.upsert(await withVectors(database, version, batch));
    await work.advance(batch.length);
  }
}

async function withVectors(
  database: Database,
  version: string,
  keys: readonly PassageKey[],
): Promise<VectorPoint[]> {
  const rows = await readVectors(
    database,
    version,
    keys.map(({ textHash }) => textHash),
  );
  const vectors = new Map(rows.map((vector) => [vector.textHash, vector]));
  return keys.flatMap((key) => {
    const vector = vectors.get(key.textHash);
    return vector === undefined ? [] : [{ ...key, vector }];
  });
}
