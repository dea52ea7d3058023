import { type CitedLaw, citationKey } from "../../../bofip/law/citation.ts";
import type { FilterValues } from "../../engine/document-filter.ts";
import { assertIntact, editionProofSql, type StoredProof } from "../../integrity/proof.ts";
import type { Database } from "../../postgres/database.ts";
import { pages, type Statements } from "../../postgres/statements.ts";
import {
  filterValuesOf,
  hashedValueColumns,
  type ValueSource,
  valueColumns,
} from "../../queries/filter-values.ts";
import type { storeDebts } from "../../schema/ingestion.ts";

/** What a derived store must contain of a document in force, without its text. */
export interface IndexableDocument extends FilterValues {
  readonly boiId: string;
  readonly titre: string;
  /** Covers all its indexed content, and the analyzer's version. */
  readonly hash: string;
}

export type DerivedStore = (typeof storeDebts.$inferSelect)["store"];

const PAGE_ROWS = 500;

interface Row extends ValueSource, Pick<IndexableDocument, "titre" | "hash"> {
  readonly position: string;
}

/**
 * Every document in force, by identifier, a page at a time.
 * @param analyzerVersion of the words stored by the index.
 */
export async function* readIndexable(
  database: Database,
  analyzerVersion: number,
): AsyncGenerator<readonly IndexableDocument[]> {
  const sql = database.$client;
  const rows = pages(
    "",
    (after) => sql<Row[]>`
      select d.boi_id as position, d.titre, ${valueColumns(sql)},
        ${indexedHash(sql, analyzerVersion)} as hash
      from documents d join editions e on e.id = d.edition_id
      where d.statut = 'en_vigueur' and d.boi_id > ${after} order by d.boi_id limit ${PAGE_ROWS}`,
  );
  for await (const page of rows) {
    yield page.map((row) => {
      const { boiId, titre, hash } = row;
      return { boiId, titre, ...filterValuesOf(row), hash };
    });
  }
}

/**
 * `IndexableDocument.hash` in SQL, of a document `d` with its edition `e`. Computed values (stems, subject, keys of
 * citations) are covered by versions: the analyzer's here, the schema's in each index.
 */
export function indexedHash(sql: Statements, analyzerVersion: number) {
  const articles = sql`(
    select coalesce(string_agg(concat_ws(E'\t', a.code, a.article, a.etendue::text), E'\n' order by a.position), '')
    from edition_articles a where a.edition_id = e.id)`;
  const content = sql`concat_ws(E'\n', ${String(analyzerVersion)}::text, d.titre,
    ${hashedValueColumns(sql)}, e.text_hash, ${articles})`;
  return sql`encode(sha256(convert_to(${content}, 'UTF8')), 'base64')`;
}

/** What is indexed of a document, beyond its list fields. */
interface IndexedContent {
  readonly texte: string;
  /** Keys of its statutory citations. */
  readonly articles: readonly string[];
}

/**
 * Empty when the document is no longer in force; one short statement.
 * @throws {DamagedText} nothing is derived from a damaged text.
 */
export async function readIndexedContent(database: Database, boiId: string): Promise<IndexedContent> {
  const sql = database.$client;
  const [row] = await sql<{ texte: string; cited: readonly CitedLaw[]; proof: StoredProof | null }[]>`
    select c.contenu_texte as texte, ${sql.unsafe(editionProofSql("c"))} as proof, (
      select coalesce(json_agg(json_build_object('code', a.code, 'article', a.article, 'etendue', a.etendue)), '[]')
      from edition_articles a where a.edition_id = d.edition_id) as cited
    from documents d join edition_contents c on c.edition_id = d.edition_id
    where d.boi_id = ${boiId}`;
  if (row === undefined) return { texte: "", articles: [] };
  assertIntact(boiId, row.proof, { contenu_texte: row.texte });
  return { texte: row.texte, articles: [...new Set(row.cited.map(citationKey))] };
}
