import { LRUCache } from "lru-cache";
import type { EmbeddingsConfig } from "../../config/embeddings.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { Database } from "../../db/postgres/database.ts";
import { completeEncoder, partsOf } from "./completed.ts";
import { corpusEmbedder } from "./corpus/blocks.ts";
import { readComparedVersions } from "./fillings.ts";
import type { LanguageModel } from "./language-model.ts";
import { readModel } from "./models.ts";
import { openaiEncoder } from "./openai/embedder.ts";
import { dimensionsOf } from "./openai/version.ts";
import type { Embedder, Encoder } from "./port.ts";

/** The embedders of questions, by version of vectors. */
export interface QuestionEmbedders {
  /** Whether this process can open the embedder that made the vectors of a version. */
  canHave(version: string): boolean;
  /** The embedder that made the vectors of a version. @throws {EngineUnavailable} when it can't be opened */
  of(version: string): Promise<Embedder>;
}

/** The vectors of a language model, and those of the corpus model that fill in for it. */
const KEPT_EMBEDDERS = 2;

/** Caches the embedders in use: reading a corpus model takes a second, and it changes only with a training. */
export function openQuestionEmbedders(
  config: EmbeddingsConfig,
  database: Database,
  model: LanguageModel | null = null,
): QuestionEmbedders {
  const findEncoder = (version: string) => encoderOf(config, model, version);
  const opened = new LRUCache<string, Embedder>({
    max: KEPT_EMBEDDERS,
    ignoreFetchAbort: true,
    fetchMethod: (version) => openEmbedder(database, version, findEncoder),
  });
  return {
    canHave(version) {
      const { encoder } = partsOf(version);
      return encoder === null || findEncoder(encoder) !== null;
    },
    of: (version) => opened.forceFetch(version),
  };
}

async function openEmbedder(
  database: Database,
  version: string,
  findEncoder: (version: string) => Encoder | null,
): Promise<Embedder> {
  const parts = partsOf(version);
  const encoder = parts.encoder === null ? null : findEncoder(parts.encoder);
  if (parts.encoder !== null && encoder === null) throw otherEmbedder();
  if (parts.corpus === null && encoder !== null) return encoder;
  const corpus = parts.corpus === null ? null : await readModel(database, parts.corpus);
  if (corpus === null) throw otherEmbedder();
  return encoder === null ? corpusEmbedder(corpus) : completeEncoder(encoder, corpus);
}

/** The encoder of a version; null when this process does not have it. */
function encoderOf(config: EmbeddingsConfig, model: LanguageModel | null, version: string): Encoder | null {
  if (config.kind === "corpus")
    return model?.encoder.version === version && model.isKept() ? model.encoder : null;
  const dimensions = dimensionsOf(config, version);
  return dimensions === null ? null : openaiEncoder(config, dimensions);
}

function otherEmbedder(): EngineUnavailable {
  const message =
    "Les vecteurs ont été calculés par un autre modèle que celui de la configuration : relancez une ingestion.";
  return new EngineUnavailable("embeddings", message);
}

/** What knows the versions of vectors, and which of them a process can use. */
export interface VersionDeps {
  readonly database: Database;
  readonly embedders: QuestionEmbedders;
}

/**
 * Version of the vectors that questions are compared with: those of a language model once complete, in a process that
 * can use it, locally or by its service, else those of the corpus model.
 * @throws {EngineUnavailable} before the first ones.
 */
export async function activeVersion(deps: VersionDeps): Promise<string> {
  const [version] = await activeVersions(deps);
  if (version !== undefined) return version;
  throw new EngineUnavailable("vectors", "L'index vectoriel n'est pas encore construit.");
}

/**
 * Runs `work` with the active version. If it fails, another may have replaced it, or can replace it: each is tried
 * once. `work` also receives the fault of the version that its own replaces.
 * @throws {EngineUnavailable} that of the first one.
 */
export async function inActiveVersion<Result>(
  deps: VersionDeps,
  work: (version: string, fault: unknown) => Promise<Result>,
): Promise<Result> {
  const first = await activeVersion(deps);
  try {
    return await work(first, null);
  } catch (error) {
    const others = (await activeVersions(deps)).filter((version) => version !== first);
    for (const version of others) {
      const result = await work(version, error).then(
        (value) => ({ value }),
        () => null,
      );
      if (result !== null) return result.value;
    }
    throw error;
  }
}

/** The best first. A version that no embedder of this process made is still used when it is the only one. */
async function activeVersions({ database, embedders }: VersionDeps): Promise<string[]> {
  const versions = await readComparedVersions(database);
  const had = versions.filter((version) => embedders.canHave(version));
  return had.length > 0 ? had : versions;
}
