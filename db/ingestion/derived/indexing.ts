import { type ArticleEntry, citationKey, lawKey } from "../../../bofip/law/citation.ts";
import type { DatedText } from "../../engine/dated-texts.ts";
import type { FilterValues } from "../../engine/document-filter.ts";
import { readProven, shownTexts } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import { pages } from "../../postgres/statements.ts";
import type { LawKey } from "../../queries/cited-law/citing.ts";
import { filterValuesOf, type ValueSource, valueColumns } from "../../queries/filter-values.ts";
import type { storeDebts } from "../../schema/ingestion.ts";
import { indexedTexts } from "./owed-documents.ts";

/** What the full-text index must contain of a text of a document, without its words (`indexedTexts`). */
export interface IndexableText extends FilterValues, DatedText {
  /** Its identity in the index (`entryOf`). */
  readonly entry: string;
  /** The last edition that has it. */
  readonly edition: number;
  readonly titre: string;
  /** Covers all its indexed content, its days, and the analyzer's version. */
  readonly hash: string;
}

export type DerivedStore = (typeof storeDebts.$inferSelect)["store"];

const PAGE_DOCUMENTS = 200;

type Row = ValueSource & Omit<IndexableText, keyof FilterValues>;

/** Documents of a page; those without any text have none. */
interface DocumentRow {
  readonly position: string;
  readonly texts: readonly Row[];
}

/**
 * Every text to index, by document and by day, a page of documents at a time.
 * @param analyzerVersion of the words stored by the index.
 */
export async function* readIndexable(
  { $client: sql }: Database,
  analyzerVersion: number,
): AsyncGenerator<readonly IndexableText[]> {
  const rows = pages(
    "",
    (after) => sql<DocumentRow[]>`
      select d.boi_id as position, coalesce(held.texts, '[]') as texts
      from (select * from documents where boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}) d
      cross join lateral (
        select json_agg(row_to_json(each) order by debut) as texts
        from (
          select ${valueColumns(sql, "e")}, e.titre, t.entry, t.place, t.debut, t.fin, t.edition_id as edition, t.hash
          from (${indexedTexts(sql, analyzerVersion)}) t join editions e on e.id = t.edition_id
        ) each
      ) held
      order by d.boi_id`,
  );
  for await (const page of rows) {
    yield page.flatMap(({ texts }) =>
      texts.map((row) => {
        const { entry, boiId, edition, place, debut, fin, titre, hash } = row;
        return { entry, boiId, edition, place, debut, fin, titre, ...filterValuesOf(row), hash };
      }),
    );
  }
}

/** What is indexed of a text, beyond its list fields. */
interface IndexedContent {
  readonly texte: string;
  /** Keys of the law it cites. */
  readonly articles: readonly string[];
}

interface Content {
  readonly texte: string;
  readonly law: readonly (ArticleKey | LawKey)[];
}

/**
 * One short statement.
 * @throws {DamagedText} nothing is derived from a damaged text.
 */
export async function readIndexedContent(
  { $client: sql }: Database,
  edition: number,
): Promise<IndexedContent> {
  const [row] = await readProven<Content>(sql, {
    of: "c",
    text: ["texte"],
    columns: sql`(
      select coalesce(json_agg(json_build_object('genre', l.genre, 'cle', l.cle, 'article', l.article,
        'etendue', l.champs -> 'etendue') order by l.genre <> 'article', l.position), '[]')
      from cited_law l where l.edition_id = e.id and l.cle is not null) as law`,
    from: sql`${shownTexts(sql)} where e.id = ${edition}`,
  });
  if (row === undefined) return { texte: "", articles: [] };
  return { texte: row.texte, articles: [...new Set(row.law.map(keyOf))] };
}

type ArticleKey = Pick<ArticleEntry, "genre" | "cle" | "article"> & Pick<ArticleEntry["champs"], "etendue">;

function keyOf(cited: ArticleKey | LawKey): string {
  if (cited.genre !== "article") return lawKey(cited.genre, cited.cle);
  return citationKey({ code: cited.cle, article: cited.article, etendue: cited.etendue });
}
