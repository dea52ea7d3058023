import type { EnqueuedTask, Meilisearch } from "meilisearch";
import { isPastEntry } from "../../../db/engine/dated-texts.ts";
import type { IndexedDocument } from "../port.ts";
import { ask, type OnWait, taskFault, waitForEnd } from "./connection.ts";
import { type IndexSet, isIncluded, type OwnIndex, readSettings } from "./indexes.ts";
import { type HeldRecord, INDEX_VERSION, textRecord, titleRecord } from "./schema.ts";

/** A larger record goes alone. Servers refuse 100 MB by default (`http-payload-size-limit`); it is held a few times. */
const REQUEST_BYTES = 8_388_608;

interface Sent {
  readonly tasks: readonly EnqueuedTask[];
  readonly documents: number;
}

/**
 * Texts on their way to the indexes: sent by weight, without waiting in between, so that the server applies
 * all of its queue in one go. When each batch is waited for, sixteen documents cost it as much as hundreds.
 */
export class Delivery {
  private readonly titles: string[] = [];
  private readonly texts: string[] = [];
  private readonly past: string[] = [];
  private bytes = 0;
  private sent: Sent[] = [];
  private appliedDocuments = 0;

  constructor(
    private readonly client: Meilisearch,
    private readonly indexes: IndexSet,
  ) {}

  async upsert(documents: readonly IndexedDocument[]): Promise<void> {
    for (const document of documents) {
      const isPast = document.place !== "present";
      const title = isPast ? "" : JSON.stringify(titleRecord(document));
      const text = JSON.stringify(textRecord(document));
      const bytes = Buffer.byteLength(title) + Buffer.byteLength(text);
      if (this.bytes + bytes > REQUEST_BYTES) await this.send();
      if (!isPast) this.titles.push(title);
      (isPast ? this.past : this.texts).push(text);
      this.bytes += bytes;
    }
  }

  async remove(entries: readonly string[]): Promise<void> {
    await this.send();
    const { texts, past, titles } = this.indexes;
    const former = entries.filter(isPastEntry);
    const inForce = entries.filter((entry) => !isPastEntry(entry));
    const tasks: EnqueuedTask[] = [];
    for (const [{ index }, leaving] of [
      [texts, inForce],
      [titles, inForce],
      [past, former],
    ] as const)
      if (leaving.length > 0) tasks.push(await ask(() => index.deleteDocuments(leaving)));
    if (tasks.length > 0) this.sent.push({ tasks, documents: 0 });
  }

  /** See `FullTextWriter.settle`. @throws {EngineUnavailable} with the first failed task, once all are finished */
  async settle(onWait?: OnWait): Promise<void> {
    await this.send();
    const faults: Error[] = [];
    for (const { tasks, documents } of this.sent.splice(0)) {
      const ended = [];
      for (const { taskUid } of tasks) ended.push(await waitForEnd(this.client, taskUid, onWait));
      const failed = ended.flatMap((task) => taskFault(task) ?? []);
      faults.push(...failed);
      if (failed.length === 0) this.appliedDocuments += documents;
    }
    const [first] = faults;
    if (first !== undefined) throw first;
  }

  applied(): number {
    return this.appliedDocuments;
  }

  /**
   * Titles first: a document counts as stored once both indexes have it, and only texts are searched. Past texts before
   * those that replace them, for them to be twice in the indexes rather than nowhere.
   */
  private async send(): Promise<void> {
    const documents = this.texts.length + this.past.length;
    if (documents === 0) return;
    this.bytes = 0;
    const { titles, past, texts } = this.indexes;
    const tasks: EnqueuedTask[] = [];
    for (const [own, records] of [
      [past, this.past],
      [titles, this.titles],
      [texts, this.texts],
    ] as const)
      if (records.length > 0) tasks.push(await add(own, records.splice(0)));
    this.sent.push({ tasks, documents });
  }
}

async function add({ index }: OwnIndex, records: readonly string[]): Promise<EnqueuedTask> {
  const lines = records.join("\n");
  return await ask(() => index.addDocumentsFromString(lines, "application/x-ndjson"));
}

const PAGE_RECORDS = 1_000;

/**
 * Hash of every text, by entry; "" for a document in force on which texts and titles disagree. Empty when an index is
 * missing or was made by another analyzer or under other settings: everything must then be indexed again.
 */
export async function readHashes(indexes: IndexSet): Promise<Map<string, string>> {
  for (const own of [indexes.texts, indexes.past, indexes.titles]) {
    const live = await readSettings(own);
    if (live === null || !isIncluded(own.settings, live)) return new Map();
  }
  return readHeld(indexes);
}

/** `readHashes`, whatever the settings of the indexes, which must exist. */
export async function readHeld({ texts, past, titles }: IndexSet): Promise<Map<string, string>> {
  const inTitles = await readRecords(titles);
  const inTexts = await readRecords(texts);
  const inPast = await readRecords(past);
  if (inTitles === null || inTexts === null || inPast === null) return new Map();
  const pks = new Set([...inTexts.keys(), ...inTitles.keys()]);
  const inForce = [...pks].map((pk) => [pk, alike(inTexts.get(pk), inTitles.get(pk))] as const);
  return new Map([...inForce, ...inPast]);
}

function alike(inTexts: string | undefined, inTitles: string | undefined): string {
  return inTexts === inTitles ? (inTexts ?? "") : "";
}

/** Null when a record was made by another analyzer. */
async function readRecords(own: OwnIndex): Promise<Map<string, string> | null> {
  const hashes = new Map<string, string>();
  for (let offset = 0; ; offset += PAGE_RECORDS) {
    const page = await ask(() =>
      own.index.getDocuments<HeldRecord>({ fields: ["pk", "hash", "version"], limit: PAGE_RECORDS, offset }),
    );
    if (page.results.some(({ version }) => version !== INDEX_VERSION)) return null;
    for (const { pk, hash } of page.results) hashes.set(pk, hash);
    if (offset + PAGE_RECORDS >= page.total) return hashes;
  }
}
