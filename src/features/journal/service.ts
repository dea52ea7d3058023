import type { Database } from "../../../db/postgres/database.ts";
import {
  type FirstLoad,
  type JournalFilter,
  readFirstLoad,
  readJournal,
  readLatestChanges,
  type JournalEntry as StoredEntry,
} from "../../../db/queries/journal.ts";
import type { JournalEntry, JournalPage } from "./answer.ts";

interface JournalRequest extends JournalFilter {
  /** The last number that the caller has seen. */
  readonly apres: number;
  readonly limit: number;
}

/** The entries of the journal after a number, oldest first, and the number to start from next time. */
export async function followJournal(database: Database, request: JournalRequest): Promise<JournalPage> {
  const { apres, limit, ...filter } = request;
  const { dernier, derivation, entries } = await readJournal(database, apres, filter, limit);
  return { apres, dernier, derivation, count: entries.length, entrees: entries.map(entryAnswer) };
}

/** What is new: what was received at first, and the latest changes of documents since, newest first. */
export async function latestChanges(
  database: Database,
  limit: number,
): Promise<{ readonly firstLoad: FirstLoad | null; readonly changes: JournalEntry[] }> {
  const firstLoad = await readFirstLoad(database);
  const changes = await readLatestChanges(database, firstLoad?.lastSequence ?? 0, limit);
  return { firstLoad, changes: changes.map(entryAnswer) };
}

/** An entry with the contract's field names. */
export function entryAnswer(entry: StoredEntry): JournalEntry {
  return {
    sequence: entry.sequence,
    detecte_le: entry.detecteLe?.toISOString() ?? null,
    evenement: entry.evenement,
    boi_id: entry.boiId,
    titre: entry.titre,
    domaine: entry.domaine,
    type: entry.type,
    date: entry.date,
    portee_annoncee: entry.porteeAnnoncee,
    portee_deduite: entry.porteeDeduite,
    portee_texte: entry.porteeTexte,
    paragraphes: entry.paragraphes,
    empreinte_avant: entry.empreinteAvant,
    empreinte_apres: entry.empreinteApres,
    actualite: entry.actualite,
    documents: entry.documents,
    champs: entry.champs ?? [],
  };
}
