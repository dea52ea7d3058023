import { setTimeout as sleep } from "node:timers/promises";
import type { QdrantClient } from "@qdrant/js-client-rest";
import type { Judgement, RecallSample } from "../port.ts";
import { reaching } from "./client.ts";
import { EXACT, type Layout } from "./layout.ts";
import { findNearest } from "./nearest.ts";

const NEAREST = 10;
const FIRST_POLL_MS = 50;
const LAST_POLL_MS = 2_000;
/** A graph of 100,000 points takes two minutes of two cores. */
const BUILD_LIMIT_MS = 30 * 60_000;
/** Between two computations of one cosine. */
const SAME_SCORE = 1e-5;

/** Compares what a collection finds as its layout says with the exact ranking, once the server has built it. */
export async function judgeCollection(
  client: QdrantClient,
  collection: string,
  { params, minRecall }: Layout,
  { questions, onWait }: { readonly questions: readonly Float32Array[] } & Pick<RecallSample, "onWait">,
): Promise<Judgement> {
  if (!(await isBuilt(client, collection, onWait))) return { recall: null, minRecall, isTrusted: false };
  let [found, expected] = [0, 0];
  for (const vector of questions) {
    await onWait();
    const query = { vector, domaine: null, limit: NEAREST };
    const nearest = await findNearest(client, collection, query, EXACT);
    const approximated = await findNearest(client, collection, query, params);
    // By their scores: of documents that are as near as each other, any will do.
    const floor = (nearest.at(-1)?.score ?? 0) - SAME_SCORE;
    found += approximated.filter(({ score }) => score >= floor).length;
    expected += nearest.length;
  }
  // Without questions there is nothing to miss.
  const recall = expected === 0 ? 1 : found / expected;
  return { recall, minRecall, isTrusted: recall >= minRecall };
}

/** Whether the server is done with what its configuration asks for: until then it compares what is left one by one. */
async function isBuilt(
  client: QdrantClient,
  collection: string,
  onWait: RecallSample["onWait"],
): Promise<boolean> {
  const endAt = performance.now() + BUILD_LIMIT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LAST_POLL_MS)) {
    const { status } = await reaching(client.getCollection(collection));
    if (status === "green") return true;
    if (status === "red" || performance.now() > endAt) return false;
    await onWait();
    await sleep(pollMs);
  }
}
