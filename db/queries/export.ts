import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import type { Piece, Statements } from "../postgres/statements.ts";
import { isVersion, textIsHeld } from "./texts/edition-columns.ts";
import { sourcePrint } from "./texts/wordings.ts";

/** The content of an export: the documents in force, or every known wording of every edition. */
export const PERIMETERS = ["en_vigueur", "tous"] as const;

export type Perimeter = (typeof PERIMETERS)[number];

/** State of the store when an export begins. */
interface ExportStart {
  readonly revision: number;
  readonly coverage: Coverage;
  /** Version of the parser that derived every stored text. */
  readonly derivation: number;
  /** The last number of the journal: changes later than the export have greater ones. */
  readonly sequence: number;
  /** Documents in force, or wordings. */
  readonly total: number;
}

/** Position of a wording: start of validity and PGP number of its edition, then its fingerprint. */
export interface WordingKey {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly pgp: number;
  readonly empreinte: string;
}

/** A wording whose text is stored; two kinds of source with the same text are one. */
export interface ExportedWording extends WordingKey {
  readonly boiId: string;
  /** Row of its edition. */
  readonly edition: number;
}

/** The state of the store as an export begins, in one statement. */
export async function readExportStart(
  { $client: sql }: Database,
  perimeter: Perimeter,
): Promise<ExportStart> {
  const total =
    perimeter === "en_vigueur"
      ? sql`select count(*) from documents where statut = 'en_vigueur'`
      : sql`
          select count(distinct (e.id, w.empreinte))
          from wordings w join editions e on e.id = w.edition_id join documents d on d.boi_id = e.boi_id
          where ${isVersion(sql)} and w.erased_at is null`;
  const [start] = await sql<(Omit<ExportStart, "coverage"> & { readonly coverage: Coverage | null })[]>`
    select revision, coverage, derivation, last_sequence as sequence, (${total}) as total from corpus`;
  if (start === undefined)
    return { revision: 0, coverage: NO_COVERAGE, derivation: 0, sequence: 0, total: 0 };
  return { ...start, coverage: start.coverage ?? NO_COVERAGE };
}

/** Identifiers of the documents in force after one of them, in order. */
export async function readExportedIds(
  { $client: sql }: Database,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ boiId: string }[]>`
    select boi_id as "boiId" from documents where statut = 'en_vigueur' and boi_id > ${after}
    order by boi_id limit ${limit}`;
  return rows.map(({ boiId }) => boiId);
}

/** Wordings of every edition after one of them, by document, then by key; with a null key, after those of the document. */
export async function readExportedWordings(
  { $client: sql }: Database,
  { boiId, key }: { readonly boiId: string; readonly key: WordingKey | null },
  limit: number,
): Promise<ExportedWording[]> {
  const isLaterOfTheSame = sql`e.boi_id = ${boiId} and (e.debut_de_validite::text, e.pgp, held.empreinte)
    > (${key?.date ?? null}::text, ${key?.pgp ?? null}::int, ${key?.empreinte ?? null}::text)`;
  return await sql<ExportedWording[]>`
    select e.boi_id as "boiId", e.id as edition, e.debut_de_validite as date, e.pgp, held.empreinte
    from editions e join documents d on d.boi_id = e.boi_id
    cross join lateral (
      select distinct w.empreinte collate "C" as empreinte from wordings w
      where w.edition_id = e.id and w.erased_at is null) held
    where ${isVersion(sql)} and e.boi_id >= ${boiId} and (e.boi_id > ${boiId} or ${isLaterOfTheSame})
    order by e.boi_id, e.debut_de_validite, e.pgp, held.empreinte limit ${limit}`;
}

/** Digest of a whole export: two with the same value contain the same texts, under the same statuts. */
export interface ExportRoot {
  /** SHA-256, lower-case hexadecimal, over one line per text (docs/decisions.md, « Export »). */
  readonly valeur: string;
  /** The revision of the corpus, and the last number of the journal then. */
  readonly revision: number;
  readonly sequence: number;
}

/** The root of a perimeter, in one statement, hence of one state of the store. */
export async function readExportRoot({ $client: sql }: Database, perimeter: Perimeter): Promise<ExportRoot> {
  const [root] = await sql<ExportRoot[]>`
    select corpus.revision, corpus.last_sequence as sequence, (
      select encode(sha256(convert_to(coalesce(string_agg(concat(
        line.boi_id, E'\\t', case when line.is_held then line.debut_de_validite end, E'\\t', line.pgp, E'\\t', line.statut,
        E'\\t', case when line.is_held then line.empreinte end, E'\\t',
        case when line.is_held then ${sourcePrint(sql, "line.id", "line.empreinte")} end, E'\\n'), ''
        order by line.boi_id collate "C", line.debut_de_validite, line.pgp, line.empreinte collate "C"), ''), 'UTF8')), 'hex')
      from (${exportedLines(sql, perimeter)}) as line) as valeur
    from corpus`;
  return root ?? { valeur: "", revision: 0, sequence: 0 };
}

/** The texts of a perimeter, and the documents without any, in the order of the export. */
function exportedLines(sql: Statements, perimeter: Perimeter): Piece {
  const columns = sql`
    e.boi_id, e.id, e.debut_de_validite, e.pgp, e.statut, w.empreinte, ${textIsHeld(sql)} as is_held`;
  if (perimeter === "en_vigueur")
    return sql`
      select ${columns}
      from documents d join editions e on e.id = d.edition_id join wordings w on w.edition_id = e.id and w.current
      where d.statut = 'en_vigueur' and w.erased_at is null`;
  return sql`
    select distinct ${columns}
    from editions e join documents d on d.boi_id = e.boi_id join wordings w on w.edition_id = e.id
    where ${isVersion(sql)} and w.erased_at is null`;
}
