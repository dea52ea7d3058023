export { type CorpusBlocks, corpusBlocks } from "./blocks.ts";
export { corpusEmbedder } from "./embedder.ts";
export { type CorpusModel, parseModel, serializeModel } from "./model.ts";
export { type CorpusGrowth, measureNovelty, type Novelty, needsRetraining } from "./retraining.ts";
export { countTerms, listStems, type Terms } from "./terms.ts";
export { type TrainingOptions, trainCorpusModel } from "./train.ts";
