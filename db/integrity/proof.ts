import { fingerprint } from "../../bofip/text/fingerprint.ts";
import type { Piece, Statements } from "../postgres/statements.ts";
import { DamagedText } from "./damages.ts";
import { brokenColumn, type SealedColumns, type Seals } from "./seals.ts";

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

/** The same of the row `t` of `kept_texts`. */
export function keptSealedOf(sql: Statements): Piece {
  return sql`concat_ws(' ', t.empreinte, t.derivation_version)`;
}

/** The same of a row of `actualites`. */
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

/** The same in a statement that joins it to its row `e` of `editions` and to its current one, `w`, of `wordings`. */
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
