import { Type } from "@sinclair/typebox";
import { InvalidJson, jsonParser } from "../../../db/engine/parse-json.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { DIMENSIONS, type Embedding, MIN_ENCODER_DIMENSIONS } from "../port.ts";
import { norm, normalise } from "../vector.ts";

/** `CreateEmbeddingResponse` of the OpenAI API reference, limited to the fields we read. */
const parseAnswer = jsonParser(
  Type.Object({
    data: Type.Array(Type.Object({ index: Type.Integer(), embedding: Type.Array(Type.Number()) })),
  }),
);

/** Vectors of one response, all with the same dimensions. */
export interface SizedEmbeddings {
  readonly dimensions: number;
  readonly embeddings: readonly Embedding[];
}

/**
 * Parses the vectors of a JSON response, in the order of the `count` texts sent, L2-normalised.
 * @param dimensions expected; null while they are unknown.
 * @throws {EngineUnavailable} when the response is not one finite vector of the same dimensions, 64 to 1024, for each text.
 */
export function readEmbeddings(json: string, count: number, dimensions: number | null): SizedEmbeddings {
  const answer = parseAnswer(json);
  if (answer instanceof InvalidJson) throw unreadable("elle n'est pas celle d'un service compatible OpenAI");
  const byIndex = new Map(answer.data.map(({ index, embedding }) => [index, embedding]));
  if (answer.data.length !== count) throw unreadable(`${answer.data.length} vecteurs pour ${count} textes`);
  const expected = dimensions ?? acceptable(answer.data[0]?.embedding.length ?? 0);
  const embeddings = Array.from({ length: count }, (_, index) => toEmbedding(byIndex.get(index), expected));
  return { dimensions: expected, embeddings };
}

function acceptable(dimensions: number): number {
  if (dimensions >= MIN_ENCODER_DIMENSIONS && dimensions <= DIMENSIONS) return dimensions;
  throw new EngineUnavailable(
    "embeddings",
    `Le modèle de EMBEDDINGS_MODEL donne des vecteurs de ${dimensions} dimensions, ${MIN_ENCODER_DIMENSIONS} à ${DIMENSIONS} sont attendues : choisissez un modèle comme BAAI/bge-m3.`,
  );
}

function toEmbedding(components: readonly number[] | undefined, dimensions: number): Embedding {
  if (components === undefined) throw unreadable("un texte n'a pas reçu de vecteur");
  if (components.length !== dimensions) throw otherDimensions(components.length, dimensions);
  const vector = Float32Array.from(components);
  if (!Number.isFinite(norm(vector))) throw unreadable("un vecteur a des nombres démesurés");
  return normalise(vector) ? vector : null;
}

/** The model behind the name has changed, or passages use another model than questions. */
function otherDimensions(dimensions: number, expected: number): EngineUnavailable {
  return new EngineUnavailable(
    "embeddings",
    `Le service d'embeddings donne des vecteurs de ${dimensions} dimensions, après en avoir donné de ${expected} : vérifiez EMBEDDINGS_MODEL et EMBEDDINGS_PASSAGE_MODEL, puis relancez une ingestion.`,
  );
}

function unreadable(reason: string): EngineUnavailable {
  return new EngineUnavailable(
    "embeddings",
    `Réponse inattendue du service d'embeddings (${reason}) : vérifiez EMBEDDINGS_URL.`,
  );
}
