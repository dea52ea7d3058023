import { writeVectors } from "../../../db/ingestion/derived/embedding.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readVectors, type StoredVector } from "../../../db/queries/passages.ts";
import type { Embedding, Encoder } from "../../../search/embeddings/port.ts";
import { normalise } from "../../../search/embeddings/vector.ts";
import { textHashOf } from "../passages/embedded-text.ts";
import { toVector } from "./embed.ts";

/**
 * Wraps an encoder so that it reuses stored vectors by the hash of their text: a retrained corpus model then completes
 * them without calling the encoder, which takes a hundred times longer.
 */
export function keepingBlocks(database: Database, encoder: Encoder): Encoder {
  return {
    ...encoder,
    async embedPassages(texts) {
      const textHashes = texts.map(textHashOf);
      const kept = await readKept(database, encoder.version, textHashes);
      const missing = texts.flatMap((text, at) => {
        const textHash = textHashes[at] ?? "";
        return kept.has(textHash) ? [] : [{ text, textHash }];
      });
      const embeddings = await encoder.embedPassages(missing.map(({ text }) => text));
      for (const [at, { textHash }] of missing.entries()) kept.set(textHash, embeddings[at] ?? null);
      const vectors = missing.map(({ textHash }) => toVector(textHash, kept.get(textHash) ?? null));
      await writeVectors(database, encoder.version, vectors);
      return textHashes.map((textHash) => kept.get(textHash) ?? null);
    },
  };
}

async function readKept(
  database: Database,
  version: string,
  textHashes: readonly string[],
): Promise<Map<string, Embedding>> {
  const vectors = await readVectors(database, version, textHashes);
  return new Map(
    vectors.filter(({ isWhole }) => isWhole).map(({ textHash, ...vector }) => [textHash, toFloats(vector)]),
  );
}

function toFloats({ components, scale }: StoredVector): Embedding {
  const vector = Float32Array.from(components, (component) => component * scale);
  return normalise(vector) ? vector : null;
}
