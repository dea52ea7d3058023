import { documentOfEntry } from "../../db/engine/dated-texts.ts";
import { StoreDamaged } from "../../db/engine/unavailable.ts";
import {
  type IndexableText,
  readIndexable,
  readIndexedContent,
} from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { STORE_NAMES } from "../../db/runs/view.ts";
import { ANALYZER_VERSION } from "../../search/fulltext/analyzer/index.ts";
import type { FullTextIndex } from "../../search/fulltext/open.ts";
import type { FullTextWriter, IndexedDocument } from "../../search/fulltext/port.ts";
import { Memory } from "../journal/journal.ts";
import type { DerivedIndex, EntryWriter } from "./in-step.ts";

/** In memory at once, and a transaction of the embedded engine: some 100 ms. A server receives batches by weight. */
const DOCUMENTS_PER_BATCH = 16;

/**
 * The full-text index as a derived store: every text to index, by its entry, each with its hash.
 * @param wanted reads them; given when several servers are compared with one reading.
 */
export function derivedFullText(
  database: Database,
  index: FullTextIndex,
  wanted: DerivedIndex<IndexableText>["wanted"] = () => readWanted(database),
): DerivedIndex<IndexableText> {
  return {
    unit: STORE_NAMES.fulltext.unit,
    batchSize: DOCUMENTS_PER_BATCH,
    breakEven: index.breakEven,
    wanted,
    markOf: ({ hash }) => hash,
    documentOf: documentOfEntry,
    removeLeftovers: () => index.removeLeftovers(),
    held: () => withWriter(index, (writer) => writer.hashes()).catch(nullIfDamaged),
    write: (work) => withWriter(index, (writer) => work(entryWriter(database, writer))),
    rebuild: (fill) => index.rebuild((writer) => fill(entryWriter(database, writer))),
  };
}

/** Every text to index, without its words. */
export async function readWanted(database: Database): Promise<Map<string, IndexableText>> {
  const wanted = new Map<string, IndexableText>();
  for await (const page of readIndexable(database, ANALYZER_VERSION)) {
    for (const text of page) wanted.set(text.entry, text);
  }
  return wanted;
}

/** A damaged index must be refilled; one that is only unavailable may be whole: the next run retries. */
function nullIfDamaged(error: unknown): null {
  if (error instanceof StoreDamaged) return null;
  throw error;
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

function entryWriter(database: Database, writer: FullTextWriter): EntryWriter<IndexableText> {
  const memory = new Memory();
  return {
    held: () => writer.hashes(),
    async upsert(batch) {
      const documents = await Promise.all(batch.map((text) => withWords(database, text)));
      await writer.upsert(documents);
      for (const { texte } of documents) memory.spent(texte.length);
    },
    remove: (entries) => writer.remove(entries),
    settle: (onWait) => writer.settle(onWait),
    applied: () => writer.applied(),
  };
}

async function withWords(database: Database, text: IndexableText): Promise<IndexedDocument> {
  return { ...text, ...(await readIndexedContent(database, text.edition)) };
}
