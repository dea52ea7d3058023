import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { StageOpener } from "../journal/journal.ts";
import { syncFullText } from "./fulltext.ts";
import { syncPostings } from "./postings.ts";
import type { StoreOutcome } from "./stage.ts";
import type { DerivedStores } from "./stores.ts";
import { syncVectors } from "./vectors/sync.ts";

/** How a run leaves each derived store. */
export type Outcomes = Readonly<Record<DerivedStore, StoreOutcome>>;

/**
 * The stages of a run that make the derived stores equal to the relational one. A full-text server indexes while the
 * run makes stems and vectors; an embedded index would only take turns with them.
 * @throws {Interrupted} and whatever the relational store throws, once no stage goes on.
 */
export async function syncStores(
  database: Database,
  { fullText, vectors }: DerivedStores,
  stages: StageOpener,
  clock: () => Date,
): Promise<Outcomes> {
  const syncWords = () => syncFullText(database, fullText, stages, clock());
  const syncPassages = async () => ({
    postings: await syncPostings(database, stages, clock()),
    vectors: await syncVectors(database, vectors, stages, clock()),
  });
  if (fullText.isEmbedded) return { fulltext: await syncWords(), ...(await syncPassages()) };
  const [words, passages] = await Promise.allSettled([syncWords(), syncPassages()]);
  return { fulltext: settled(words), ...settled(passages) };
}

/** Throws what it was rejected with. */
function settled<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
