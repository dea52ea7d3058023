import type { Database } from "../../../db/postgres/database.ts";
import { recordPastLacking } from "../../../search/embeddings/past-fillings.ts";
import type { VectorIndex } from "../../../search/vectors/port.ts";
import { bringInStep, type Follower } from "../in-step.ts";
import { readBacklog } from "../passages/passage-texts.ts";
import { derivedPastVectors } from "./derived-index.ts";

/**
 * Makes the points of past texts equal to the relational store, where there are points beside it, and records how many
 * texts still lack vectors of the version.
 */
export async function fillPast(
  database: Database,
  index: VectorIndex | null,
  version: string,
  follower: Follower,
): Promise<void> {
  if (index !== null) await bringInStep(derivedPastVectors(database, index, version), follower);
  const { lacking } = await readBacklog(database, version, "past");
  await recordPastLacking(database, version, lacking.length);
}
