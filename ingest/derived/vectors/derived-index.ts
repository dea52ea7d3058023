import type { TextSet } from "../../../db/engine/dated-texts.ts";
import { StoreDamaged } from "../../../db/engine/unavailable.ts";
import { DAMAGED_VECTORS } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readVectors } from "../../../db/queries/passages.ts";
import { STORE_NAMES } from "../../../db/runs/view.ts";
import { readPassageKeys } from "../../../search/vectors/passage-keys.ts";
import {
  type PassageKey,
  pointContent,
  pointId,
  type RecallSample,
  type VectorIndex,
  type VectorPoint,
  type VectorWriter,
} from "../../../search/vectors/port.ts";
import { IngestionFault } from "../../journal/fault.ts";
import type { DerivedIndex, EntryWriter } from "../in-step.ts";

const POINTS_PER_BATCH = 256;
/** One is written as JSON here while the server stores the other. */
const BATCHES_AT_ONCE = 2;

/** The vector index as a derived store: passages in force embedded in a version, by the identity of their points. */
export function derivedVectors(
  database: Database,
  index: VectorIndex,
  version: string,
  sample: RecallSample,
): DerivedIndex<PassageKey> {
  return derivedSet({ database, index, version, set: "present" }, (fill) =>
    index.rebuild(version, fill, sample),
  );
}

/** `derivedVectors` for the passages of past texts. */
export function derivedPastVectors(
  database: Database,
  index: VectorIndex,
  version: string,
): DerivedIndex<PassageKey> {
  return derivedSet({ database, index, version, set: "past" }, (fill) => index.rebuildPast(version, fill));
}

interface PointSet {
  readonly database: Database;
  readonly index: VectorIndex;
  readonly version: string;
  readonly set: TextSet;
}

function derivedSet(
  { database, index, version, set }: PointSet,
  rebuild: (fill: (writer: VectorWriter) => Promise<void>) => Promise<void>,
): DerivedIndex<PassageKey> {
  return {
    unit: STORE_NAMES.vectors.unit,
    batchSize: POINTS_PER_BATCH,
    // A point costs about the same wherever it is written: only a missing index is worth a refill.
    breakEven: Number.POSITIVE_INFINITY,
    wanted: () => readWanted(database, version, set),
    markOf: pointContent,
    documentOf: (id, mark) => mark.split(" ", 1)[0] || id,
    // Removed with the other versions (`VectorIndex.keepOnly`), once readers have left those.
    removeLeftovers: async () => {},
    held: async () => (await (await index.open(version, set))?.held()) ?? null,
    async write(work) {
      const writer = await index.open(version, set);
      if (writer === null)
        throw new IngestionFault("L'index vectoriel a été retiré pendant son remplissage.");
      await work(entryWriter(database, version, writer));
    },
    rebuild: (fill) => rebuild((writer) => fill(entryWriter(database, version, writer))),
  };
}

async function readWanted(
  database: Database,
  version: string,
  set: TextSet,
): Promise<Map<string, PassageKey>> {
  const wanted = new Map<string, PassageKey>();
  for await (const key of readPassageKeys(database, version, set)) wanted.set(pointId(key), key);
  return wanted;
}

/** Batches travel while the next one is read: a failure of the server comes with a later call, `settle` the last. */
function entryWriter(database: Database, version: string, writer: VectorWriter): EntryWriter<PassageKey> {
  let applied = 0;
  const sending: Promise<void>[] = [];
  const settle = async () => {
    await Promise.all(sending.splice(0));
  };
  const send = async (points: readonly VectorPoint[], entries: number) => {
    await writer.upsert(points);
    applied += entries;
  };
  return {
    async held() {
      await settle();
      return await writer.held();
    },
    async upsert(batch) {
      const points = await withVectors(database, version, batch);
      if (sending.length === BATCHES_AT_ONCE) await sending.shift();
      const sent = send(points, batch.length);
      sent.catch(() => {});
      sending.push(sent);
    },
    async remove(pointIds) {
      await settle();
      await writer.remove(pointIds);
    },
    settle,
    applied: () => applied,
  };
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
  if (rows.some(({ isWhole }) => !isWhole)) throw new StoreDamaged("vectors", DAMAGED_VECTORS);
  const vectors = new Map(rows.map((vector) => [vector.textHash, vector]));
  return keys.flatMap((key) => {
    const vector = vectors.get(key.textHash);
    return vector === undefined ? [] : [{ ...key, vector }];
  });
}
