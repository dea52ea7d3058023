import { readDamaged } from "../../db/ingestion/damage.ts";
import { type DerivedStore, settleDebt } from "../../db/ingestion/derived/indexing.ts";
import { removeDamagedVectors } from "../../db/integrity/vectors.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import { corpusEmbedder } from "../../search/embeddings/corpus/index.ts";
import { prepareModel } from "./embedder.ts";
import { rebuildFullText } from "./fulltext.ts";
import { bringInStep, UNFOLLOWED } from "./in-step.ts";
import { derivedPostings } from "./postings/derived-index.ts";
import type { DerivedStores } from "./stores.ts";
import { embedMissing } from "./vectors/embed.ts";
import { UNTOLD } from "./vectors/work.ts";

/**
 * Makes anew, from the relational store, what derived stores were found to hold damaged, and has readers read it: the
 * entries that no longer fit their seals, or the whole index that has none. Gives the stores. The caller holds the
 * ingestion lock.
 */
export async function mendDamaged(database: Database, stores: DerivedStores): Promise<DerivedStore[]> {
  const damaged = await readDamaged(database);
  for (const store of damaged) {
    if (store === "fulltext") await rebuildFullText(database, stores.fullText);
    else if (store === "postings") await bringInStep(derivedPostings(database), UNFOLLOWED);
    else await mendVectors(database);
    await settleDebt(database, store);
    await announceChange(database);
  }
  return damaged;
}

/** Those of a language model are made by the next filling, which the change wakes. */
async function mendVectors(database: Database): Promise<void> {
  await removeDamagedVectors(database);
  await embedMissing(database, corpusEmbedder(await prepareModel(database, UNTOLD)), UNTOLD);
}
