import { fingerprint } from "../../bofip/text/fingerprint.ts";
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
export const EDITION_SEALED_OF = editionSealedOf("e");

function editionSealedOf(row: string): string {
  return `concat_ws(' ', ${row}.text_hash, ${row}.record_hash, ${row}.derivation_version)`;
}

/** The same of a row of `kept_texts` named `t`. */
export const KEPT_SEALED_OF = "concat_ws(' ', t.empreinte, t.derivation_version)";

/** The same of a row of `actualites`. */
export const NEWS_SEALED_OF = "concat_ws(' ', actualites.record_hash, actualites.derivation_version)";

/** The seals of a row, in SQL, when they are bound to its present state, else null. */
export function ownSealsSql(row: string, of: string): string {
  return `case when ${row}.seals ->> 'of' = ${of} then ${row}.seals end`;
}

/**
 * `StoredProof`, in SQL, of a row of `edition_contents`; null for one whose text was erased by law.
 * @param row its name in the statement.
 */
export function editionProofSql(row: string): string {
  return `(
    select json_build_object('seals', ${ownSealsSql(row, EDITION_SEALED_OF)}, 'empreinte', w.empreinte)
    from editions e join wordings w on w.edition_id = e.id and w.current and w.erased_at is null
    where e.id = ${row}.edition_id limit 1)`;
}

/** The same in a statement that joins `edition_contents` to its row of `editions` and to its current one of `wordings`. */
export const JOINED_EDITION_PROOF_SQL = `case when wordings.erased_at is null then json_build_object(
  'seals', ${ownSealsSql("edition_contents", editionSealedOf("editions"))}, 'empreinte', wordings.empreinte) end`;

/** `StoredProof`, in SQL, of the row `t` of `kept_texts`. */
export const KEPT_PROOF_SQL = `json_build_object('seals', ${ownSealsSql("t", KEPT_SEALED_OF)}, 'empreinte', t.empreinte)`;

/** `StoredProof`, in SQL, of a row of `actualites`. */
export const NEWS_PROOF_SQL = `json_build_object('seals', ${ownSealsSql("actualites", NEWS_SEALED_OF)}, 'empreinte', null)`;

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
