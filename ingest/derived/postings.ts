import { documentOfEntry } from "../../db/engine/dated-texts.ts";
import { type PostableText, readPostable } from "../../db/ingestion/derived/owed-documents.ts";
import type { Database } from "../../db/postgres/database.ts";
import { STORE_NAMES } from "../../db/runs/view.ts";
import { postDocument, storePostings } from "../../search/stems/posted-document.ts";
import {
  dropPostings,
  POSTINGS_VERSION,
  type PostingsRow,
  readHeldPostings,
  removePostings,
  replacePostings,
  writePostings,
} from "../../search/stems/write-postings.ts";
import type { DerivedIndex, EntryWriter, Marks } from "./in-step.ts";
import { readPassageTexts } from "./passages.ts";

/** Some 100 KB per statement. */
const DOCUMENTS_PER_BATCH = 16;
/** Version under which new postings are written beside the live ones; no reader uses it. */
const BESIDE = `${POSTINGS_VERSION}-beside`;

/** The postings of stems as a derived store: the texts that have passages, in force and past, by entry. */
export function derivedPostings(database: Database): DerivedIndex<PostableText> {
  return {
    unit: STORE_NAMES.postings.unit,
    batchSize: DOCUMENTS_PER_BATCH,
    // A row costs the same wherever it is written: only missing postings are worth a refill.
    breakEven: Number.POSITIVE_INFINITY,
    wanted: () => readWanted(database),
    markOf: ({ hash }) => hash,
    documentOf: documentOfEntry,
    removeLeftovers: () => dropPostings(database, BESIDE),
    held: () => readHeldPostings(database, POSTINGS_VERSION),
    write: (work) => withWriter(database, POSTINGS_VERSION, work),
    async rebuild(fill) {
      await withWriter(database, BESIDE, fill);
      await replacePostings(database, POSTINGS_VERSION, BESIDE);
    },
  };
}

async function readWanted(database: Database): Promise<Map<string, PostableText>> {
  const wanted = new Map<string, PostableText>();
  for (const set of ["present", "past"] as const) {
    for await (const page of readPostable(database, set)) {
      for (const text of page) wanted.set(text.entry, text);
    }
  }
  return wanted;
}

/** Whatever `work` leaves pending, even by failing, has ended once this resolves or rejects. */
async function withWriter(
  database: Database,
  version: string,
  work: (writer: EntryWriter<PostableText>) => Promise<void>,
): Promise<void> {
  const writer = new PostingsWriter(database, version);
  try {
    await work(writer);
  } finally {
    await writer.end();
  }
}

/** Writes a batch while the next one is read and counted. A row is readable as soon as it is written. */
class PostingsWriter implements EntryWriter<PostableText> {
  private written = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly version: string,
  ) {}

  async held(): Promise<Marks> {
    await this.writing;
    return await readHeldPostings(this.database, this.version);
  }

  async upsert(batch: readonly PostableText[]): Promise<void> {
    const rows = await withPostings(this.database, batch);
    await this.writing;
    this.writing = this.write(rows);
    // The next caller to wait receives the error.
    this.writing.catch(() => {});
  }

  async remove(entries: readonly string[]): Promise<void> {
    await this.writing;
    await removePostings(this.database, this.version, entries);
  }

  async settle(onWait: () => Promise<void>): Promise<void> {
    await this.writing;
    await onWait();
  }

  applied(): number {
    return this.written;
  }

  /** Resolves once nothing is pending, even after a fault. */
  async end(): Promise<void> {
    await this.writing.catch(() => {});
  }

  private async write(rows: readonly PostingsRow[]): Promise<void> {
    await writePostings(this.database, this.version, rows);
    this.written += rows.length;
  }
}

async function withPostings(database: Database, texts: readonly PostableText[]): Promise<PostingsRow[]> {
  const rows: PostingsRow[] = [];
  const editions = texts.map(({ edition }) => edition);
  for await (const passages of readPassageTexts(database, editions, null)) {
    const text = texts[rows.length];
    if (text === undefined) break;
    const posted = postDocument(
      passages[0]?.titre ?? "",
      passages.map((passage) => passage.text),
    );
    rows.push({ ...text, ...storePostings(posted) });
  }
  return rows;
}
