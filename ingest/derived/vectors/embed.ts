import { type NewVector, writeVectors } from "../../../db/ingestion/derived/embedding.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { Embedder, Embedding } from "../../../search/embeddings/port.ts";
import { quantise } from "../../../search/embeddings/vector.ts";
import type { StageJournal } from "../../journal/journal.ts";
import { type PassageText, readBacklog, readPassageTexts } from "../passages.ts";
import type { Task } from "../task.ts";

/** Some 250 KB of text, and a statement of 350 KB. */
const PASSAGES_PER_BATCH = 256;

/** Passages of all texts, of the documents in force and past, and those without a vector. */
interface AllPassages {
  readonly passages: number;
  readonly missing: number;
}

/** Embeds the passages without a vector of this embedder, those in force first; returns what there was to do. */
export async function embedMissing(database: Database, embedder: Embedder, work: Work): Promise<AllPassages> {
  const { version } = embedder;
  const present = await readBacklog(database, version);
  const past = await readBacklog(database, version, "past");
  const missing = present.missing + past.missing;
  work.begin(missing);
  const texts = readPassageTexts(database, [...present.lacking, ...past.lacking], version);
  for await (const batch of batchesOf(texts, PASSAGES_PER_BATCH)) {
    await embedBatch(database, embedder, batch);
    work.countEmbedded(batch.length);
    await work.advance(batch.length);
  }
  return { passages: present.passages + past.passages, missing };
}

/** Embeds texts and stores their vectors. */
export async function embedBatch(
  database: Database,
  embedder: Embedder,
  batch: readonly PassageText[],
): Promise<void> {
  const embeddings = await embedder.embedPassages(batch.map(({ text }) => text));
  const vectors = batch.map(({ textHash }, at) => toVector(textHash, embeddings[at] ?? null));
  await writeVectors(database, embedder.version, vectors);
}

/** Texts, each once, `size` at a time: consecutive editions share most of theirs. */
export async function* batchesOf(
  editions: AsyncIterable<readonly PassageText[]>,
  size: number,
): AsyncGenerator<PassageText[]> {
  let batch: PassageText[] = [];
  const given = new Set<string>();
  for await (const texts of editions) {
    for (const text of texts) {
      if (given.has(text.textHash)) continue;
      given.add(text.textHash);
      batch.push(text);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** A vector in stored form. */
export function toVector(textHash: string, embedding: Embedding): NewVector {
  if (embedding === null) return { textHash, components: null, scale: 0 };
  const components = new Int8Array(embedding.length);
  return { textHash, scale: quantise(embedding, components), components };
}

/** Observes embedding, which precedes the filling of the index; each part has its own unit. */
export interface Work {
  begin(total: number): void;
  /** @throws {Interrupted} when the work must stop here. */
  advance(done: number): Promise<void>;
  countEmbedded(passages: number): void;
}

/** No observer. */
export const UNTOLD: Work = { begin() {}, advance: async () => {}, countEmbedded() {} };

/** Embedding inside a run. */
export function workOf(task: Task, journal: StageJournal): Work {
  let total = 0;
  let done = 0;
  return {
    begin(steps) {
      [total, done] = [steps, 0];
      task.expects(steps);
    },
    async advance(steps) {
      done += steps;
      task.expects(total - done);
      await task.wrote(done, total);
    },
    countEmbedded: (passages) => journal.count("embedded", passages),
  };
}
