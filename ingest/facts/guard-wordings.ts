import { normalise } from "../../bofip/text/characters.ts";
import type { DerivedEdition } from "../../db/ingestion/derived-edition.ts";
import { type KnownWording, readCurrentRecord } from "../../db/ingestion/editions.ts";
import { readKeptRecord } from "../../db/ingestion/wordings/kept-wordings.ts";
import { type StoredRecord, unpackRecord } from "../../db/integrity/stored-record.ts";
import type { Database } from "../../db/postgres/database.ts";
import { currentWording } from "../../db/queries/texts/wordings.ts";
import type { SourceKind } from "../../db/schema/documents.ts";
import { sourceHash } from "../parse/canonical.ts";
import { readBody } from "../parse/html.ts";
import type { ContenuRecord } from "../parse/record.ts";
import { deriveContenu, empreinteOf, type KnownPgp } from "./derive.ts";
import type { KnownPgpNames } from "./export-picture.ts";
import { countInForce, refuse } from "./guard-corpus.ts";
import type { Wanted } from "./inventory.ts";
import { isMet, type KnownRecord, type KnownRecords } from "./known-records.ts";
import { parseStored, type RecordFile } from "./parse-stored.ts";

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

/** Stops a file that would change the words of too many stored editions. @throws {IngestionFault} */
export async function guardWordings(database: Database, candidate: Candidate): Promise<void> {
  const rectified = await findRectified(database, candidate);
  if (rectified.size <= ALWAYS_ALLOWED) return;
  const inForce = await countInForce(database);
  if (rectified.size <= inForce * MAX_RECTIFIED_SHARE) return;
  const change = `changerait les mots de ${rectified.size} documents sous leur date, pour ${inForce} en vigueur`;
  throw refuse(`${candidate.label} ${change}, plus de 1 % : sa mise en forme a sans doute changé`);
}

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

/** A record of an edition in a file, and what identifies it. */
export interface Brought {
  readonly record: ContenuRecord;
  readonly recordHash: string;
  readonly sourceKind: SourceKind;
  /** See `SaidWording`. */
  readonly sourceOrder: string;
  /** Order of the next file of its kind that contains the edition; null for the latest. */
  readonly next: string | null;
}

/** What to do with a record. */
export type Verdict =
  /** It changes nothing. */
  | { readonly kind: "known" }
  /** Its words are known: only its hash is stored. */
  | { readonly kind: "noted" }
  /** The edition answers with the same words in other mark-up: its content is written. */
  | { readonly kind: "restated"; readonly isNews: boolean }
  /** The edition now answers with it: its content is written, and its words become a wording. */
  | { readonly kind: "news"; readonly arrangement: Arrangement; readonly isNews: boolean }
  /** Its words become a wording, and the edition still answers with another. */
  | { readonly kind: "aside"; readonly arrangement: Arrangement }
  /** It changes nothing, and the edition switches to another wording that it has. */
  | { readonly kind: "turning"; readonly arrangement: Arrangement; readonly to: KnownWording };

/** Whether a record is identical to what is stored: it need not be derived. */
export function isKnown(brought: Brought, stored: KnownRecord | undefined): boolean {
  const { record, recordHash, sourceKind, next } = brought;
  if (stored === undefined || next !== null) return false;
  if (stored.sourceKind !== sourceKind) return stored.otherRecordHash === recordHash && isMet(stored);
  if (stored.sourceHash !== sourceHash(record)) return false;
  return sourceKind === "export" || stored.recordHash === recordHash;
}

/** Judges a record of a stored edition (docs/decisions.md, « Wordings »). */
export function judge(
  brought: Brought,
  derived: Pick<DerivedEdition, "empreinte">,
  stored: KnownRecord,
): Verdict {
  const { record, sourceKind, sourceOrder, next } = brought;
  const said = { titre: record.titre, empreinte: derived.empreinte };
  const held = stored.wordings;
  // A text erased by law does not come back.
  if (held.some((wording) => wording.isErased && wording.empreinte === said.empreinte))
    return next === null ? { kind: "noted" } : { kind: "known" };
  const isNews = stored.sourceHash !== sourceHash(record);
  const arrangement = arrange(held, { ...said, sourceKind, sourceOrder, next });
  const { added, redated, current } = arrangement;
  if (added.length === 0 && redated === null) {
    if (next !== null) return { kind: "known" };
    return sourceKind === stored.sourceKind ? { kind: "restated", isNews } : { kind: "noted" };
  }
  const shown = "id" in current ? current : current.again;
  if (shown === null) return { kind: "news", arrangement, isNews };
  return shown.isCurrent ? { kind: "aside", arrangement } : { kind: "turning", arrangement, to: shown };
}

interface Reception extends Pick<KnownWording, "sourceKind" | "sourceOrder" | "titre" | "empreinte"> {
  /** Order of the next source of its kind that contains the edition; null for the latest. */
  readonly next: string | null;
}

/** A wording to add: the one received, or a stored one that a later source gave again. */
export interface NewWording extends Pick<KnownWording, "sourceKind" | "sourceOrder" | "titre" | "empreinte"> {
  /** Null for the one received. */
  readonly again: KnownWording | null;
}

/** How a reception changes the wordings of an edition. */
export interface Arrangement {
  readonly added: readonly NewWording[];
  /** A known wording that an earlier source turns out to have given first. */
  readonly redated: { readonly id: number; readonly sourceOrder: string } | null;
  readonly current: KnownWording | NewWording;
}

/**
 * Places a text among those that its kind of source gave of an edition: it is a wording when it differs from the
 * previous one. The result does not depend on the order in which sources are received: a late source with another text
 * splits the period of the wording in which it falls, and one with the next wording's text starts that wording earlier.
 * @param held every stored wording of the edition, grouped by kind, in order.
 */
export function arrange(held: readonly KnownWording[], received: Reception): Arrangement {
  const own = held.filter(({ sourceKind }) => sourceKind === received.sourceKind);
  const before = own.findLast(({ sourceOrder }) => sourceOrder <= received.sourceOrder);
  const after = own.find(({ sourceOrder }) => sourceOrder > received.sourceOrder);
  if (before !== undefined && saysSame(before, received)) return arranged(held, [], null);
  const { sourceKind, sourceOrder, titre, empreinte, next } = received;
  const added = { sourceKind, sourceOrder, titre, empreinte, again: null };
  const isFollowed = next !== null && (after === undefined || after.sourceOrder > next);
  if (isFollowed && before !== undefined)
    return arranged(held, [added, { ...before, sourceOrder: next, again: before }], null);
  if (next !== null && after !== undefined && saysSame(after, received))
    return arranged(held, [], { id: after.id, sourceOrder });
  return arranged(held, [added], null);
}

/** Whether two texts are one wording: links and mark-up make no difference. */
export function saysSame(
  one: Pick<KnownWording, "titre" | "empreinte">,
  other: Pick<KnownWording, "titre" | "empreinte">,
): boolean {
  return one.empreinte === other.empreinte && one.titre === other.titre;
}

function arranged(
  held: readonly KnownWording[],
  added: readonly NewWording[],
  redated: Arrangement["redated"],
): Arrangement {
  const dated = held.map((wording) => (wording.id === redated?.id ? { ...wording, ...redated } : wording));
  const current = currentWording([...dated, ...added].sort(bySourceOrder));
  if (current === undefined) throw new Error("an edition has a wording");
  return { added, redated, current };
}

/** Stable: of two sources of one order, the one received last comes last. */
function bySourceOrder(
  one: Pick<KnownWording, "sourceOrder">,
  other: Pick<KnownWording, "sourceOrder">,
): number {
  if (one.sourceOrder === other.sourceOrder) return 0;
  return one.sourceOrder < other.sourceOrder ? -1 : 1;
}

/** The content of a wording kept aside, derived from its official record; null when that is missing or damaged. */
export async function deriveKept(
  database: Database,
  wordingId: number,
  names: KnownPgp,
): Promise<DerivedEdition | null> {
  const kept = await readKeptRecord(database, wordingId);
  const raw = kept && unpackRecord(kept);
  if (kept === null || raw === null) return null;
  const record = parseStored(kept.sourceKind, raw);
  if (record.kind !== "contenu") return null;
  return deriveContenu({ ...kept, record, raw, isNew: true }, names, null);
}

/**
 * The wording of an edition, the current one first, that differs from a received text by days left to be filled in
 * alone: both are one wording. Null when none does, or when one says exactly the same.
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
