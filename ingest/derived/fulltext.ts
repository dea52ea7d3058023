import { digestOf } from "../../db/engine/digest.ts";
import type { FullTextIndex } from "../../db/fulltext/open.ts";
import {
  digestIndex,
  type FullTextWriter,
  type IndexedDocument,
  indexEntry,
} from "../../db/fulltext/port.ts";
import { type IndexableDocument, readIndexable, readText, settleDebt } from "../../db/ingestion/indexing.ts";
import type { Database } from "../../db/postgres/client.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import type { Journal } from "../journal/journal.ts";
import { Memory } from "../journal/memory.ts";
import { assertHeld } from "./differences.ts";
import { type DerivedStage, runDerivedStage } from "./stage.ts";

const DOCUMENTS_PER_BATCH = 16;

/**
 * Makes the full-text index equal to the relational store, whatever state it is in. An index that fails does
 * not fail the run: what it lacks is kept as a debt, and the next run pays it. False when the index is left behind.
 */
export async function syncFullText(
  database: Database,
  index: FullTextIndex,
  journal: Journal,
  now: Date,
): Promise<boolean> {
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
  return await runDerivedStage(database, stage, journal, now);
}

/** Fills a new index beside the live one and swaps them, whatever the live one holds. Gives its documents. */
export async function rebuildFullText(database: Database, index: FullTextIndex): Promise<number> {
  await index.removeLeftovers();
  const wanted = [...(await readWanted(database)).values()];
  await fillAnew(database, index, wanted, async () => {});
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

async function readWanted(database: Database): Promise<Map<string, IndexableDocument>> {
  const wanted = new Map<string, IndexableDocument>();
  for await (const page of readIndexable(database)) {
    for (const document of page) wanted.set(document.boiId, document);
  }
  return wanted;
}

async function bringInStep(
  database: Database,
  index: FullTextIndex,
  wanted: ReadonlyMap<string, IndexableDocument>,
  task: Task,
): Promise<void> {
  await index.removeLeftovers();
  const held = await readHeld(index);
  const differing = [...wanted.values()].filter(({ boiId, hash }) => held.get(boiId) !== hash);
  const extra = [...held.keys()].filter((boiId) => !wanted.has(boiId));
  const changed = differing.filter(({ boiId }) => held.has(boiId)).length;
  task.journal.tally("unchanged", wanted.size - differing.length);
  task.remaining = differing.length + extra.length;
  if (task.remaining === 0) return;
  const onIndexed: OnIndexed = (added, total) => advance(task, added, total);
  const fill = async (writer: FullTextWriter) => {
    await upsertAll(database, writer, differing, onIndexed);
    await writer.remove(extra);
  };
  try {
    // Nothing held: lost, never filled, or made by another analyzer. Readers keep what is there until the swap.
    await (held.size === 0 ? fillAnew(database, index, differing, onIndexed) : withWriter(index, fill));
    task.journal.tally("added", differing.length - changed);
    task.journal.tally("changed", changed);
    task.journal.tally("removed", extra.length);
  } catch (error) {
    if (held.size === 0) task.remaining = differing.length;
    throw error;
  } finally {
    await announceChange(database);
  }
}

/** @throws {IngestionFault} before readers see the new index, when it does not hold what it was given. */
async function fillAnew(
  database: Database,
  index: FullTextIndex,
  documents: readonly IndexableDocument[],
  onIndexed: OnIndexed,
): Promise<void> {
  const expected = digestOf(documents.map(({ boiId, hash }) => indexEntry(boiId, hash)));
  await index.rebuild(async (writer) => {
    await upsertAll(database, writer, documents, onIndexed);
    assertHeld("documents", expected, digestIndex(await writer.hashes()));
  });
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
  documents: readonly IndexableDocument[],
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

async function withTexts(
  database: Database,
  batch: readonly IndexableDocument[],
): Promise<IndexedDocument[]> {
  const texts = await Promise.all(batch.map(({ boiId }) => readText(database, boiId)));
  return batch.map(({ boiId, titre, domaine, hash }, index) => ({
    boiId,
    titre,
    domaine,
    hash,
    texte: texts[index] ?? "",
  }));
}
