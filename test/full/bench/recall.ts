import { readBacklog } from "../../../db/ingestion/derived/embedding.ts";
import { readPassageTexts } from "../../../ingest/derived/passages.ts";
import type { VectorReader } from "../../../search/vectors/port.ts";
import type { IngestedCorpus } from "./semantic-corpus.ts";

/** A question, its vector, and the documents that whole vectors, all compared, put first. */
export interface Truth {
  readonly vector: Float32Array;
  readonly nearest: ReadonlySet<string>;
}

export const NEAREST = 10;

/** Compares the questions with the whole vectors of all passages, made again one document at a time. */
export async function findTruths(
  { deps, version }: Pick<IngestedCorpus, "deps" | "version">,
  questions: readonly string[],
): Promise<Truth[]> {
  const embedder = await deps.embedders.of(version);
  const vectors = (await Promise.all(questions.map((question) => embedder.embedQuestion(question)))).flatMap(
    (vector) => vector ?? [],
  );
  const best = vectors.map(() => new Map<string, number>());
  const { editions } = await readBacklog(deps.database, null);
  for await (const texts of readPassageTexts(deps.database, editions, null)) {
    const boiId = texts[0]?.boiId ?? "";
    for (const passage of await embedder.embedPassages(texts.map(({ text }) => text))) {
      for (const [index, vector] of vectors.entries()) {
        const score = passage === null ? -1 : dot(passage, vector);
        if (score > (best[index]?.get(boiId) ?? -1)) best[index]?.set(boiId, score);
      }
    }
  }
  return vectors.map((vector, index) => ({ vector, nearest: firstOf(best[index] ?? new Map()) }));
}

/** The share of the true nearest documents that a store finds. */
export async function measureRecall(
  reader: VectorReader,
  version: string,
  truths: readonly Truth[],
): Promise<number> {
  let found = 0;
  let expected = 0;
  for (const { vector, nearest } of truths) {
    const hits = await reader.search({ vector, version, domaine: null, limit: NEAREST });
    found += hits.filter(({ boiId }) => nearest.has(boiId)).length;
    expected += nearest.size;
  }
  return found / expected;
}

function firstOf(scores: ReadonlyMap<string, number>): Set<string> {
  const sorted = [...scores].sort(([, left], [, right]) => right - left);
  return new Set(sorted.slice(0, NEAREST).map(([boiId]) => boiId));
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += (left[i] ?? 0) * (right[i] ?? 0);
  return sum;
}
