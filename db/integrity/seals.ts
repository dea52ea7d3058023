import { fingerprint } from "../../bofip/text/characters.ts";
import type { Database } from "../postgres/database.ts";
import type { Piece, Statements } from "../postgres/statements.ts";
import { DamagedText } from "./damages.ts";

/** SHA-256 of the columns of a text, by column; `of` is the state of the row when they were made. */
export type Seals = Readonly<Record<string, string>>;

/** Columns of a text, as written or read: a text, bytes, or a jsonb value. */
export type SealedColumns = Readonly<Record<string, unknown>>;

/** The seals of the columns of a text. */
export function sealsOf(of: string, columns: SealedColumns): Seals {
  const seals = Object.entries(columns).map(([column, value]) => [column, sealOf(value)]);
  return { of, ...Object.fromEntries(seals) };
}

/** The first column whose seal does not match, or null. A column without a seal proves nothing. */
export function brokenColumn(seals: Seals, columns: SealedColumns): string | null {
  const broken = Object.entries(columns).find(
    ([column, value]) => seals[column] !== undefined && seals[column] !== sealOf(value),
  );
  return broken?.[0] ?? null;
}

function sealOf(value: unknown): string {
  const bytes = typeof value === "string" || value instanceof Uint8Array ? value : canonical(value);
  return Bun.CryptoHasher.hash("sha256", bytes, "base64");
}

/** Sorts keys, because jsonb returns them in its own order; the engine then writes the whole much faster than we would. */
function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** An object puts keys that are whole numbers first, unlike the seals already stored: no sealed column has any. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const inOrder: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort()) inOrder[key] = sorted(fields[key]);
  return inOrder;
}

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

/** What a stored text is checked against. */
export interface StoredProof {
  /** Null for a row written by a release without seals. */
  readonly seals: Seals | null;
  /** Fingerprint of the text; null for an actualité, whose fingerprint is not stored. */
  readonly empreinte: string | null;
}

/**
 * What the seals of a row of `edition_contents` are bound to, in SQL, from its row `e` of `editions`: when a release
 * without seals rewrites the row, the seals it leaves behind no longer match, and prove nothing.
 */
export function editionSealedOf(sql: Statements): Piece {
  return sql`concat_ws(' ', e.text_hash, e.record_hash, e.derivation_version)`;
}

/** SQL of what a row `t` of `kept_texts` is sealed as. */
export function keptSealedOf(sql: Statements): Piece {
  return sql`concat_ws(' ', t.empreinte, t.derivation_version)`;
}

/** SQL of what a row of `actualites` is sealed as. */
export function newsSealedOf(sql: Statements): Piece {
  return sql`concat_ws(' ', actualites.record_hash, actualites.derivation_version)`;
}

/** The seals of a row, in SQL, when they are bound to its present state, else null. */
export function ownSeals(sql: Statements, row: "actualites" | "c" | "t", of: Piece): Piece {
  return sql`case when ${sql(row)}.seals ->> 'of' = ${of} then ${sql(row)}.seals end`;
}

/** `StoredProof`, in SQL, of the row `c` of `edition_contents`; null for one whose text was erased by law. */
export function editionProof(sql: Statements): Piece {
  return sql`(
    select json_build_object('seals', ${ownSeals(sql, "c", editionSealedOf(sql))}, 'empreinte', w.empreinte)
    from editions e join wordings w on w.edition_id = e.id and w.current and w.erased_at is null
    where e.id = c.edition_id limit 1)`;
}

/** SQL of the proof of `c` in a statement that joins it to its row `e` of `editions` and to its current one, `w`, of `wordings`. */
export function joinedEditionProof(sql: Statements): Piece {
  return sql`case when w.erased_at is null then json_build_object(
    'seals', ${ownSeals(sql, "c", editionSealedOf(sql))}, 'empreinte', w.empreinte) end`;
}

/** `StoredProof`, in SQL, of the row `t` of `kept_texts`. */
export function keptProof(sql: Statements): Piece {
  return sql`json_build_object('seals', ${ownSeals(sql, "t", keptSealedOf(sql))}, 'empreinte', t.empreinte)`;
}

/** `StoredProof`, in SQL, of a row of `actualites`. */
export function newsProof(sql: Statements): Piece {
  return sql`json_build_object('seals', ${ownSeals(sql, "actualites", newsSealedOf(sql))}, 'empreinte', null)`;
}

/**
 * Whether a text reads as it was written.
 * @param read by the columns' names in the store; sealed columns are compared with their seals, a text without one with
 *   its fingerprint.
 */
export function isIntact(proof: StoredProof | null, read: SealedColumns): boolean {
  if (proof === null) return true;
  if (proof.seals !== null) return brokenColumn(proof.seals, read) === null;
  const { contenu_texte: texte } = read;
  return typeof texte !== "string" || proof.empreinte === null || fingerprint(texte) === proof.empreinte;
}

/**
 * Accepts only a text that reads as it was written (`isIntact`).
 * @throws {DamagedText}
 */
export function assertIntact(identifier: string, proof: StoredProof | null, read: SealedColumns): void {
  if (!isIntact(proof, read)) throw new DamagedText(identifier);
}
