import type { EmbeddingsConfig, OpenaiConfig } from "../../../config/embeddings.ts";
import { type NewVector, readBacklog } from "../../../db/ingestion/derived/embedding.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readVectors, type StoredVector } from "../../../db/queries/passages.ts";
import { completeEncoder } from "../../../search/embeddings/completed.ts";
import type { CorpusModel } from "../../../search/embeddings/corpus/model.ts";
import { readFillings } from "../../../search/embeddings/fillings.ts";
import { learnDimensions, openaiEncoder } from "../../../search/embeddings/openai/embedder.ts";
import { dimensionsOf } from "../../../search/embeddings/openai/version.ts";
import { DIMENSIONS, type Embedding, type Encoder } from "../../../search/embeddings/port.ts";
import { normalise } from "../../../search/embeddings/vector.ts";
import type { VectorIndex } from "../../../search/vectors/port.ts";
import type { PassageText } from "../passages.ts";
import { embedTexts, type VectorVersion } from "./version.ts";

/** Where the vectors beside the corpus model's come from. */
export interface LanguageModels {
  readonly embeddings: EmbeddingsConfig;
  /** This process's model, used without a service, if any. */
  readonly model?: Encoder | null;
}

/** The service's language model, this process's, or null. @throws {EngineUnavailable} also when its vectors don't fit */
export async function findEncoder(
  database: Database,
  { embeddings, model }: LanguageModels,
): Promise<Encoder | null> {
  if (embeddings.kind === "corpus") return model ?? null;
  return openaiEncoder(embeddings, await findDimensions(database, embeddings));
}

/** Whether an encoder comes from these settings, even while its service is unavailable. */
export function isOf({ embeddings, model }: LanguageModels, encoder: string): boolean {
  if (embeddings.kind === "corpus") return model?.version === encoder;
  return dimensionsOf(embeddings, encoder) !== null;
}

/** The dimensions of the stored vectors when none is missing, which spares asking the service. */
async function findDimensions(database: Database, config: OpenaiConfig): Promise<number> {
  for (const { encoder, version } of await readFillings(database)) {
    const known = dimensionsOf(config, encoder);
    if (known !== null && (await readBacklog(database, version)).missing === 0) return known;
  }
  return await learnDimensions(config);
}

interface Beside {
  readonly encoder: Encoder;
  /** The corpus model in use. */
  readonly corpus: CorpusModel;
  readonly index: VectorIndex | null;
}

/** The vectors that a language model makes beside a corpus model, which completes them where needed. */
export function versionBeside(database: Database, { encoder, corpus, index }: Beside): VectorVersion {
  const { dimensions, passagesAtOnce } = encoder;
  const version = { embedder: completeEncoder(encoder, corpus), index, passagesAtOnce };
  if (dimensions === DIMENSIONS) return version;
  return { ...version, embed: (texts) => embedBlocks(database, { encoder, corpus }, texts) };
}

/**
 * The encoder's own vectors of texts, and those that they are completed to. Own ones are stored for the next corpus
 * model: completing them anew takes a hundredth of encoding.
 */
async function embedBlocks(
  database: Database,
  { encoder, corpus }: Omit<Beside, "index">,
  texts: readonly PassageText[],
): Promise<NewVector[]> {
  const hashes = texts.map(({ textHash }) => textHash);
  const stored = await readVectors(database, encoder.version, hashes);
  const kept = new Map<string, Embedding>(
    stored.flatMap((vector) => (vector.isWhole ? [[vector.textHash, toFloats(vector)]] : [])),
  );
  const missing = texts.filter(({ textHash }) => !kept.has(textHash));
  const made = await encoder.embedPassages(missing.map(({ text }) => text));
  for (const [at, { textHash }] of missing.entries()) kept.set(textHash, made[at] ?? null);
  const known = {
    ...encoder,
    embedPassages: async () => hashes.map((textHash) => kept.get(textHash) ?? null),
  };
  const own = { version: encoder.version, embedPassages: async () => made };
  return [...(await embedTexts(own, missing)), ...(await embedTexts(completeEncoder(known, corpus), texts))];
}

function toFloats({ components, scale }: StoredVector): Embedding {
  const vector = Float32Array.from(components, (component) => component * scale);
  return normalise(vector) ? vector : null;
}
