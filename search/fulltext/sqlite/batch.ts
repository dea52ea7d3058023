import type { Database } from "bun:sqlite";
import { keyOfDocument, sealOfDocument } from "./documents.ts";
import { LengthChanges } from "./postings/lengths.ts";
import { PendingPostings } from "./postings/pending.ts";
import { SealChanges } from "./seals/changes.ts";
import type { DocumentTerms } from "./terms.ts";

// None of these statements may have to be undone midway, as one that gives rows (RETURNING) or writes several may:
// before each such one FTS5 writes out what it has gathered, in a segment that is to be merged.
const FIND = "SELECT id FROM documents WHERE boi_id = ?";
const REMOVE = ["documents WHERE id", "titles WHERE rowid"].map((row) => `DELETE FROM ${row} = ?`);
const ADD = "INSERT INTO documents (boi_id, hash, titre) VALUES (?, ?, ?)";
const ADD_TITLE = "INSERT INTO titles (rowid, titre) VALUES (?, ?)";

/** Documents that one transaction of the caller's adds and removes; all are there once it is written. */
export class Batch {
  private readonly lengths: LengthChanges;
  private readonly postings: PendingPostings;
  private readonly seals: SealChanges;

  /** @param schema the database whose postings they are written in. */
  constructor(
    private readonly database: Database,
    schema = "main",
  ) {
    this.lengths = new LengthChanges(database);
    this.postings = new PendingPostings(database, schema);
    this.seals = new SealChanges(database);
  }

  /**
   * In the place of the document of that identifier, if there is one. Those that are to be replaced are better removed
   * before anything is added: FTS5 writes out what it has gathered when a number comes that is not above the last.
   */
  add({ boiId, hash, titre, titleStems, textStems, length, stems, fields }: DocumentTerms): void {
    const { database } = this;
    this.remove(boiId);
    const id = Number(database.query(ADD).run(boiId, hash, titre).lastInsertRowid);
    database.query(ADD_TITLE).run(id, titre);
    const key = keyOfDocument(id, boiId);
    this.seals.set(key, sealOfDocument(key, { hash, titre, debut: null, fin: null }));
    this.lengths.set(id, length);
    this.postings.addCounted(id, "stem", stems);
    this.postings.addPositions(id, titleStems, textStems);
    for (const [field, terms] of fields) this.postings.add(id, field, terms);
  }

  remove(boiId: string): void {
    const id = this.database.query<{ id: number }, [string]>(FIND).get(boiId)?.id;
    if (id === undefined) return;
    for (const statement of REMOVE) this.database.query(statement).run(id);
    this.seals.remove(keyOfDocument(id, boiId));
    this.lengths.leave(id);
  }

  write(): void {
    this.postings.write();
    this.lengths.write();
  }
}
