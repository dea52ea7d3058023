import type { Database } from "../../../db/postgres/database.ts";
import { empreinteOf } from "../derive.ts";
import { countInForce, refuse } from "../guard-corpus.ts";
import type { Wanted } from "../inventory.ts";
import type { KnownRecord, KnownRecords } from "../known-records.ts";
import type { KnownPgpNames } from "../pgp-names.ts";
import type { RecordFile } from "../records/port.ts";
import { saysSame } from "./arrange.ts";
import { type Brought, isKnown } from "./judge.ts";
import { sameButDays } from "./same-days.ts";

/** Share of the corpus that one file may rectify: more is a fault of the source, or of its reader. */
const MAX_RECTIFIED_SHARE = 0.01;

/** One document alone is never too many: otherwise a corpus of fewer than a hundred could not be rectified. */
const ALWAYS_ALLOWED = 1;

/** A file about to be stored, and the stored state of its records. */
export interface Candidate {
  readonly file: RecordFile;
  /** Its name in the message: « Cet export ». */
  readonly label: string;
  readonly sourceOrder: string;
  readonly wanted: ReadonlyMap<string, Wanted>;
  readonly known: KnownRecords;
  /** Maps each record key to the order of the earliest later file of the same kind that contains it. */
  readonly newer: ReadonlyMap<string, string>;
  readonly names: KnownPgpNames;
}

/**
 * Stops a file that would change the words of too many stored editions.
 * @throws {IngestionFault}
 */
export async function guardWordings(database: Database, candidate: Candidate): Promise<void> {
  const rectified = await findRectified(database, candidate);
  if (rectified.size <= ALWAYS_ALLOWED) return;
  const inForce = await countInForce(database);
  if (rectified.size <= inForce * MAX_RECTIFIED_SHARE) return;
  const change = `changerait les mots de ${rectified.size} documents sous leur date, pour ${inForce} en vigueur`;
  throw refuse(`${candidate.label} ${change}, plus de 1 % : sa mise en forme a sans doute changé`);
}

/** Documents whose words the file changes. */
async function findRectified(
  database: Database,
  { file, sourceOrder, wanted, known, newer, names }: Candidate,
): Promise<ReadonlySet<string>> {
  const rectified = new Set<string>();
  const suspects = new Map([...wanted].filter(([, { key }]) => known.byKey.has(key) && !newer.has(key)));
  if (suspects.size === 0) return rectified;
  for await (const item of file.read()) {
    if (item.kind !== "record" || !suspects.has(item.place)) continue;
    const { record, hash: recordHash } = item.parse();
    if (record.kind !== "contenu") continue;
    const { sourceKind } = file;
    const stored = known.byKey.get(suspects.get(item.place)?.key ?? "");
    const brought = { record, recordHash, sourceKind, sourceOrder, next: null };
    if (stored === undefined || isKnown(brought, stored)) continue;
    const empreinte = empreinteOf(record, names);
    const same = await sameButDays(database, stored, record, empreinte);
    if (isRectification(brought, same?.empreinte ?? empreinte, stored)) rectified.add(record.boiId);
  }
  return rectified;
}

function isRectification(
  { record, sourceKind: kind }: Brought,
  empreinte: string,
  stored: KnownRecord,
): boolean {
  const last = stored.wordings.findLast(({ sourceKind }) => sourceKind === kind);
  return last !== undefined && !saysSame(last, { titre: record.titre, empreinte });
}
