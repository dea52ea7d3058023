import type { Database } from "../postgres/database.ts";
import {
  anyNumberOf,
  inTransaction,
  jsonRows,
  type Piece,
  pages,
  type Statements,
} from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { EditionKind, SourceKind } from "../schema/documents.ts";
import type { EditionKey } from "./wordings/edition-key.ts";

/** A wording, and the days on which its kind of source is known to have shown it, `YYYY-MM-DD`. */
export interface ShownWording {
  readonly id: number;
  readonly sourceKind: SourceKind;
  readonly sourceOrder: string;
  readonly isErased: boolean;
  readonly shownFrom: string | null;
  readonly shownUntil: string | null;
}

/** The parts of an edition that decide, or record, what sources show of it. */
export interface ShownEdition extends EditionKey {
  readonly id: number;
  readonly kind: EditionKind;
  readonly dateFin: string | null;
  readonly attestedUntil: string | null;
  /** Grouped by kind of source, in order. */
  readonly wordings: readonly ShownWording[];
}

const PAGE_ROWS = 500;

/** Every edition of the store, a page at a time. */
export function readShownEditions({ $client: sql }: Database): AsyncGenerator<readonly ShownEdition[]> {
  return pages(
    0,
    (after) => sql<(ShownEdition & { position: number })[]>`
      select id as position, id, boi_id as "boiId", debut_de_validite as "debutDeValidite", pgp, kind,
        date_fin as "dateFin", attested_until as "attestedUntil", coalesce((
          select json_agg(json_build_object('id', w.id, 'sourceKind', w.source_kind, 'sourceOrder', w.source_order,
            'isErased', w.erased_at is not null, 'shownFrom', w.shown_from, 'shownUntil', w.shown_until)
            order by w.source_order, w.id)
          from wordings w where w.edition_id = editions.id), '[]') as wordings
      from editions where id > ${after} order by id limit ${PAGE_ROWS}`,
  );
}

/** The latest day on which sources show an edition in force, `YYYY-MM-DD`; null when none does. */
export interface Attestation {
  /** Row of the edition. */
  readonly id: number;
  readonly until: string | null;
}

/** First and last day on which a wording was shown, `YYYY-MM-DD`. */
export interface Observed {
  /** Row of the wording. */
  readonly id: number;
  readonly from: string | null;
  readonly until: string | null;
}

const ROWS_PER_TRANSACTION = 200;

/** Records until when sources show editions in force, in small transactions. */
export async function writeAttestations(
  database: Database,
  attestations: readonly Attestation[],
): Promise<void> {
  await writeRows(
    database,
    attestations,
    (sql, rows, ids) => sql`
      update editions e set attested_until = r.until
      from json_to_recordset(${rows}::text::json) as r(id int, until date)
      where e.id = ${ids} and e.id = r.id`,
  );
}

/** Records between which days wordings were shown, in small transactions. */
export async function writeObservations(database: Database, observed: readonly Observed[]): Promise<void> {
  await writeRows(
    database,
    observed,
    (sql, rows, ids) => sql`
      update wordings w set shown_from = r."from", shown_until = r.until
      from json_to_recordset(${rows}::text::json) as r(id int, "from" date, until date)
      where w.id = ${ids} and w.id = r.id`,
  );
}

/** @param update receives the identifiers as an array: the planner assumes many rows for a JSON parameter. */
async function writeRows<Row extends { readonly id: number }>(
  database: Database,
  all: readonly Row[],
  update: (sql: Statements, rows: string, ids: Piece) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < all.length; start += ROWS_PER_TRANSACTION) {
    const rows = all.slice(start, start + ROWS_PER_TRANSACTION);
    const ids = rows.map(({ id }) => id);
    await inTransaction(database, (sql) => [
      update(sql, jsonRows(rows), anyNumberOf(sql, ids)),
      raiseRevision(sql),
    ]);
  }
}
