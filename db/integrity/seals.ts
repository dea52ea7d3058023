import type { ParagraphRange, ParagraphSpan } from "../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../bofip/reading/cursor.ts";
import { fingerprint } from "../../bofip/text/characters.ts";
import { columnsNamed, type Piece, type Statements } from "../postgres/statements.ts";
import type { Seals } from "../schema/columns.ts";
import type { ImageSource, InternalReference } from "../schema/documents.ts";
import { DamagedText } from "./damages.ts";

/** What is read of a text, by the names that readers give it. */
export interface TextColumns {
  readonly contenu_html: string;
  readonly contenu_texte: string;
  /** `contenu_texte` as well. */
  readonly texte: string;
  readonly spans: readonly ParagraphSpan[];
  readonly reserves: readonly ParagraphRange[];
  readonly images: readonly ImageSource[];
  readonly renvois: readonly InternalReference[];
  /** Note under a version of an article of law. */
  readonly nota: string | null;
}

/** The sealed column that each is. */
const COLUMNS: Readonly<Record<keyof TextColumns, string>> = {
  contenu_html: "contenu_html",
  contenu_texte: "contenu_texte",
  texte: "contenu_texte",
  spans: "paragraphes",
  reserves: "reserves",
  images: "images",
  renvois: "renvois_internes",
  nota: "nota",
};

type Columns<Row> = readonly (keyof Row & keyof TextColumns)[];

/** What a statement reads of texts. */
interface TextStatement<Row> {
  /** Where the texts are: `c` of `shownTexts`, `said` of `everyText`, `actualites`, or `law_versions`. */
  readonly of: keyof typeof PROOFS;
  /** The columns of a text that `Row` has. */
  readonly text: Columns<Row>;
  /** Those that are null for a text that the caller has cached (`FoundTexts.joins`). */
  readonly unlessKept?: Columns<Row>;
  /** SQL of its other columns. */
  readonly columns: Piece;
  /** SQL of what comes after `from`. */
  readonly from: Piece;
}

/**
 * Reads stored texts. All readers go through here or `readSealed`: no text leaves unless it reads as it was written.
 * @throws {DamagedText}
 */
export async function readProven<Row extends object>(
  sql: Statements,
  statement: TextStatement<Row>,
): Promise<Row[]> {
  return (await readUnproven(sql, statement)).map(([row, proof]) => proven(row, proof, statement.text));
}

/** A text that is proven when it is opened: a damaged one then spoils no other. */
export interface SealedText<Row> {
  readonly about: Omit<Row, keyof TextColumns>;
  /** @throws {DamagedText} */
  readonly open: () => Row;
}

/** Reads stored texts, of which the caller may use some only. */
export async function readSealed<Row extends object>(
  sql: Statements,
  statement: TextStatement<Row>,
): Promise<SealedText<Row>[]> {
  return (await readUnproven(sql, statement)).map(([row, proof]) => {
    const about = { ...row };
    for (const name of statement.text) Reflect.deleteProperty(about, name);
    return { about, open: () => proven(row, proof, statement.text) };
  });
}

async function readUnproven<Row extends object>(
  sql: Statements,
  { of, text, unlessKept = [], columns, from }: TextStatement<Row>,
): Promise<(readonly [Row, StoredProof | null])[]> {
  const read = text.map((name) => {
    const column = `${of}.${COLUMNS[name]}`;
    return [name, unlessKept.includes(name) ? `case when not held.is_kept then ${column} end` : column];
  });
  const proof = text.every((name) => unlessKept.includes(name))
    ? sql`case when not held.is_kept then ${PROOFS[of](sql)} end`
    : PROOFS[of](sql);
  const rows = await sql<(Row & { proof?: StoredProof | null })[]>`
    select ${columns}, ${columnsNamed(sql, Object.fromEntries(read))}, ${proof} as proof from ${from}`;
  return rows.map((row) => {
    const { proof = null } = row;
    delete row.proof;
    return [row, proof];
  });
}

function proven<Row>(row: Row, proof: StoredProof | null, text: Columns<Row>): Row {
  const read = text.filter((name) => row[name] !== null).map((name) => [COLUMNS[name], row[name]]);
  if (proof !== null && !isIntact(proof, Object.fromEntries(read))) throw new DamagedText(proof.of);
  return row;
}

/** SQL of editions `e`, each with its content `c` and its current wording `w`. @param editions those, if not all. */
export function shownTexts(sql: Statements, editions?: Piece): Piece {
  return editions === undefined ? allShown(sql) : sql`${editions} ${contents(sql)}`;
}

const contents = oncePer(
  (sql: Statements): Piece => sql`
    join edition_contents c on c.edition_id = e.id join wordings w on w.edition_id = e.id and w.current`,
);
const allShown = oncePer((sql: Statements): Piece => sql`editions e ${contents(sql)}`);

/**
 * SQL of every text `said` that editions have, or had under a previous derivation; a shown one has no `version`, and an
 * erased one no words. `present` is the fingerprint of the same wording under the present derivation.
 * @param asked what the number of an edition is equal to.
 * @param boiId their document, if known: the planner takes its time over looking it up.
 */
export function everyText(sql: Statements, asked: Piece, boiId?: string): Piece {
  return sql`(
    select e.id as edition_id, w.empreinte, w.empreinte as present, null as version, true as is_shown,
      true as is_current, w.erased_at is not null as is_erased, c.contenu_html, c.contenu_texte, c.paragraphes,
      c.reserves, c.images, ${shownProof(sql)} as proof
    from ${shownTexts(sql)} where e.id = ${asked}
    union all
    select t.edition_id, t.empreinte, w.empreinte, t.derivation_version, false, w.current, w.erased_at is not null,
      t.contenu_html, t.contenu_texte, t.paragraphes, t.reserves, t.images,
      case when w.erased_at is null then ${keptProof(sql, boiId)} end
    from kept_texts t join wordings w on w.id = t.wording_id where t.edition_id = ${asked}) said`;
}

/** What a stored text is checked against. */
export interface StoredProof {
  /** The document, or the actualité. */
  readonly of: string;
  /** Null for a row written by a release without seals. */
  readonly seals: Seals | null;
  /** Fingerprint of the text; null for an actualité, whose fingerprint is not stored. */
  readonly empreinte: string | null;
}

/** `StoredProof`, in SQL, of a row `c` of `shownTexts`; null for a text erased by law. */
export const shownProof = oncePer(
  (sql: Statements): Piece => sql`case when w.erased_at is null then json_build_object(
    'of', e.boi_id, 'seals', ${ownSeals(sql, "c", editionSealedOf(sql))}, 'empreinte', w.empreinte) end`,
);

/** `StoredProof`, in SQL, of the row `t` of `kept_texts`. */
export function keptProof(sql: Statements, boiId?: string): Piece {
  const of =
    boiId === undefined ? sql`(select boi_id from editions where id = t.edition_id)` : sql`${boiId}::text`;
  return sql`json_build_object('of', ${of}, 'seals', ${ownSeals(sql, "t", keptSealedOf(sql))}, 'empreinte', t.empreinte)`;
}

/** `StoredProof`, in SQL, of a row of `actualites`. */
export const newsProof = oncePer((sql: Statements): Piece => {
  const seals = ownSeals(sql, "actualites", newsSealedOf(sql));
  return sql`json_build_object('of', actualites.id, 'seals', ${seals}, 'empreinte', null)`;
});

/** `StoredProof`, in SQL, of a row of `law_versions`; null for a version without text. */
export const lawProof = oncePer((sql: Statements): Piece => {
  const seals = ownSeals(sql, "law_versions", lawSealedOf(sql));
  return sql`case when law_versions.contenu_texte is not null or law_versions.empreinte is not null then
    json_build_object('of', law_versions.legiarti, 'seals', ${seals}, 'empreinte', law_versions.empreinte) end`;
});

const PROOFS = {
  c: shownProof,
  said: oncePer((sql: Statements) => sql`said.proof`),
  actualites: newsProof,
  law_versions: lawProof,
};

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

/** SQL of what a row of `law_versions` is sealed as. */
export function lawSealedOf(sql: Statements): Piece {
  return sql`concat_ws(' ', law_versions.empreinte, law_versions.derivation_version)`;
}

/** The seals of a row, in SQL, when they are bound to its present state, else null. */
export function ownSeals(sql: Statements, row: "actualites" | "c" | "t" | "law_versions", of: Piece): Piece {
  return sql`case when ${sql(row)}.seals ->> 'of' = ${of} then ${sql(row)}.seals end`;
}
