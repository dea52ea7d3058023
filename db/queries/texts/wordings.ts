import type { Database } from "../../postgres/database.ts";
import { jsonRows, type Piece, type Statements } from "../../postgres/statements.ts";
import { currentWording } from "../../records/current-wording.ts";
import type { SourceKind } from "../../schema/documents.ts";

/**
 * SQL for the `empreinte_source` of a text of an edition: that of the record it is shown by, else of the first record
 * with that text whose bytes are kept; null when none are. One rule for a document, its history, the export and its
 * root.
 * @param edition column of the row of the edition; `empreinte` of the fingerprint of the text.
 */
export function sourcePrint(sql: Statements, edition = "w.edition_id", empreinte = "w.empreinte"): Piece {
  return sql`(
    select said.empreinte_source from wordings said
    where said.edition_id = ${sql(edition)} and said.empreinte = ${sql(empreinte)} and said.empreinte_source is not null
    order by said.current desc, said.source_order, said.id limit 1)`;
}

/** A text received for an edition; two kinds of source with the same text are one. */
export interface HeldWording {
  /** Of its edition. */
  readonly edition_id: number;
  readonly titre: string;
  readonly empreinte: string;
  /** Null when its official bytes are not kept. */
  readonly empreinte_source: string | null;
  /** Instant, ISO 8601; null for wordings older than this record. */
  readonly recue_le: string | null;
  readonly courante: boolean;
  /** When and why its text was removed by law; null for a stored text. */
  readonly erasure: Erasure | null;
}

/** An erased wording keeps its fingerprint and dates, but neither text nor official bytes. */
interface Erasure {
  /** Instant, ISO 8601. */
  readonly at: string;
  readonly reason: string;
}

/** A row of `wordings`, in the order of its kind of source. */
interface Row extends HeldWording {
  readonly sourceKind: SourceKind;
  readonly sourceOrder: string;
  /** Whether it was already received on the day asked for. */
  readonly isKnown: boolean;
}

/** The wordings of editions, by edition, the current one first, then the latest received. */
export async function readWordings(
  database: Database,
  editionIds: readonly number[],
): Promise<Map<number, HeldWording[]>> {
  const rows = await readRows(database, editionIds, null);
  return new Map([...Map.groupBy(rows, (row) => row.edition_id)].map(([id, group]) => [id, distinct(group)]));
}

/**
 * The wording that the service answered with for an edition on a day (`YYYY-MM-DD`, in Europe/Paris): what was received
 * by its end; a null `recue_le` counts as received from the start. Null when nothing was received yet.
 */
export async function findWordingKnownOn(
  database: Database,
  editionId: number,
  day: string,
): Promise<HeldWording | null> {
  const rows = await readRows(database, [editionId], day);
  const current = currentWording(rows.filter(({ isKnown }) => isKnown));
  if (current === undefined) return null;
  return distinct(rows).find((wording) => isSame(wording, current)) ?? null;
}

async function readRows(
  { $client: sql }: Database,
  editionIds: readonly number[],
  day: string | null,
): Promise<readonly Row[]> {
  return await sql<Row[]>`
    select w.edition_id, w.titre, w.empreinte, ${sourcePrint(sql)} as empreinte_source, to_char(w.recue_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recue_le,
      w.current as courante, case when w.erased_at is null then null else json_build_object(
        'at', to_char(w.erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', w.erasure_reason) end as erasure,
      w.source_kind as "sourceKind", w.source_order as "sourceOrder",
      ${day}::date is null or w.recue_le is null
        or w.recue_le < (${day}::date + 1)::timestamp at time zone 'Europe/Paris' as "isKnown"
    from wordings w
    where w.edition_id = any(array(select json_array_elements_text(${jsonRows(editionIds)}::text::json)::int))
    order by w.edition_id, w.source_order, w.id`;
}

/** One per text: its first reception, and current when one of its rows is. */
function distinct(rows: readonly Row[]): HeldWording[] {
  const found: HeldWording[] = [];
  for (const row of rows) {
    const index = found.findIndex((wording) => isSame(wording, row));
    if (index === -1) found.push(wordingOf(row));
    else found.splice(index, 1, joined(found[index] ?? row, row));
  }
  return found.sort(latestFirst);
}

function wordingOf({ edition_id, titre, empreinte, empreinte_source, recue_le, courante, erasure }: Row) {
  return { edition_id, titre, empreinte, empreinte_source, recue_le, courante, erasure };
}

function joined(first: HeldWording, next: HeldWording): HeldWording {
  const isEarlier = first.recue_le === null || (next.recue_le !== null && first.recue_le <= next.recue_le);
  return {
    ...first,
    recue_le: isEarlier ? first.recue_le : next.recue_le,
    courante: first.courante || next.courante,
    erasure: first.erasure ?? next.erasure,
  };
}

function latestFirst(one: HeldWording, other: HeldWording): number {
  if (one.courante !== other.courante) return one.courante ? -1 : 1;
  const [a, b] = [one.recue_le ?? "", other.recue_le ?? ""];
  if (a === b) return 0;
  return a > b ? -1 : 1;
}

function isSame(one: HeldWording, other: HeldWording): boolean {
  return one.empreinte === other.empreinte && one.titre === other.titre;
}
