import { eraseNamed } from "../erasure/erase.ts";
import { oweAgain } from "../erasure/erasures.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, type Statements } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { DocumentType } from "../schema/documents.ts";
import { type DerivedActualite, writeActualites } from "./actualites.ts";
import { owing } from "./derived/owed-documents.ts";
import type { DerivedEdition } from "./derived-edition.ts";
import { writeEditions } from "./editions.ts";
import { type AbsenceChange, writeAbsences } from "./exports.ts";
import type { DocumentProjection } from "./facts.ts";
import { type NewEntry, writeEntries } from "./journal/entries.ts";
import { writeProjections } from "./projection.ts";
import { type WordingReception, writeReceptions } from "./wordings/receptions.ts";
import { renewCurrent } from "./wordings/renew.ts";

/** What becomes visible together: facts, and the projections of all the documents affected. */
export interface Batch {
  /** Editions whose content is written. */
  readonly editions: readonly DerivedEdition[];
  readonly receptions: readonly WordingReception[];
  readonly actualites: readonly DerivedActualite[];
  readonly absences: readonly AbsenceChange[];
  readonly projections: readonly DocumentProjection[];
  /** Its journal entries. */
  readonly entries: readonly NewEntry[];
  /** Texts of the batch that were erased by law: they are written without their words. */
  readonly erased: readonly ErasedText[];
}

/** A text erased by law, and the edition that gives it again. */
export interface ErasedText {
  readonly boiId: string;
  readonly date: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly empreinte: string;
  /** The fingerprint that identifies it. */
  readonly print: string;
  readonly reason: string;
}

/**
 * Writes a batch in one transaction and raises the corpus revision: no reader sees half a document. What derived stores
 * then lack is owed to them.
 */
export async function writeBatch(database: Database, batch: Batch): Promise<void> {
  const at = new Date().toISOString();
  await inTransaction(database, (sql) => [
    ...owing(sql, documentsOf(batch), () => [
      ...statementsOf(sql, batch),
      ...batch.erased.flatMap(({ print, reason }) => [
        ...eraseNamed(sql, [print], { at, reason }),
        oweAgain(sql, print),
      ]),
    ]),
    raiseRevision(sql),
  ]);
}

function documentsOf({ editions, projections, erased }: Batch): readonly string[] {
  return [...editions.map(({ row }) => row), ...projections, ...erased].map(({ boiId }) => boiId);
}

/**
 * Prepares the statements of a batch, one after the other: done within the first transaction, these exchanges would
 * occupy PGlite for 100 ms.
 */
export async function prepareBatches(database: Database): Promise<void> {
  const nothing = {
    editions: [],
    receptions: [],
    actualites: [],
    absences: [],
    projections: [],
    entries: [],
    erased: [],
  };
  const sql = database.$client;
  await Promise.all(owing(sql, [], () => statementsOf(sql, nothing)));
}

function statementsOf(sql: Statements, batch: Batch): readonly Promise<unknown>[] {
  return [
    ...writeEditions(sql, batch.editions),
    ...writeReceptions(sql, batch.receptions),
    ...renewCurrent(sql, batch.editions),
    ...writeAbsences(sql, batch.absences),
    ...writeProjections(sql, batch.projections),
    ...writeActualites(sql, batch.actualites),
    writeEntries(sql, batch.entries),
  ];
}
