import type { EditionsInForce, SearchedEditions } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import { anyOf, jsonRows, type Statements } from "../../postgres/statements.ts";
import type { Statut } from "../../schema/documents.ts";
import { textIsHeld } from "./edition-columns.ts";

/** Days on which an edition is in force: `[date_debut, date_fin[`. */
type Interval = Pick<HeldEdition, "date_debut" | "date_fin">;

/** A stored edition with content, in force on `[date_debut, date_fin[`. */
export interface HeldEdition {
  readonly id: number;
  readonly boi_id: string;
  readonly pgp: number;
  readonly titre: string;
  readonly url: string;
  readonly statut: Statut;
  /** `YYYY-MM-DD`, included. */
  readonly date_debut: string;
  /** Excluded; null when no end of it is known. */
  readonly date_fin: string | null;
  /** Whether its end is known only from an absence from an export. */
  readonly fin_constatee: boolean;
  /** Latest day on which sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
}

/**
 * The stored editions of a document, latest first, the higher PGP number first at one date; none for an unknown
 * document, or one of which only the end is known. The last of the list is the first edition stored.
 */
export async function readHeldEditions({ $client: sql }: Database, boiId: string): Promise<HeldEdition[]> {
  return await sql<HeldEdition[]>`
    select id, boi_id, pgp, titre, url, statut, debut_de_validite as date_debut, date_fin, fin_constatee,
      attested_until as attestee_jusqu_au
    from editions e where boi_id = ${boiId} and ${textIsHeld(sql)}
    order by debut_de_validite desc, pgp desc`;
}

/**
 * The edition in force on a day (`YYYY-MM-DD`), among those of `readHeldEditions`; undefined when none covers it: the
 * document was not known yet, or was withdrawn or moved. The day of a change belongs to the new edition.
 */
export function editionAt<Edition extends Interval>(
  held: readonly Edition[],
  day: string,
): Edition | undefined {
  return held.find((edition) => covers(edition, day));
}

/** Start of the first stored edition; null when there is none. Earlier ones may have existed. */
export function firstHeld(held: readonly HeldEdition[]): string | null {
  return held.at(-1)?.date_debut ?? null;
}

function covers({ date_debut, date_fin }: Interval, day: string): boolean {
  return date_debut <= day && (date_fin === null || day < date_fin);
}

/** How many documents have their first stored edition, by the day on which it starts. */
export interface FirstEditions {
  /** The corpus's, at which this was read. */
  readonly revision: number;
  /** By day, the latest first. */
  readonly starts: readonly { readonly day: string; readonly documents: number }[];
}

/** Reads them in one statement, hence at one revision. */
export async function readFirstEditions({ $client: sql }: Database): Promise<FirstEditions> {
  const [row] = await sql<FirstEditions[]>`
    select coalesce((select revision from corpus), 0) as revision, coalesce((
      select json_agg(json_build_object('day', day, 'documents', documents) order by day desc)
      from (
        select day, count(*)::int as documents from (
          select min(debut_de_validite) as day from editions e
          where ${textIsHeld(sql)} group by boi_id) each
        group by day) counted), '[]') as starts`;
  return row ?? { revision: 0, starts: [] };
}

/** An edition to show of a document. */
export interface NamedEdition {
  readonly boiId: string;
  readonly edition: number;
  /** See `TextRow`. */
  readonly key: string;
}

/**
 * The edition of each document that a search looks at; a document without one is absent. Null for the documents in
 * force, which need not be read to be named. Those of one document never overlap.
 */
export async function readNamedEditions(
  { $client: sql }: Database,
  boiIds: readonly string[],
  editions: SearchedEditions,
): Promise<NamedEdition[] | null> {
  if (editions.kind === "in force") return null;
  return await sql<NamedEdition[]>`
    select d.boi_id as "boiId", e.id as edition,
      case when e.id = d.edition_id then d.boi_id else d.boi_id || '@' || e.id end as key
    from documents d join editions e on e.boi_id = d.boi_id
    where d.boi_id = ${anyOf(sql, boiIds)}
      and ${isSearchedSql(sql, editions)}`;
}

/** SQL of whether a search looks at edition `e` of document `d`: one at most of each. */
function isSearchedSql(sql: Statements, editions: SearchedEditions) {
  if (editions.kind === "in force") return sql`e.id = d.edition_id and d.statut = 'en_vigueur'`;
  if (editions.kind === "last") return sql`e.id = d.edition_id and ${textIsHeld(sql)}`;
  return sql`e.debut_de_validite <= ${editions.day}::date
    and (e.date_fin is null or e.date_fin > ${editions.day}::date) and ${textIsHeld(sql)}`;
}

/**
 * SQL of the documents `d` that a search looks at, as their editions are: `boi_id`, `edition_id`, and the columns of
 * `valueColumns`.
 */
export function searchedDocuments(sql: Statements, editions: EditionsInForce) {
  if (editions.kind === "in force") return sql`(select * from documents where statut = 'en_vigueur') d`;
  return sql`(
    select e.*, e.id as edition_id from documents d join editions e on e.boi_id = d.boi_id
    where ${isSearchedSql(sql, editions)}) d`;
}

/** What a document in force shows is cached under its identifier alone. */
export function keysOf(boiIds: readonly string[], named: readonly NamedEdition[] | null): readonly string[] {
  return named === null ? boiIds : named.map(({ key }) => key);
}

/**
 * SQL of the rows `e` of `editions` to show, each with its `key`: those named or, when there are none to name, those of
 * the documents in force.
 */
export function shownEditions(
  sql: Statements,
  boiIds: readonly string[],
  named: readonly NamedEdition[] | null,
) {
  if (named === null)
    return sql`(
      select e.*, d.boi_id as key from documents d join editions e on e.id = d.edition_id
      where d.boi_id = ${anyOf(sql, boiIds)} and d.statut = 'en_vigueur') e`;
  return sql`(
    select e.*, r.key
    from json_to_recordset(${jsonRows(named)}::text::json) as r(edition int, key text)
    cross join lateral (select * from editions where id = r.edition limit 1) e) e`;
}

interface LatestAsked {
  readonly editions: SearchedEditions;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A stretch of the documents among the identifiers, those whose edition looked at began last first, ties by identifier.
 * One statement, whose cost grows with the number of identifiers: some 10 ms for the whole doctrine.
 */
export async function readLatestFirst(
  { $client: sql }: Database,
  boiIds: readonly string[],
  { editions, limit, offset }: LatestAsked,
): Promise<string[]> {
  const rows = await sql<{ boiId: string }[]>`
    select d.boi_id as "boiId" from documents d join editions e on e.boi_id = d.boi_id
    where d.boi_id = ${anyOf(sql, boiIds)} and ${isSearchedSql(sql, editions)}
    order by e.debut_de_validite desc, d.boi_id limit ${limit} offset ${offset}`;
  return rows.map(({ boiId }) => boiId);
}
