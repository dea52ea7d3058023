import { readTitles } from "../../../db/ingestion/classification.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { recordPastLacking } from "../../../search/embeddings/fillings.ts";
import type { Embedder } from "../../../search/embeddings/port.ts";
import type { Judgement, RecallSample, VectorIndex } from "../../../search/vectors/port.ts";
import { bringInStep, type Follower } from "../in-step.ts";
import { readBacklog } from "../passages.ts";
import { derivedPastVectors, derivedVectors } from "./derived-index.ts";

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

const QUESTIONS = 100;

/** Vectors of titles' ends, evenly sampled: likely questions, in the doctrine's words. `told`: see `RecallSample`. */
export function sampleOf(
  database: Database,
  embedder: Embedder,
  told: Pick<RecallSample, "onWait" | "judged">,
): RecallSample {
  return {
    ...told,
    async questions() {
      const vectors: Float32Array[] = [];
      for (const question of await readQuestions(database, QUESTIONS)) {
        const vector = await embedder.embedQuestion(question);
        if (vector !== null) vectors.push(vector);
      }
      return vectors;
    },
  };
}

/** No observer. */
export const UNJUDGED: Pick<RecallSample, "onWait" | "judged"> = { onWait: async () => {}, judged() {} };

/** At most `count` questions, always the same for the same documents. */
export async function readQuestions(database: Database, count: number): Promise<string[]> {
  const titles: string[] = [];
  for await (const page of readTitles(database)) titles.push(...page.map(({ titre }) => titre));
  const step = Math.max(1, titles.length / count);
  const chosen = Array.from(
    { length: Math.min(count, titles.length) },
    (_, at) => titles[Math.floor(at * step)],
  );
  return chosen.map((titre = "") => titre.split(" - ").slice(-2).join(" "));
}

/** A sentence for the operator when readers compare every vector; null when the approximation is trusted. */
export function tellJudgement({ recall, minRecall, isTrusted }: Judgement): string | null {
  if (isTrusted) return null;
  const exact = "chaque question est comparée à tous les vecteurs";
  return recall === null
    ? `Qdrant n'a pas achevé son index : jusqu'à ce que son rappel soit prouvé, ${exact}.`
    : `Qdrant retrouve ${percent(recall)} des documents les plus proches, moins que les ${percent(minRecall)} attendus : ${exact}.`;
}

function percent(share: number): string {
  // Rounded down, never up to the threshold.
  return `${(Math.floor(share * 1_000) / 10).toLocaleString("fr-FR")} %`;
}

/** Makes the points of past texts, if any, equal to the relational store, and records how many texts lack vectors. */
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
