import { Type } from "@sinclair/typebox";
import { InvalidJson, jsonParser } from "../../engine/parse-json.ts";
import { EngineUnavailable } from "../../engine/unavailable.ts";
import { DIMENSIONS, type Embedding } from "../port.ts";
import { normalise } from "../vector.ts";

/** `CreateEmbeddingResponse` of the OpenAI API reference, as far as it is read. */
const parseAnswer = jsonParser(
  Type.Object({
    data: Type.Array(Type.Object({ index: Type.Integer(), embedding: Type.Array(Type.Number()) })),
  }),
);

/**
 * Vectors of a JSON answer, in the order of the `count` texts that were sent, L2-normalised.
 * @throws {EngineUnavailable} when the answer is not one vector of 1024 dimensions for each text.
 */
export function readEmbeddings(json: string, count: number): Embedding[] {
  const answer = parseAnswer(json);
  if (answer instanceof InvalidJson) throw unreadable("elle n'est pas celle d'un service compatible OpenAI");
  const byIndex = new Map(answer.data.map(({ index, embedding }) => [index, embedding]));
  if (answer.data.length !== count) throw unreadable(`${answer.data.length} vecteurs pour ${count} textes`);
  return Array.from({ length: count }, (_, index) => toEmbedding(byIndex.get(index)));
}

function toEmbedding(components: readonly number[] | undefined): Embedding {
  if (components === undefined) throw unreadable("un texte n'a pas reçu de vecteur");
  if (components.length !== DIMENSIONS) throw wrongDimension(components.length);
  const vector = Float32Array.from(components);
  return normalise(vector) ? vector : null;
}

function wrongDimension(dimensions: number): EngineUnavailable {
  return new EngineUnavailable(
    "embeddings",
    `Le modèle de EMBEDDINGS_MODEL donne des vecteurs de ${dimensions} dimensions, ${DIMENSIONS} sont attendues : choisissez un modèle comme BAAI/bge-m3.`,
  );
}

function unreadable(reason: string): EngineUnavailable {
  return new EngineUnavailable(
    "embeddings",
    `Réponse inattendue du service d'embeddings (${reason}) : vérifiez EMBEDDINGS_URL.`,
  );
}
