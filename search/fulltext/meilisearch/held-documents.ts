import { ask } from "./connection.ts";
import { type IndexSet, isIncluded, type OwnIndex, readSettings } from "./indexes.ts";
import { type HeldRecord, INDEX_VERSION } from "./schema.ts";

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

/** The same, whatever the settings of the indexes, which must exist. */
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
