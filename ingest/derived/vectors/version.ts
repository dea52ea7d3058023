import type { TextSet } from "../../../db/engine/dated-texts.ts";
import { StoreDamaged } from "../../../db/engine/unavailable.ts";
import { readTitles } from "../../../db/ingestion/classification.ts";
import {
  type Backlog,
  type NewVector,
  readBacklog,
  writeVectors,
} from "../../../db/ingestion/derived/embedding.ts";
import { DAMAGED_VECTORS } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { announceChange } from "../../../db/queries/corpus.ts";
import { readVectors } from "../../../db/queries/passages.ts";
import { STORE_NAMES } from "../../../db/runs/view.ts";
import { recordPastLacking } from "../../../search/embeddings/fillings.ts";
import type { Embedder } from "../../../search/embeddings/port.ts";
import { quantise } from "../../../search/embeddings/vector.ts";
import { readPassageKeys } from "../../../search/vectors/passage-keys.ts";
import {
  type Judgement,
  type PassageKey,
  pointContent,
  pointId,
  type RecallSample,
  type VectorIndex,
  type VectorPoint,
  type VectorWriter,
} from "../../../search/vectors/port.ts";
import { IngestionFault } from "../../journal/fault.ts";
import {
  bringInStep,
  type DerivedIndex,
  type EntryWriter,
  type Follower,
  rebuildBeside,
} from "../in-step.ts";
import { type PassageText, readPassageTexts } from "../passages.ts";

/** The vectors of one embedder: a row for each passage of the texts in force and past, and their points in the index. */
export interface VectorVersion {
  readonly embedder: Embedder;
  /** Null when the vectors of the relational store are scanned directly. */
  readonly index: VectorIndex | null;
  /** Passages embedded, then stored at once; absent = `PASSAGES_PER_BATCH`. */
  readonly passagesAtOnce?: number;
  /** Gives all that is stored of texts; absent = their vectors alone. */
  readonly embed?: (texts: readonly PassageText[]) => Promise<readonly NewVector[]>;
}

/** What a set of texts has to embed. */
type Progress = Pick<Backlog, "passages" | "missing">;

/** How a version is brought in step. */
export interface Bringing {
  /** Throwing from `wrote` ends the work; what is done stays done. */
  readonly follower: Follower;
  /** Passages to embed, to the nearest batch; absent = all. The index then gets what there is. */
  readonly most?: number;
  /** Fills a new index beside the live one, whatever that contains. */
  readonly isAnew?: boolean;
  /** Whether points found in step changed since their recall was measured; absent = it is measured another time. */
  readonly hasChanged?: () => Promise<boolean>;
  /** Called with the recall measured. */
  judged?(judgement: Judgement): void;
  /** Called before the first batch of a set, after each with its passages, and once none is left. */
  embedded?(passages: number, set: TextSet, left: Progress): Promise<void>;
  /** Called once the texts in force are in step, before past ones. */
  serve?(): Promise<void>;
}

/**
 * Makes a version whole, whatever its state: embeds the passages without a vector, then makes the index equal to the
 * relational store and measures its recall, for the texts in force and then for past ones. Resumable wherever it was
 * left. Returns what there was to embed.
 */
export async function bringVersionInStep(
  database: Database,
  version: VectorVersion,
  { most = Number.POSITIVE_INFINITY, serve, ...bringing }: Bringing,
): Promise<Progress> {
  const name = version.embedder.version;
  const found = { passages: 0, missing: 0 };
  let left = most;
  for (const set of ["present", "past"] as const) {
    const backlog = await readBacklog(database, name, set);
    if (set === "past" && backlog.missing > 0)
      await recordPastLacking(database, name, backlog.lacking.length);
    left -= await embedMissing(database, version, { ...bringing, set, backlog, most: left });
    await fillPoints(database, version, set, bringing);
    if (set === "present") await serve?.();
    else {
      const { lacking } = backlog.missing === 0 ? backlog : await readBacklog(database, name, set);
      await recordPastLacking(database, name, lacking.length);
    }
    found.passages += backlog.passages;
    found.missing += backlog.missing;
  }
  return found;
}

/** Some 250 KB of text, and a statement of 350 KB. */
const PASSAGES_PER_BATCH = 256;

/** Returns how many texts it embedded. */
async function embedMissing(
  database: Database,
  { embedder, passagesAtOnce = PASSAGES_PER_BATCH, embed }: VectorVersion,
  { follower, embedded, set, backlog, most }: Bringing & { most: number; set: TextSet; backlog: Backlog },
): Promise<number> {
  const { passages, missing, lacking } = backlog;
  const total = Math.min(missing, most);
  await embedded?.(0, set, backlog);
  let done = 0;
  const texts = readPassageTexts(database, total > 0 ? lacking : [], embedder.version);
  for await (const batch of batchesOf(texts, passagesAtOnce)) {
    follower.expects(Math.max(0, total - done));
    await follower.wrote({ done, total });
    await writeVectors(database, await (embed?.(batch) ?? embedTexts(embedder, batch)));
    done += batch.length;
    // One text may be in several documents.
    await embedded?.(batch.length, set, { passages, missing: Math.max(0, missing - done) });
    if (done >= most) break;
  }
  if (done > 0) await announceChange(database);
  if (done < most) await embedded?.(0, set, { passages, missing: 0 });
  return done;
}

/** Texts, each once, `size` at a time: consecutive editions share most of theirs. */
async function* batchesOf(
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

/** The vectors of texts, in stored form. */
export async function embedTexts(
  { version, embedPassages }: Pick<Embedder, "version" | "embedPassages">,
  texts: readonly PassageText[],
): Promise<NewVector[]> {
  const embeddings = await embedPassages(texts.map(({ text }) => text));
  return texts.map(({ textHash }, at) => {
    const embedding = embeddings[at] ?? null;
    if (embedding === null) return { version, textHash, components: null, scale: 0 };
    const components = new Int8Array(embedding.length);
    return { version, textHash, scale: quantise(embedding, components), components };
  });
}

async function fillPoints(
  database: Database,
  { embedder, index }: VectorVersion,
  set: TextSet,
  { follower, isAnew = false, hasChanged, judged = () => {} }: Bringing,
): Promise<void> {
  if (index === null) return;
  const { version } = embedder;
  const sample = sampleOf(database, embedder, { onWait: (indexed) => follower.wrote(indexed), judged });
  const derived = derivedVectors(database, index, version, set === "past" ? null : sample);
  if (isAnew) return void (await rebuildBeside(derived));
  const isNew = await bringInStep(derived, follower);
  // A new index was judged before readers saw it.
  if (set === "past" || isNew || hasChanged === undefined) return;
  await index.judge(version, sample, await hasChanged());
}

const POINTS_PER_BATCH = 256;
/** One is written as JSON here while the server stores the other. */
const BATCHES_AT_ONCE = 2;

/**
 * The vector index as a derived store: passages embedded in a version, by the identity of their points.
 * @param sample null for the passages of past texts.
 */
export function derivedVectors(
  database: Database,
  index: VectorIndex,
  version: string,
  sample: RecallSample | null,
): DerivedIndex<PassageKey> {
  const set = sample === null ? "past" : "present";
  return {
    unit: STORE_NAMES.vectors.unit,
    batchSize: POINTS_PER_BATCH,
    // A point costs about the same wherever it is written: only a missing index is worth a refill.
    breakEven: Number.POSITIVE_INFINITY,
    async wanted() {
      const wanted = new Map<string, PassageKey>();
      for await (const key of readPassageKeys(database, version, set)) wanted.set(pointId(key), key);
      return wanted;
    },
    markOf: pointContent,
    documentOf: (id, mark) => mark.split(" ", 1)[0] || id,
    // Removed with the other versions (`VectorIndex.keepOnly`), once readers have left those.
    removeLeftovers: async () => {},
    held: async () => (await (await index.open(version, set))?.held()) ?? null,
    async write(work) {
      const writer = await index.open(version, set);
      if (writer === null)
        throw new IngestionFault("L'index vectoriel a été retiré pendant son remplissage.");
      await work(entryWriter(database, version, writer));
    },
    rebuild: (fill) =>
      index.rebuild(version, (writer) => fill(entryWriter(database, version, writer)), sample),
  };
}

/** Batches travel while the next one is read: a failure of the server comes with a later call, `settle` the last. */
function entryWriter(database: Database, version: string, writer: VectorWriter): EntryWriter<PassageKey> {
  let applied = 0;
  const sending: Promise<void>[] = [];
  const settle = async () => {
    await Promise.all(sending.splice(0));
  };
  return {
    async held() {
      await settle();
      return await writer.held();
    },
    async upsert(batch) {
      const points = await withVectors(database, version, batch);
      if (sending.length === BATCHES_AT_ONCE) await sending.shift();
      const sent = writer.upsert(points).then(() => {
        applied += batch.length;
      });
      sent.catch(() => {});
      sending.push(sent);
    },
    async remove(pointIds) {
      await settle();
      await writer.remove(pointIds);
    },
    settle,
    applied: () => applied,
  };
}

async function withVectors(
  database: Database,
  version: string,
  keys: readonly PassageKey[],
): Promise<VectorPoint[]> {
  const hashes = keys.map(({ textHash }) => textHash);
  const rows = await readVectors(database, version, hashes);
  if (rows.some(({ isWhole }) => !isWhole)) throw new StoreDamaged("vectors", DAMAGED_VECTORS);
  const vectors = new Map(rows.map((vector) => [vector.textHash, vector]));
  return keys.flatMap((key) => {
    const vector = vectors.get(key.textHash);
    return vector === undefined ? [] : [{ ...key, vector }];
  });
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
