import { fingerprint } from "../../bofip/text/characters.ts";
import type { Database } from "../postgres/database.ts";
import { anyNumberOf, anyOf, anyTextOf, type Piece, type Statements } from "../postgres/statements.ts";
import type { ScrubbedKind } from "../schema/integrity.ts";
import {
  editionSealedOf,
  isIntact,
  keptProof,
  keptSealedOf,
  lawProof,
  lawSealedOf,
  newsProof,
  newsSealedOf,
  type SealedColumns,
  type StoredProof,
  sealsOf,
  shownProof,
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

/** What is checked of a row. */
interface CheckedRow {
  readonly place: string;
  /** Null for a text erased by law. */
  readonly proof: StoredProof | null;
  /** Seal of its source record; null where there is none. */
  readonly raw_seal: string | null;
  /** Without a text when the row is missing. */
  readonly columns: SealedColumns & { readonly contenu_texte: string | null };
}

/** The statements on a kind of texts. */
interface SealedKind {
  readonly kind: ScrubbedKind;
  readonly keys: (sql: Statements, after: string, limit: number) => Promise<readonly TextKey[]>;
  readonly rows: (sql: Statements, places: readonly string[]) => Promise<readonly CheckedRow[]>;
  /** `seals`: in SQL, all but what they are bound to. */
  readonly seal: (sql: Statements, place: string, seals: Piece) => Promise<unknown>;
}

function scrubbed({ kind, keys, rows, seal }: SealedKind): ScrubbedTexts {
  return {
    kind,
    keys: ({ $client: sql }, after, limit) => keys(sql, after, limit),
    async check({ $client: sql }, places) {
      return new Map((await rows(sql, places)).map((row) => [row.place, findingOf(row)]));
    },
    async seal({ $client: sql }, place) {
      const [row] = await rows(sql, [place]);
      if (row === undefined) return;
      const raw = row.raw_seal === null ? {} : { raw: row.raw_seal };
      const seals = JSON.stringify({ ...sealsOf("", row.columns), ...raw });
      await seal(sql, place, sql`${seals}::text::jsonb`);
    },
  };
}

function findingOf({ proof, raw_seal, columns: { contenu_texte: texte, ...others } }: CheckedRow): Finding {
  if (texte === null) return "damaged";
  if (proof === null) return "intact";
  const { seals, empreinte } = proof;
  const isOfItsFingerprint = empreinte === null || fingerprint(texte) === empreinte;
  const isOfItsRecord = seals === null || raw_seal === null || seals["raw"] === raw_seal;
  const isRead = isIntact(proof, { contenu_texte: texte, ...others });
  if (!isRead || !isOfItsFingerprint || !isOfItsRecord) return "damaged";
  return seals === null ? "unsealed" : "intact";
}

/** The texts that editions answer with, and their source records. */
export const scrubbedEditions = scrubbed({
  kind: "edition",
  keys: (sql, after, limit) => sql<TextKey[]>`
    select e.id::text as place, e.boi_id as identifiant from editions e
    where e.id > ${Number(after)} and not exists (
      select from wordings w where w.edition_id = e.id and w.current and w.erased_at is not null)
    order by e.id limit ${limit}`,
  rows: (sql, places) => sql<CheckedRow[]>`
    select e.id::text as place, ${shownProof(sql)} as proof, encode(sha256(c.raw), 'base64') as raw_seal,
      json_build_object('contenu_html', c.contenu_html, 'contenu_texte', c.contenu_texte, 'paragraphes', c.paragraphes,
        'reserves', c.reserves, 'images', c.images, 'renvois_internes', c.renvois_internes) as columns
    from editions e left join edition_contents c on c.edition_id = e.id
      left join wordings w on w.edition_id = e.id and w.current
    where e.id = ${anyNumberOf(sql, places.map(Number))}`,
  seal: (sql, place, seals) => sql`
    update edition_contents c set seals = ${seals} || jsonb_build_object('of', ${editionSealedOf(sql)})
    from editions e where e.id = c.edition_id and e.id = ${Number(place)}`,
});

/** The key of a row as one sortable string, in SQL. */
function placeOf(sql: Statements): Piece {
  return sql`to_char(t.edition_id, 'FM0000000000') || ' ' || t.empreinte || ' ' || t.derivation_version`;
}

/** The texts kept aside of editions. */
export const scrubbedKeptTexts = scrubbed({
  kind: "redaction",
  keys: (sql, after, limit) => sql<TextKey[]>`
    select ${placeOf(sql)} as place, e.boi_id as identifiant
    from kept_texts t join editions e on e.id = t.edition_id join wordings w on w.id = t.wording_id
    where w.erased_at is null and (${placeOf(sql)}) collate "C" > ${after}
    order by (${placeOf(sql)}) collate "C" limit ${limit}`,
  rows: (sql, places) => sql<CheckedRow[]>`
    select ${placeOf(sql)} as place, ${keptProof(sql)} as proof, null as raw_seal,
      json_build_object('contenu_html', t.contenu_html, 'contenu_texte', t.contenu_texte, 'paragraphes', t.paragraphes,
        'reserves', t.reserves, 'images', t.images) as columns
    from kept_texts t
    where t.edition_id = ${anyNumberOf(sql, places.map(editionOf))}
      and ${placeOf(sql)} = ${anyTextOf(sql, places)}`,
  seal: (sql, place, seals) => sql`
    update kept_texts t set seals = ${seals} || jsonb_build_object('of', ${keptSealedOf(sql)})
    where t.edition_id = ${editionOf(place)} and ${placeOf(sql)} = ${place}`,
});

function editionOf(place: string): number {
  return readKeptPlace(place).editionId;
}

/** Parses the key of a text kept aside. */
export function readKeptPlace(place: string): Written & { readonly editionId: number } {
  const [editionId, empreinte = "", derivationVersion] = place.split(" ");
  return { editionId: Number(editionId), empreinte, derivationVersion: Number(derivationVersion) };
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
      where k.wording_id = ${anyNumberOf(sql, places.map(Number))}`;
    return new Map(rows.map((row) => [row.place, unpackRecord(row) === null ? "damaged" : "intact"]));
  },

  async seal() {},
};

/** The texts of actualités, and their source records. */
export const scrubbedNews = scrubbed({
  kind: "actualite",
  keys: (sql, after, limit) => sql<TextKey[]>`
    select id as place, id as identifiant from actualites where id > ${after} order by id limit ${limit}`,
  rows: (sql, places) => sql<CheckedRow[]>`
    select id as place, ${newsProof(sql)} as proof, encode(sha256(raw), 'base64') as raw_seal,
      json_build_object('contenu_html', contenu_html, 'contenu_texte', contenu_texte) as columns
    from actualites where id = ${anyOf(sql, places)}`,
  seal: (sql, place, seals) => sql`
    update actualites set seals = ${seals} || jsonb_build_object('of', ${newsSealedOf(sql)}) where id = ${place}`,
});

/** The versions of articles of law that have a text. */
export const scrubbedLaw = scrubbed({
  kind: "article",
  keys: (sql, after, limit) => sql<TextKey[]>`
    select legiarti as place, legiarti as identifiant from law_versions
    where legiarti > ${after} and empreinte is not null order by legiarti limit ${limit}`,
  rows: (sql, places) => sql<CheckedRow[]>`
    select legiarti as place, ${lawProof(sql)} as proof, null as raw_seal,
      json_build_object('contenu_html', contenu_html, 'contenu_texte', contenu_texte, 'nota', nota) as columns
    from law_versions where legiarti = ${anyOf(sql, places)}`,
  seal: (sql, place, seals) => sql`
    update law_versions set seals = ${seals} || jsonb_build_object('of', ${lawSealedOf(sql)}) where legiarti = ${place}`,
});

/** State of a text when it was written. */
export interface Written {
  readonly empreinte: string;
  /** The parser's version. */
  readonly derivationVersion: number;
}

/** State of the text that an edition answers with, when written; null for an unknown edition. */
export async function readWrittenEdition(
  { $client: sql }: Database,
  editionId: number,
): Promise<Written | null> {
  const [row] = await sql<Written[]>`
    select w.empreinte, e.derivation_version as "derivationVersion"
    from editions e join wordings w on w.edition_id = e.id and w.current and w.erased_at is null
    where e.id = ${editionId}`;
  return row ?? null;
}

/** The version of the parser that derived an actualité; null for an unknown one. */
export async function readNewsDerivation({ $client: sql }: Database, id: string): Promise<number | null> {
  const [row] = await sql<{ version: number }[]>`
    select derivation_version as version from actualites where id = ${id}`;
  return row?.version ?? null;
}

/** The wording of a text kept aside; null for an unknown text. */
export async function readWordingOf(
  { $client: sql }: Database,
  { editionId, empreinte, derivationVersion }: Written & { readonly editionId: number },
): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`
    select wording_id as id from kept_texts
    where edition_id = ${editionId} and empreinte = ${empreinte} and derivation_version = ${derivationVersion}`;
  return row?.id ?? null;
}
