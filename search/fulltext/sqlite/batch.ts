import type { Database } from "bun:sqlite";
import { keyOfDocument, numberOf, sealOfDocument } from "./documents.ts";
import { DayChanges } from "./parts/days.ts";
import { LengthChanges } from "./postings/lengths.ts";
import { PendingPostings } from "./postings/pending.ts";
import { SealChanges } from "./seals/changes.ts";
import type { DocumentTerms } from "./terms.ts";

// None of these statements may need a partial rollback, as one that returns rows (RETURNING) or writes several may:
// before each such statement FTS5 flushes its buffer, into a segment that has to be merged later.
const REMOVE = ["documents WHERE id", "titles WHERE rowid"].map((row) => `DELETE FROM ${row} = ?`);
const ADD = "INSERT INTO documents (boi_id, hash, titre) VALUES (?, ?, ?)";
const ADD_TITLE = "INSERT INTO titles (rowid, titre) VALUES (?, ?)";

/** Adds and removes texts in the caller's transaction; they are complete once `write` is called. */
export class Batch {
  private readonly lengths: LengthChanges;
  private readonly days: DayChanges;
  private readonly postings: PendingPostings;
  private readonly seals: SealChanges;

  /** @param schema database in which the postings are written. */
  constructor(
    private readonly database: Database,
    schema = "main",
  ) {
    this.lengths = new LengthChanges(database);
    this.days = new DayChanges(database);
    this.postings = new PendingPostings(database, schema);
    this.seals = new SealChanges(database);
  }

  /**
   * Replaces the text of that entry, if any; only titles of documents in force are suggested. Better remove all documents to be replaced before adding any:
   * FTS5 flushes its buffer when a number is not above the last.
   */
  add({
    entry,
    dated,
    hash,
    titre,
    titleStems,
    textStems,
    length,
    stems,
    label,
    fields,
  }: DocumentTerms): void {
    const { database } = this;
    this.remove(entry);
    const id = Number(database.query(ADD).run(entry, hash, titre).lastInsertRowid);
    if (dated.place === "present") database.query(ADD_TITLE).run(id, titre);
    const key = keyOfDocument(id, entry);
    this.seals.set(key, sealOfDocument(key, { hash, titre }));
    this.lengths.set(id, length);
    this.days.set(id, dated);
    this.postings.addCounted(id, "stem", stems);
    this.postings.addCounted(id, "label", label);
    this.postings.addPositions(id, titleStems, textStems);
    for (const [field, terms] of fields) this.postings.add(id, field, terms);
  }

  remove(entry: string): void {
    const id = numberOf(this.database, entry);
    if (id === undefined) return;
    for (const statement of REMOVE) this.database.query(statement).run(id);
    this.seals.remove(keyOfDocument(id, entry));
    this.lengths.leave(id);
  }

  write(): void {
    this.postings.write();
    this.lengths.write();
    this.days.write();
  }
}
