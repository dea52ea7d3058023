import type { Database } from "../db/client.ts";
import { announceChange } from "../db/corpus.ts";
import { ANALYZER_VERSION } from "../db/fulltext/analyzer/index.ts";
import type { FullTextIndex } from "../db/fulltext/open.ts";
import type { FullTextWriter, IndexedDocument } from "../db/fulltext/port.ts";
import { type IndexableDocument, readIndexable, readText, settleDebt } from "../db/ingestion/indexing.ts";
import { type DerivedStage, runDerivedStage } from "./derived-stage.ts";
import type { Journal } from "./journal.ts";
import { Memory } from "./memory.ts";

const DOCUMENTS_PER_BATCH = 16;

/**
 * Makes the full-text index equal to the relational store, whatever state it is in. An index that fails does
 * not fail the run: what it lacks is kept as a debt, and the next run pays it.
 */
export async function syncFullText(
  database: Database,
  index: FullTextIndex,
  journal: Journal,
  now: Date,
): Promise<void> {
  await journal.beginStage("fulltext");
  const wanted = await readWanted(database);
  const task: Task = { remaining: wanted.size, journal };
  const stage: DerivedStage = {
    store: "fulltext",
    label: "L'index plein texte",
    undone: "unindexed",
    bringInStep: () => bringInStep(database, index, wanted, task),
    remaining: () => task.remaining,
  };
  await runDerivedStage(database, stage, journal, now);
}

/** Fills a new index beside the live one and swaps them, whatever the live one holds. Gives its documents. */
export async function rebuildFullText(database: Database, index: FullTextIndex): Promise<number> {
  const wanted = [...(await readWanted(database)).values()];
  await index.rebuild((writer) => upsertAll(database, writer, wanted, async () => {}));
  await settleDebt(database, "fulltext");
  await announceChange(database);
  return wanted.length;
}

/** Told after each batch how many documents it held, and how many there are in all. */
type OnIndexed = (added: number, total: number) => Promise<void>;

interface Task {
  /** Documents still to add, replace or remove. */
  remaining: number;
  readonly journal: Journal;
}

interface Wanted extends IndexableDocument {
  readonly hash: string;
}

async function readWanted(database: Database): Promise<Map<string, Wanted>> {
  const wanted = new Map<string, Wanted>();
  for await (const page of readIndexable(database)) {
    for (const document of page) wanted.set(document.boiId, { ...document, hash: hashOf(document) });
  }
  return wanted;
}

function hashOf({ titre, domaine, textHash }: IndexableDocument): string {
  const content = [ANALYZER_VERSION, titre, domaine, textHash].join("\n");
  return new Bun.CryptoHasher("sha256").update(content).digest("base64");
}

async function bringInStep(
  database: Database,
  index: FullTextIndex,
  wanted: ReadonlyMap<string, Wanted>,
  task: Task,
): Promise<void> {
  const held = await readHeld(index);
  const differing = [...wanted.values()].filter(({ boiId, hash }) => held.get(boiId) !== hash);
  const extra = [...held.keys()].filter((boiId) => !wanted.has(boiId));
  task.remaining = differing.length + extra.length;
  if (task.remaining === 0) return;
  const fill = async (writer: FullTextWriter) => {
    await upsertAll(database, writer, differing, (added, total) => advance(task, added, total));
    await writer.remove(extra);
  };
  try {
    // Nothing held: lost, never filled, or made by another analyzer. Readers keep what is there until the swap.
    await (held.size === 0 ? index.rebuild(fill) : withWriter(index, fill));
  } catch (error) {
    if (held.size === 0) task.remaining = differing.length;
    throw error;
  } finally {
    await announceChange(database);
  }
}

/** An index that cannot be read is one to fill anew; if it is only away, that fails for the same reason. */
async function readHeld(index: FullTextIndex): Promise<Map<string, string>> {
  try {
    return await withWriter(index, (writer) => writer.hashes());
  } catch {
    return new Map();
  }
}

async function withWriter<Result>(
  index: FullTextIndex,
  work: (writer: FullTextWriter) => Promise<Result>,
): Promise<Result> {
  const writer = await index.openWriter();
  try {
    return await work(writer);
  } finally {
    await writer.close();
  }
}

async function advance(task: Task, added: number, total: number): Promise<void> {
  task.remaining -= added;
  task.journal.count("indexed", added);
  await task.journal.advance({ done: total - task.remaining, total });
}

async function upsertAll(
  database: Database,
  writer: FullTextWriter,
  documents: readonly Wanted[],
  onIndexed: OnIndexed,
): Promise<void> {
  const memory = new Memory();
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_BATCH) {
    const batch = documents.slice(start, start + DOCUMENTS_PER_BATCH);
    const texts = await withTexts(database, batch);
    await writer.upsert(texts);
    for (const { texte } of texts) memory.spent(texte.length);
    await onIndexed(batch.length, documents.length);
  }
}

async function withTexts(database: Database, batch: readonly Wanted[]): Promise<IndexedDocument[]> {
  const texts = await Promise.all(batch.map(({ boiId }) => readText(database, boiId)));
  return batch.map(({ boiId, titre, domaine, hash }, index) => ({
    boiId,
    titre,
    domaine,
    hash,
    texte: texts[index] ?? "",
  }));
}
