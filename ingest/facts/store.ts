import { sha256 } from "../../bofip/text/characters.ts";
import type { DerivedEdition } from "../../db/ingestion/derived-edition.ts";
import type { KnownWording } from "../../db/ingestion/editions.ts";
import { noteOtherRecords, type OtherRecord } from "../../db/ingestion/wordings/keep-aside.ts";
import type { WordingReception } from "../../db/ingestion/wordings/receptions.ts";
import { officialContent } from "../../db/integrity/stored-record.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type Journal, Memory } from "../journal/journal.ts";
import { sourceHash } from "../parse/canonical.ts";
import type { ActualiteRecord, ContenuRecord } from "../parse/record.ts";
import { Batches, type Transition } from "./batches.ts";
import {
  deriveActualite,
  deriveContenu,
  type Received,
  tellSplitMarks,
  tellSplitMarksOfNews,
} from "./derive.ts";
import type { KnownPgpNames } from "./export-picture.ts";
import {
  type Arrangement,
  deriveKept,
  isKnown,
  judge,
  type NewWording,
  sameButDays,
  saysSame,
} from "./guard-wordings.ts";
import type { Wanted } from "./inventory.ts";
import { type Attested, type KnownRecord, type KnownRecords, recordKey } from "./known-records.ts";
import type { ReceivedRecord, RecordFile } from "./parse-stored.ts";

interface Storing {
  readonly database: Database;
  readonly journal: Journal;
  readonly known: KnownRecords;
  /** Maps a record key to the order of the earliest later file of its kind that has it, whose content prevails. */
  readonly newer: ReadonlyMap<string, string>;
  readonly names: KnownPgpNames;
  readonly provenance: Provenance;
  readonly attested: Attested;
}

/**
 * Writes the records of a file that the store does not have, by their place (`Inventory`), in batches.
 * @throws {IngestionFault} when the file is no longer the one that was read through
 */
export async function storeRecords(
  storing: Storing,
  file: RecordFile,
  wanted: ReadonlyMap<string, Wanted>,
): Promise<void> {
  if (wanted.size === 0) return;
  const { database, journal } = storing;
  await journal.beginStage("store");
  let done = 0;
  const memory = new Memory();
  const batches = new Batches(database, async (transitions) => {
    countTransitions(transitions, journal);
    await journal.advance({ done, total: wanted.size });
  });
  const others: OtherRecord[] = [];
  for await (const item of file.read()) {
    const expected = item.kind === "record" ? wanted.get(item.place) : undefined;
    if (item.kind !== "record" || expected === undefined) continue;
    if (item.bytesHash !== null && item.bytesHash !== expected.hash)
      throw new IngestionFault(`${file.path} a changé pendant sa lecture : relancez l'ingestion.`);
    await storeRecord(item, file, { ...storing, batches, others });
    memory.spent(item.size);
    done += 1;
    if (done === wanted.size) break;
  }
  await batches.finish();
  await noteOtherRecords(database, others);
}

interface Writing extends Storing {
  readonly batches: Batches;
  readonly others: OtherRecord[];
}

async function storeRecord(
  item: ReceivedRecord,
  { sourceKind }: RecordFile,
  writing: Writing,
): Promise<void> {
  const { record, hash: recordHash } = item.parse();
  const received = { raw: item.raw(), recordHash, sourceKind, isNew: true, remark: item.remark };
  if (record.kind === "contenu") await storeContenu({ ...received, record }, item.size, writing);
  else await storeActualite({ ...received, record }, item.size, writing);
}

type Told<Record> = Received<Record> & Pick<ReceivedRecord, "remark">;

async function storeContenu(
  received: Told<ContenuRecord>,
  size: number,
  { database, journal, known, newer, names, provenance, attested, batches, others }: Writing,
): Promise<void> {
  const { record, recordHash, sourceKind } = received;
  const key = recordKey(record);
  const stored = known.byKey.get(key);
  const { sourceOrder } = provenance;
  const brought = { record, recordHash, sourceKind, sourceOrder, next: newer.get(key) ?? null };
  if (isKnown(brought, stored)) {
    journal.count("unchanged");
    return;
  }
  const derived = deriveContenu(received, names, attested.get(key) ?? null);
  const told = tellSplitMarks(derived);
  if (told !== null) journal.note(received.remark(record.boiId, told));
  if (stored === undefined) {
    const reception = firstReception({ derived, provenance, isShown: true });
    await batches.addEdition(derived, size, true, reception);
    return;
  }
  const same = await sameButDays(database, stored, record, derived.empreinte);
  const empreinte = same?.empreinte ?? derived.empreinte;
  const verdict = judge(brought, { empreinte }, stored);
  const receive = (isShown: boolean) => ({
    derived: isShown ? derived : { ...derived, empreinte },
    provenance,
    isShown,
  });
  const isShown = verdict.kind === "news" || verdict.kind === "restated";
  if (!isShown && brought.next === null) others.push({ ...derived.row, hash: recordHash });
  if (!isShown || !verdict.isNews) journal.count("unchanged");
  switch (verdict.kind) {
    case "news":
      await batches.addEdition(
        derived,
        size,
        verdict.isNews,
        nextReception(receive(true), verdict.arrangement, stored, same),
      );
      break;
    case "restated":
      await batches.addEdition(
        derived,
        size,
        verdict.isNews,
        same && nextReception(receive(true), { added: [], redated: null }, stored, same),
      );
      break;
    case "aside":
      await batches.addReception(nextReception(receive(false), verdict.arrangement, stored), size);
      break;
    case "turning": {
      const reception = nextReception(receive(false), verdict.arrangement, stored);
      const shown = await deriveKept(database, verdict.to.id, names);
      if (shown === null) await batches.addReception(reception, size);
      else await batches.addEdition(shown, size, true, reception);
    }
  }
}

/** An actualité has no wordings: the latest export's text prevails. */
async function storeActualite(
  received: Told<ActualiteRecord>,
  size: number,
  { journal, known, newer, names, provenance, batches }: Writing,
): Promise<void> {
  const { record, raw, sourceKind: genre } = received;
  const stored = known.byKey.get(record.id);
  const isKnownAlready =
    stored !== undefined && (newer.has(record.id) || stored.sourceHash === sourceHash(record));
  if (isKnownAlready) {
    journal.count("unchanged");
    return;
  }
  const { fichier, empreinteFichier: empreinte_fichier, recueLe } = provenance;
  const empreinte_source = sha256(officialContent(genre, raw));
  const source = { empreinte_source, genre, fichier, empreinte_fichier, recue_le: recueLe.toISOString() };
  const derived = { ...deriveActualite(received, names), source };
  const told = tellSplitMarksOfNews(derived);
  if (told !== null) journal.note(received.remark(record.id, told));
  await batches.addActualite(derived, size);
}

/** Counts the documents that a batch created, modified or withdrew. */
export function countTransitions(transitions: readonly Transition[], journal: Journal): void {
  for (const { before, after, isNews } of transitions) {
    if (!isNews) continue;
    const isRetired = after.statut !== "en_vigueur" && before.statut === "en_vigueur";
    if (before.statut === null) journal.count("created");
    else journal.count(isRetired ? "retired" : "modified");
  }
}

interface Provenance {
  /** See `SaidWording`. */
  readonly sourceOrder: string;
  readonly fichier: string;
  /** Its SHA-256. */
  readonly empreinteFichier: string;
  /** The day that it describes, `YYYY-MM-DD`. */
  readonly day: string;
  readonly recueLe: Date;
}

interface Receiving {
  readonly derived: DerivedEdition;
  readonly provenance: Provenance;
  /** Whether the edition now answers with the record. */
  readonly isShown: boolean;
}

function firstReception(receiving: Receiving): WordingReception {
  const { row, empreinte } = receiving.derived;
  const { sourceKind, titre } = row;
  const { sourceOrder } = receiving.provenance;
  const first = { sourceKind, sourceOrder, titre, empreinte, again: null };
  return { edition: row, added: [addedOf(first, receiving, true)], redated: null, kept: null, renamed: null };
}

/** What a record changes of an edition's wordings; `same` is the one that it repeats but for days to fill in. */
function nextReception(
  receiving: Receiving,
  { added, redated }: Omit<Arrangement, "current">,
  stored: KnownRecord,
  same: KnownWording | null = null,
): WordingReception {
  const { derived, isShown } = receiving;
  const said = { titre: derived.row.titre, empreinte: derived.empreinte };
  const isHeld = stored.wordings.some((wording) => saysSame(wording, said));
  const isKept = isShown || !isHeld;
  const { day } = receiving.provenance;
  return {
    edition: derived.row,
    added: added.map((wording) => addedOf(wording, receiving, isKept)),
    redated: redated && { ...redated, shownFrom: day },
    kept: isShown || isHeld || added.length === 0 ? null : derived,
    renamed: same && { ids: idsOf(stored, same), empreinte: derived.empreinte, isCurrent: same.isCurrent },
  };
}

function idsOf({ wordings }: KnownRecord, same: KnownWording): number[] {
  return wordings.filter((wording) => saysSame(wording, same)).map(({ id }) => id);
}

/** `isKept`: whether the store keeps the official bytes. */
function addedOf(wording: NewWording, { derived, provenance }: Receiving, isKept: boolean) {
  const { fichier, empreinteFichier, recueLe, day } = provenance;
  const { sourceKind, sourceOrder, titre, empreinte, again } = wording;
  return {
    sourceKind,
    sourceOrder,
    titre,
    empreinte,
    empreinteSource: isKept ? derived.empreinteSource : null,
    recueLe: recueLe.toISOString(),
    fichier,
    empreinteFichier,
    dateSource: day,
    shownFrom: again === null ? day : null,
    derivationVersion: derived.row.derivationVersion,
    again: again?.id ?? null,
  };
}
