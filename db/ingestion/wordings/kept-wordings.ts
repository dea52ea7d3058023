import type { StoredRecord } from "../../integrity/stored-record.ts";
import type { Database } from "../../postgres/database.ts";
import { anyNumberOf, inTransaction, pages, type Statements } from "../../postgres/statements.ts";
import { raiseRevision } from "../../queries/corpus.ts";
import type { DerivedEdition } from "../derived-edition.ts";
import { keptText } from "./receptions.ts";

/** An official record kept aside, in the form of `edition_contents.raw`. */
interface KeptRecord extends StoredRecord {
  /** Hash of the latest record of that kind of source for the edition; empty when unknown. */
  readonly recordHash: string;
}

/**
 * The official record of a wording, or of another with the same text in its edition and kind; null when none is kept.
 */
export async function readKeptRecord(
  { $client: sql }: Database,
  wordingId: number,
): Promise<KeptRecord | null> {
  const [row] = await sql<KeptRecord[]>`
    select k.raw, w.source_kind as "sourceKind", null as seal, w.empreinte_source as "empreinteSource", coalesce(e.overruled_hash, '') as "recordHash"
    from wordings asked
      join wordings w on w.edition_id = asked.edition_id and w.empreinte = asked.empreinte
        and w.source_kind = asked.source_kind
      join kept_sources k on k.wording_id = w.id
      join editions e on e.id = w.edition_id
    where asked.id = ${wordingId} order by w.id = asked.id desc, w.id desc limit 1`;
  return row ?? null;
}

/** A wording kept aside whose text was derived by another version of the parser. */
export interface StaleWording extends StoredRecord {
  /** Its row. */
  readonly position: number;
  /** The document. */
  readonly identifiant: string;
  /** Fingerprint of its text. */
  readonly empreinte: string;
  readonly derivationVersion: number;
  /** Fingerprint of the text with which its edition answers. */
  readonly currentEmpreinte: string | null;
}

const STALE_PAGE_ROWS = 20;

/** The wordings kept aside that another version of the parser than `version` derived, with their official records. */
export function readStaleWordings(
  { $client: sql }: Database,
  version: number,
): AsyncGenerator<readonly StaleWording[]> {
  return pages(
    0,
    (after) => sql<StaleWording[]>`
      ${selectKept(sql)}
      where not w.current and w.erased_at is null and w.derivation_version <> ${version} and w.id > ${after}
      order by w.id limit ${STALE_PAGE_ROWS}`,
  );
}

/** Rewrites a text kept aside, in place of its row's content. */
export async function replaceKept(
  database: Database,
  wordingId: number,
  derived: DerivedEdition,
): Promise<void> {
  const { empreinte, row } = derived;
  await inTransaction(database, (sql) => [
    sql`
      delete from kept_texts t using wordings w
      where w.id = ${wordingId} and t.edition_id = w.edition_id and t.empreinte = ${empreinte}
        and t.derivation_version = ${row.derivationVersion}`,
    keptText(sql, derived, sql`w.id = ${wordingId}`),
    raiseRevision(sql),
  ]);
}

/** The wordings kept aside of some editions, with their official records. */
export async function readKeptWordings(
  { $client: sql }: Database,
  editionIds: readonly number[],
): Promise<readonly StaleWording[]> {
  return await sql<StaleWording[]>`
    ${selectKept(sql)}
    where not w.current and w.erased_at is null
      and w.edition_id = ${anyNumberOf(sql, editionIds)}
    order by w.id`;
}

function selectKept(sql: Statements) {
  return sql`
    select w.id as position, e.boi_id as identifiant, k.raw, w.source_kind as "sourceKind", null as seal,
      w.empreinte_source as "empreinteSource", w.empreinte, w.derivation_version as "derivationVersion",
      (select empreinte from wordings where edition_id = e.id and current) as "currentEmpreinte"
    from wordings w join kept_sources k on k.wording_id = w.id join editions e on e.id = w.edition_id`;
}

/** Gives a wording kept aside the fingerprint of a text that says the same. */
export async function renameKept(
  database: Database,
  wordingId: number,
  { empreinte, version }: { readonly empreinte: string; readonly version: number },
): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      update wordings set empreinte = ${empreinte}, derivation_version = ${version}
      where id = ${wordingId} and not current`,
    raiseRevision(sql),
  ]);
}

/**
 * Stores the new derivation of a wording kept aside, and of those of its edition with the same text but no record.
 * Keeps the previous derivation's texts unless their fingerprints are unchanged.
 */
export async function renewKept(
  database: Database,
  wordingId: number,
  derived: DerivedEdition,
): Promise<void> {
  const { derivationVersion, titre } = derived.row;
  const { empreinte, paragraphes } = derived;
  const spans = JSON.stringify(paragraphes.map(({ numero, start, end }) => [numero, start, end]));
  await inTransaction(database, (sql) => [
    keptText(sql, derived, sql`w.id = ${wordingId}`),
    sql`
      delete from kept_texts t using wordings w
      where w.id = ${wordingId} and t.edition_id = w.edition_id and t.empreinte = ${empreinte}
        and t.derivation_version < ${derivationVersion} and ${spans}::text::jsonb = coalesce((
          select jsonb_agg(jsonb_build_array(span -> 'numero', span -> 'start', span -> 'end'))
          from jsonb_array_elements(t.paragraphes) as span), '[]')`,
    sql`
      update wordings w set empreinte = ${empreinte}, derivation_version = ${derivationVersion},
        titre = case when w.id = ${wordingId} then ${titre} else w.titre end
      from wordings held
      where held.id = ${wordingId} and w.edition_id = held.edition_id and not w.current
        and (w.id = held.id or (w.empreinte = held.empreinte and w.empreinte_source is null))`,
    raiseRevision(sql),
  ]);
}
