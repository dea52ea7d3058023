import { fingerprint } from "../../bofip/text/characters.ts";
import type { Database } from "../postgres/database.ts";
import { jsonRows, type Piece, type Statements } from "../postgres/statements.ts";
import type { ScrubbedKind } from "../schema/integrity.ts";
import {
  editionProof,
  editionSealedOf,
  isIntact,
  keptProof,
  keptSealedOf,
  newsProof,
  newsSealedOf,
  type SealedColumns,
  type StoredProof,
  sealsOf,
  type Written,
} from "./seals.ts";
import { type StoredRecord, unpackRecord } from "./stored-record.ts";

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

interface EditionRow {
  readonly place: string;
  readonly proof: StoredProof | null;
  readonly raw_seal: string;
  readonly columns: SealedColumns & { readonly contenu_texte: string };
}

/** The texts that editions answer with, and their source records. */
export const scrubbedEditions: ScrubbedTexts = {
  kind: "edition",

  async keys({ $client: sql }, after, limit) {
    return await sql<TextKey[]>`
      select e.id::text as place, e.boi_id as identifiant from editions e
      where e.id > ${Number(after)} and not exists (
        select from wordings w where w.edition_id = e.id and w.current and w.erased_at is not null)
      order by e.id limit ${limit}`;
  },

  async check(database, places) {
    const rows = await readEditionRows(database, places);
    const found = new Map(rows.map((row) => [row.place, editionFinding(row)]));
    // A missing row leaves its edition without a text.
    return new Map(places.map((place) => [place, found.get(place) ?? "damaged"]));
  },

  async seal(database, place) {
    const [row] = await readEditionRows(database, [place]);
    if (row === undefined) return;
    const seals = { ...sealsOf("", row.columns), raw: row.raw_seal };
    const sql = database.$client;
    await sql`
      update edition_contents c
      set seals = ${JSON.stringify(seals)}::text::jsonb || jsonb_build_object('of', ${editionSealedOf(sql)})
      from editions e where e.id = c.edition_id and e.id = ${Number(place)}`;
  },
};

async function readEditionRows(
  { $client: sql }: Database,
  places: readonly string[],
): Promise<readonly EditionRow[]> {
  return await sql<EditionRow[]>`
    select c.edition_id::text as place, ${editionProof(sql)} as proof,
      encode(sha256(c.raw), 'base64') as raw_seal, json_build_object('contenu_html', c.contenu_html,
        'contenu_texte', c.contenu_texte, 'paragraphes', c.paragraphes, 'reserves', c.reserves, 'images', c.images,
        'renvois_internes', c.renvois_internes) as columns
    from edition_contents c
    where c.edition_id = any(array(select json_array_elements_text(${jsonRows(places)}::text::json)::int))`;
}

function editionFinding({ proof, raw_seal, columns }: EditionRow): Finding {
  if (proof === null) return "intact";
  const { seals, empreinte } = proof;
  const isOfItsFingerprint = empreinte === null || fingerprint(columns.contenu_texte) === empreinte;
  const isOfItsRecord = seals === null || seals["raw"] === raw_seal;
  if (!isIntact(proof, columns) || !isOfItsFingerprint || !isOfItsRecord) return "damaged";
  return seals === null ? "unsealed" : "intact";
}

interface KeptRow {
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
    const rows = await readKeptRows(database, places);
    return new Map(rows.map((row) => [row.place, keptFinding(row)]));
  },

  async seal(database, place) {
    const [row] = await readKeptRows(database, [place]);
    if (row === undefined) return;
    const sql = database.$client;
    await sql`
      update kept_texts t set seals = ${JSON.stringify(sealsOf("", row.columns))}::text::jsonb
        || jsonb_build_object('of', ${keptSealedOf(sql)})
      where t.edition_id = ${editionOf(place)} and ${placeOf(sql)} = ${place}`;
  },
};

async function readKeptRows(
  { $client: sql }: Database,
  places: readonly string[],
): Promise<readonly KeptRow[]> {
  return await sql<KeptRow[]>`
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

function keptFinding({ proof, columns }: KeptRow): Finding {
  if (!isIntact(proof, columns) || fingerprint(columns.contenu_texte) !== proof.empreinte) return "damaged";
  return proof.seals === null ? "unsealed" : "intact";
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

interface NewsRow {
  readonly place: string;
  readonly proof: StoredProof;
  readonly raw_seal: string;
  readonly columns: SealedColumns;
}

/** The texts of actualités, and their source records. */
export const scrubbedNews: ScrubbedTexts = {
  kind: "actualite",

  async keys({ $client: sql }, after, limit) {
    return await sql<TextKey[]>`
      select id as place, id as identifiant from actualites where id > ${after} order by id limit ${limit}`;
  },

  async check(database, places) {
    const rows = await readNewsRows(database, places);
    return new Map(rows.map((row) => [row.place, newsFinding(row)]));
  },

  async seal(database, place) {
    const [row] = await readNewsRows(database, [place]);
    if (row === undefined) return;
    const seals = { ...sealsOf("", row.columns), raw: row.raw_seal };
    const sql = database.$client;
    await sql`
      update actualites set seals = ${JSON.stringify(seals)}::text::jsonb
        || jsonb_build_object('of', ${newsSealedOf(sql)})
      where id = ${place}`;
  },
};

async function readNewsRows(
  { $client: sql }: Database,
  places: readonly string[],
): Promise<readonly NewsRow[]> {
  return await sql<NewsRow[]>`
    select id as place, ${newsProof(sql)} as proof, encode(sha256(raw), 'base64') as raw_seal,
      json_build_object('contenu_html', contenu_html, 'contenu_texte', contenu_texte) as columns
    from actualites where id = any(array(select json_array_elements_text(${jsonRows(places)}::text::json)))`;
}

function newsFinding({ proof, raw_seal, columns }: NewsRow): Finding {
  if (proof.seals === null) return "unsealed";
  return isIntact(proof, columns) && proof.seals["raw"] === raw_seal ? "intact" : "damaged";
}
