import { digestOf } from "../../../db/engine/digest.ts";
import type { FullTextIndex } from "../../../db/fulltext/open.ts";
import {
  digestIndex,
  type FullTextWriter,
  type IndexedDocument,
  indexEntry,
} from "../../../db/fulltext/port.ts";
import { type IndexableDocument, readText } from "../../../db/ingestion/indexing.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { Memory } from "../../journal/memory.ts";
import { assertHeld } from "../differences.ts";
import type { Lag } from "./lag.ts";

/**
 * Texts in memory at once, and a transaction of the embedded engine: it holds other writers for some 100 ms. A
 * server is sent what weighs enough, whatever this number.
 */
const DOCUMENTS_PER_BATCH = 16;

/**
 * Told now and then how many documents are known to be applied, and how many there are in all; what it throws ends
 * the filling.
 */
export type OnProgress = (applied: number, total: number) => Promise<void>;

/** Makes up for the lag of the live index: readers see documents change as they are applied. */
export async function fillLive(
  database: Database,
  index: FullTextIndex,
  { added, changed, extra }: Lag,
  onProgress: OnProgress,
): Promise<void> {
  await withWriter(index, async (writer) => {
    await writer.remove(extra);
    await writeAll(database, writer, [...added, ...changed], onProgress);
  });
}

/**
 * Fills a new index beside the live one, and puts it in its place.
 * @throws {IngestionFault} before readers see the new index, when it does not hold what it was given.
 */
export async function fillAnew(
  database: Database,
  index: FullTextIndex,
  documents: readonly IndexableDocument[],
  onProgress: OnProgress,
): Promise<void> {
  const expected = digestOf(documents.map(({ boiId, hash }) => indexEntry(boiId, hash)));
  await index.rebuild(async (writer) => {
    await writeAll(database, writer, documents, onProgress);
    assertHeld("documents", expected, digestIndex(await writer.hashes()));
  });
}

/** What the live index holds (`FullTextWriter.hashes`), or null when it can't be read. */
export async function readHeld(index: FullTextIndex): Promise<Map<string, string> | null> {
  return await withWriter(index, (writer) => writer.hashes()).catch(() => null);
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

async function writeAll(
  database: Database,
  writer: FullTextWriter,
  documents: readonly IndexableDocument[],
  onProgress: OnProgress,
): Promise<void> {
  const memory = new Memory();
  const tell = () => onProgress(writer.applied(), documents.length);
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_BATCH) {
    const texts = await withTexts(database, documents.slice(start, start + DOCUMENTS_PER_BATCH));
    await writer.upsert(texts);
    for (const { texte } of texts) memory.spent(texte.length);
    await tell();
  }
  await writer.settle(tell);
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
