import { setTimeout as sleep } from "node:timers/promises";
import type { QdrantClient } from "@qdrant/js-client-rest";
import type { Judgement, RecallSample } from "../port.ts";
import { reaching } from "./client.ts";
import { beginIndexing, isIndexing } from "./indexing.ts";
import { EXACT, type Layout } from "./layout.ts";
import { findNearest } from "./nearest.ts";

const NEAREST = 10;
const FIRST_POLL_MS = 50;
const LAST_POLL_MS = 2_000;
/** A graph of 100,000 points takes 40 s of two cores. */
const BUILD_LIMIT_MS = 30 * 60_000;
/** Tolerance between two computations of one cosine. */
const SAME_SCORE = 1e-5;

/** Compares the results of a collection's layout with the exact ranking, once the server has finished building it. */
export async function judgeCollection(
  client: QdrantClient,
  collection: string,
  { params, minRecall }: Layout,
  { questions, onWait }: { readonly questions: readonly Float32Array[] } & Pick<RecallSample, "onWait">,
): Promise<Judgement> {
  if (!(await isBuilt(client, collection, onWait))) return { recall: null, minRecall, isTrusted: false };
  let [found, expected] = [0, 0];
  for (const vector of questions) {
    await onWait(null);
    const query = { vector, domaine: null, limit: NEAREST };
    const nearest = await findNearest(client, collection, query, EXACT);
    const approximated = await findNearest(client, collection, query, params);
    // Compared by score: equally near documents are interchangeable.
    const floor = (nearest.at(-1)?.score ?? 0) - SAME_SCORE;
    found += approximated.filter(({ score }) => score >= floor).length;
    expected += nearest.length;
  }
  // Without questions, nothing can be missed.
  const recall = expected === 0 ? 1 : found / expected;
  return { recall, minRecall, isTrusted: recall >= minRecall };
}

/**
 * Whether the server has finished what its configuration requires: until then it compares the remaining points one by
 * one.
 */
async function isBuilt(
  client: QdrantClient,
  collection: string,
  onWait: RecallSample["onWait"],
): Promise<boolean> {
  const endAt = performance.now() + BUILD_LIMIT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LAST_POLL_MS)) {
    const info = await reaching(client.getCollection(collection));
    const { config, status, points_count, indexed_vectors_count } = info;
    if (!isIndexing(config, status)) await beginIndexing(client, collection);
    else if (status === "green") return true;
    if (status === "red" || performance.now() > endAt) return false;
    await onWait({ done: indexed_vectors_count ?? 0, total: points_count ?? 0 });
    await sleep(pollMs);
  }
}
