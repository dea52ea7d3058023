import { readDamaged } from "../../db/ingestion/damage.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import { removeDamagedVectors } from "../../db/integrity/vectors.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import { corpusEmbedder } from "../../search/embeddings/corpus/embedder.ts";
import { rebuildFullText } from "./fulltext.ts";
import { bringInStep, UNFOLLOWED } from "./in-step.ts";
import { derivedPostings } from "./postings.ts";
import { readGeneration, settling } from "./stage.ts";

import type { DerivedStores } from "./stores.ts";
import { embedMissing, UNTOLD } from "./vectors/embed.ts";
import { prepareModel } from "./vectors.ts";

/**
 * Rebuilds from the relational store what derived stores were found to have damaged, and makes readers reload it: the
 * entries that no longer match their seals, or the whole index when it has none. Returns the stores mended. The caller
 * owns the ingestion lock.
 */
export async function mendDamaged(database: Database, stores: DerivedStores): Promise<DerivedStore[]> {
  const damaged = await readDamaged(database);
  for (const store of damaged) {
    if (store === "fulltext") await rebuildFullText(database, stores.fullText);
    else {
      const generation = () => readGeneration(database, stores, store);
      await settling(database, store, generation, () => MENDING[store](database));
    }
    await announceChange(database);
  }
  return damaged;
}

const MENDING = {
  postings: (database: Database) => bringInStep(derivedPostings(database), UNFOLLOWED),
  vectors: mendVectors,
};

/** Those of a language model are remade by the next filling, which the change wakes. */
async function mendVectors(database: Database): Promise<void> {
  await removeDamagedVectors(database);
  await embedMissing(database, corpusEmbedder(await prepareModel(database, UNTOLD)), UNTOLD);
}
