import type { Database } from "../../../db/postgres/database.ts";
import {
  dropPostings,
  type PostableDocument,
  type PostingsRow,
  readHeldPostings,
  readPostable,
  removePostings,
  replacePostings,
  writePostings,
} from "../../../db/postings/keep.ts";
import { postDocument, storePostings } from "../../../db/postings/posted-document.ts";
import { POSTINGS_VERSION } from "../../../db/postings/version.ts";
import { NAMES } from "../in-step/names.ts";
import type { DerivedIndex, EntryWriter } from "../in-step/port.ts";
import { readPassageTexts } from "../passages/read.ts";

/** Some 100 KB a statement. */
const DOCUMENTS_PER_BATCH = 16;
/** What is filled beside the live postings, and no reader reads. */
const BESIDE = `${POSTINGS_VERSION}-beside`;

/** The postings of stems as a derived store: the documents in force that have passages, by identifier. */
export function derivedPostings(database: Database): DerivedIndex<PostableDocument> {
  return {
    unit: NAMES.postings.unit,
    batchSize: DOCUMENTS_PER_BATCH,
    // A row costs the same wherever it is written: only postings that are not there are filled anew.
    breakEven: Number.POSITIVE_INFINITY,
    wanted: () => readWanted(database),
    markOf: ({ hash }) => hash,
    removeLeftovers: () => dropPostings(database, BESIDE),
    held: () => readHeldPostings(database, POSTINGS_VERSION),
    write: (work) => work(entryWriter(database, POSTINGS_VERSION)),
    async rebuild(fill) {
      await fill(entryWriter(database, BESIDE));
      await replacePostings(database, POSTINGS_VERSION, BESIDE);
    },
  };
}

async function readWanted(database: Database): Promise<Map<string, PostableDocument>> {
  const wanted = new Map<string, PostableDocument>();
  for await (const page of readPostable(database)) {
    for (const document of page) wanted.set(document.boiId, document);
  }
  return wanted;
}

/** A row is read as soon as it is written: there is nothing to settle. */
function entryWriter(database: Database, version: string): EntryWriter<PostableDocument> {
  let applied = 0;
  return {
    held: () => readHeldPostings(database, version),
    async upsert(batch) {
      await writePostings(database, version, await withPostings(database, batch));
      applied += batch.length;
    },
    remove: (boiIds) => removePostings(database, version, boiIds),
    settle: async () => {},
    applied: () => applied,
  };
}

async function withPostings(
  database: Database,
  documents: readonly PostableDocument[],
): Promise<PostingsRow[]> {
  const rows: PostingsRow[] = [];
  const boiIds = documents.map(({ boiId }) => boiId);
  for await (const passages of readPassageTexts(database, boiIds, null)) {
    const document = documents[rows.length];
    if (document === undefined) break;
    rows.push({ ...document, ...storePostings(postDocument(passages.map(({ text }) => text))) });
  }
  return rows;
}
