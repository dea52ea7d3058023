import { ANALYZER_VERSION } from "../../fulltext/analyzer/index.ts";
import { quantise } from "../quantise.ts";
import { learnRows } from "./contexts.ts";
import { countCorpus } from "./count.ts";
import { BLOCK, type CorpusModel, sealModel } from "./model.ts";

export interface TrainingOptions {
  /** Any 32-bit integer, zero or more. */
  readonly seed: number;
}

/**
 * Learns the embedding of stems from the passages of a corpus, read once (see `contexts.ts`): stems that occur in
 * passages with the same words end up close. Deterministic: the same passages in the same order give the same model.
 * Memory: 4 KB per stem of several passages, about 1 KB per passage.
 */
export async function trainCorpusModel(
  passages: AsyncIterable<string> | Iterable<string>,
  { seed }: TrainingOptions,
): Promise<CorpusModel> {
  const corpus = await countCorpus(passages);
  const learnt = learnRows(corpus, seed);
  const rows = new Int8Array(learnt.length * BLOCK);
  const scales = Float32Array.from(learnt, (row, stem) =>
    quantise(row, rows.subarray(stem * BLOCK, (stem + 1) * BLOCK)),
  );
  return sealModel({
    seed,
    analyzerVersion: ANALYZER_VERSION,
    passages: corpus.passages.length,
    stems: corpus.stems,
    frequencies: corpus.frequencies,
    scales,
    rows,
  });
}
