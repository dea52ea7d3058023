import { normalise } from "../../../bofip/text/fingerprint.ts";
import { type KnownWording, readCurrentRecord } from "../../../db/ingestion/editions.ts";
import { readKeptRecord } from "../../../db/ingestion/wordings/kept-wordings.ts";
import { type StoredRecord, unpackRecord } from "../../../db/integrity/stored-record.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readBody } from "../../parse/html.ts";
import type { ContenuRecord } from "../../parse/record.ts";
import type { KnownRecord } from "../known-records.ts";
import { parseStored } from "../records/parse-stored.ts";

/**
 * The wording of a stored edition that differs from a received text by nothing but days left to be filled in, the
 * current one first: they are one wording, whether such a day was held, and however another source writes it. Null when
 * none does, or when one says exactly the same.
 */
export async function sameButDays(
  database: Database,
  stored: KnownRecord,
  received: ContenuRecord,
  empreinte: string,
): Promise<KnownWording | null> {
  if (stored.wordings.some((wording) => wording.empreinte === empreinte)) return null;
  for (const wording of stored.wordings.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))) {
    if (wording.isErased || wording.titre !== received.titre) continue;
    const read = wording.isCurrent ? readCurrentRecord : readKeptRecord;
    if (differInDays(await read(database, wording.id), received)) return wording;
  }
  return null;
}

/** Whether a wording kept aside differs by such days alone from the text with which its edition answers. */
export async function isCurrentButDays(
  database: Database,
  wordingId: number,
  record: ContenuRecord,
): Promise<boolean> {
  return differInDays(await readCurrentRecord(database, wordingId), record);
}

const FILLED_IN = "[date]";
/** A day in words or in figures, or what stands for one. */
const DAYS =
  /(\[date\]|\b\d{1,2} ?(?:er)? \p{L}{3,9} \d{4}\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{4}\b|\b\d{4}-\d\d-\d\d\b)/u;

function differInDays(held: StoredRecord | null, received: ContenuRecord): boolean {
  const raw = held && unpackRecord(held);
  if (held === null || raw === null) return false;
  const record = parseStored(held.sourceKind, raw);
  if (record.kind !== "contenu") return false;
  const [one, other] = [partsOf(record), partsOf(received)];
  const isSame = (part: string, index: number) =>
    part === other[index] || part === FILLED_IN || other[index] === FILLED_IN;
  return one.length === other.length && one.every(isSame);
}

/** The words of a record, days apart: words and days alternate. */
function partsOf({ html, texte }: ContenuRecord): string[] {
  return normalise(readBody(html, texte, () => FILLED_IN).texte).split(DAYS);
}
