import type { Database } from "../../../db/postgres/database.ts";
import type { Embedder } from "../../../search/embeddings/port.ts";
import type { RecallSample, VectorIndex } from "../../../search/vectors/port.ts";
import { bringInStep, type Follower } from "../in-step.ts";
import { derivedVectors } from "./derived-index.ts";
import { sampleOf } from "./sample.ts";

interface IndexFilling {
  readonly embedder: Embedder;
  readonly follower: Follower;
  readonly told: Pick<RecallSample, "onWait" | "judged">;
  /** Called once the points are in step: whether they changed since their recall was measured. */
  readonly hasChanged: () => Promise<boolean>;
}

/** Makes the vector index equal to the relational store and measures its recall, unless already known. */
export async function fillIndex(
  database: Database,
  index: VectorIndex,
  { embedder, follower, told, hasChanged }: IndexFilling,
): Promise<void> {
  let isJudged = false;
  const sample = sampleOf(database, embedder, {
    onWait: told.onWait,
    judged(judgement) {
      isJudged = true;
      told.judged(judgement);
    },
  });
  await bringInStep(derivedVectors(database, index, embedder.version, sample), follower);
  // A rebuild measures before readers see the new index.
  if (!isJudged) await index.judge(embedder.version, sample, await hasChanged());
}
