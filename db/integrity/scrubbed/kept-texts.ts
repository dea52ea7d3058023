import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, type Piece, type Statements } from "../../postgres/statements.ts";
import type { ScrubbedKind } from "../../schema/integrity.ts";
import { isIntact, keptProof, keptSealedOf, type StoredProof } from "../proof.ts";
import { type SealedColumns, sealsOf, type Written } from "../seals.ts";
import { type StoredRecord, unpackRecord } from "../stored-record.ts";

interface Row {
  readonly place: string;
  readonly proof: StoredProof;
  readonly columns: SealedColumns & { readonly contenu_texte: string };
}

/** The key of a row as one sortable string, in SQL. */
function placeOf(sql: Statements): Piece {
  return sql`to_char(t.edition_id, 'FM0000000000') || ' ' || t.empreinte || ' ' || t.derivation_version`;
}

/** The texts kept aside of editions. */
export const scrubbedKeptTexts: ScrubbedTexts = {
  kind: "redaction",

  async keys({ $client: sql }, after, limit) {
    return await sql<TextKey[]>`
      select ${placeOf(sql)} as place, e.boi_id as identifiant
      from kept_texts t join editions e on e.id = t.edition_id join wordings w on w.id = t.wording_id
      where w.erased_at is null and (${placeOf(sql)}) collate "C" > ${after}
      order by (${placeOf(sql)}) collate "C" limit ${limit}`;
  },

  async check(database, places) {
    const rows = await readRows(database, places);
    return new Map(rows.map((row) => [row.place, findingOf(row)]));
  },

  async seal(database, place) {
    const [row] = await readRows(database, [place]);
    if (row === undefined) return;
    const sql = database.$client;
    await sql`
      update kept_texts t set seals = ${JSON.stringify(sealsOf("", row.columns))}::text::jsonb
        || jsonb_build_object('of', ${keptSealedOf(sql)})
      where t.edition_id = ${editionOf(place)} and ${placeOf(sql)} = ${place}`;
  },
};

async function readRows({ $client: sql }: Database, places: readonly string[]): Promise<readonly Row[]> {
  return await sql<Row[]>`
    select ${placeOf(sql)} as place, ${keptProof(sql)} as proof, json_build_object(
      'contenu_html', t.contenu_html, 'contenu_texte', t.contenu_texte, 'paragraphes', t.paragraphes,
      'reserves', t.reserves, 'images', t.images) as columns
    from kept_texts t
    where t.edition_id = any(array(
        select json_array_elements_text(${jsonRows(places.map(editionOf))}::text::json)::int))
      and ${placeOf(sql)} = any(array(select json_array_elements_text(${jsonRows(places)}::text::json)))`;
}

function editionOf(place: string): number {
  return readKeptPlace(place).editionId;
}

/** Parses the key of a text kept aside. */
export function readKeptPlace(place: string): Written & { readonly editionId: number } {
  const [editionId, empreinte = "", derivationVersion] = place.split(" ");
  return { editionId: Number(editionId), empreinte, derivationVersion: Number(derivationVersion) };
}

function findingOf({ proof, columns }: Row): Finding {
  if (!isIntact(proof, columns) || fingerprint(columns.contenu_texte) !== proof.empreinte) return "damaged";
  return proof.seals === null ? "unsealed" : "intact";
}

/** A stored text: the key of its row, and its document or actualité. */
export interface TextKey {
  readonly place: string;
  readonly identifiant: string;
}

/** The result of checking a text; `unsealed`: its fingerprint matches, and it has no seals of its own. */
export type Finding = "intact" | "unsealed" | "damaged";

/** One kind of stored texts, as a scrub reads them. */
export interface ScrubbedTexts {
  readonly kind: ScrubbedKind;
  /** Keys after one of them ("" before the first), in order. */
  keys(database: Database, after: string, limit: number): Promise<readonly TextKey[]>;
  /** The finding on each of these rows, by key; a deleted row has none. */
  check(database: Database, places: readonly string[]): Promise<ReadonlyMap<string, Finding>>;
  /** Adds the missing seals to a text whose fingerprint matches. */
  seal(database: Database, place: string): Promise<void>;
}

/** The official records kept aside; the SHA-256 of their official bytes seals them. */
export const scrubbedKeptSources: ScrubbedTexts = {
  kind: "source",

  async keys({ $client: sql }, after, limit) {
    return await sql<TextKey[]>`
      select w.id::text as place, e.boi_id as identifiant
      from kept_sources k join wordings w on w.id = k.wording_id join editions e on e.id = w.edition_id
      where w.id > ${Number(after)} and w.erased_at is null order by w.id limit ${limit}`;
  },

  async check({ $client: sql }, places) {
    const rows = await sql<(StoredRecord & { readonly place: string })[]>`
      select k.wording_id::text as place, k.raw, w.source_kind as "sourceKind", null as seal,
        w.empreinte_source as "empreinteSource"
      from kept_sources k join wordings w on w.id = k.wording_id
      where k.wording_id = any(array(select json_array_elements_text(${jsonRows(places)}::text::json)::int))`;
    return new Map(rows.map((row) => [row.place, unpackRecord(row) === null ? "damaged" : "intact"]));
  },

  async seal() {},
};
