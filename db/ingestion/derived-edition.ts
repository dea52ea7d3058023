import type { ArticleRange } from "../../bofip/law/article-number.ts";
import type { ArticleOccurrence, ArticleRank, ArticleRole } from "../../bofip/law/citation.ts";
import type { LawEntry } from "../../bofip/law/cited/entries.ts";
import type { ParagraphSpan } from "../../bofip/paragraphs/paragraph-index.ts";
import type { ParagraphRange } from "../../bofip/paragraphs/paragraph-number.ts";
import type { ListedTable } from "../../bofip/tables/read-tables.ts";
import { jsonRows, type Statements } from "../postgres/statements.ts";
import type {
  DocumentType,
  EditionKind,
  ImageSource,
  InternalReference,
  ReferenceTarget,
  SourceKind,
} from "../schema/documents.ts";
import type { PassageSpan } from "../schema/passages.ts";
import { editionId, editionIds, keyOf } from "./wordings/edition-key.ts";

/** A passage of an edition, as stored in `passages`. */
interface DerivedPassage extends PassageSpan {
  readonly textHash: string;
}

/** An edition, in the columns of `editions`. */
interface EditionRow {
  readonly boiId: string;
  /** `YYYY-MM-DD`. */
  readonly debutDeValidite: string;
  readonly pgp: number;
  readonly kind: EditionKind;
  readonly transfereVers: string | null;
  readonly avis: string | null;
  readonly transferts: readonly string[];
  readonly titre: string;
  readonly type: DocumentType;
  readonly domaine: string;
  readonly division: string | null;
  readonly url: string;
  readonly sourceKind: SourceKind;
  readonly recordHash: string;
  readonly sourceHash: string;
  readonly derivationVersion: number;
  readonly textHash: string;
  /** Latest day on which the source shows it in force; null when unknown. */
  readonly attestedUntil: string | null;
}

interface CitedDocument {
  readonly target: string;
  readonly paragraphe: string | null;
  readonly mentions: number;
  /** For each mention, in the order of the text. */
  readonly cibles: readonly ReferenceTarget[];
}

export interface CitedArticle {
  readonly code: string;
  /** The first one of a range. */
  readonly article: string;
  readonly texte: string;
  /** Absent for a single article. */
  readonly etendue?: ArticleRange;
  readonly precision: string | null;
  readonly paragraphes: readonly string[];
  readonly mentions: number;
  readonly rang: ArticleRank;
  readonly role: ArticleRole;
  readonly occurrences: readonly ArticleOccurrence[];
}

/** A PGP number that an edition links to, and the document it was resolved to. */
export interface CitedPgp {
  readonly pgp: number;
  readonly target: string | null;
}

/** What a text cites of the law. */
export interface CitesLaw {
  /** In the order of first mention. */
  readonly articles: readonly CitedArticle[];
  /** Decisions, norms and ministerial answers. */
  readonly citedLaw: readonly LawEntry[];
}

/** An edition with its content, ready to be written. */
export interface DerivedEdition extends CitesLaw {
  readonly row: EditionRow;
  /** False when the store derives its own content again: the wordings do not change. */
  readonly isNew: boolean;
  /** Fingerprint of its text. */
  readonly empreinte: string;
  /** SHA-256 of its official bytes; null when what is stored may not be them. */
  readonly empreinteSource: string | null;
  readonly html: string;
  readonly texte: string;
  readonly paragraphes: readonly ParagraphSpan[];
  readonly reserves: readonly ParagraphRange[];
  readonly images: readonly ImageSource[];
  /** § of itself that it refers to. */
  readonly renvoisInternes: readonly InternalReference[];
  /** In the order of first mention. */
  readonly references: readonly CitedDocument[];
  /** Numbers that do not identify a document by themselves. */
  readonly pgpLinks: readonly CitedPgp[];
  /** In the order of the text. */
  readonly passages: readonly DerivedPassage[];
  /** In the order of the text. */
  readonly tables: readonly ListedTable[];
  /** The source record as received, compressed. */
  readonly raw: Uint8Array;
}

/** The statements that replace what names the tables of editions. */
export function writeTables(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const keys = jsonRows(editions.map(({ row }) => keyOf(row)));
  const rows = editions.flatMap(({ row, tables }) => tables.map((table) => ({ ...keyOf(row), ...table })));
  return [
    sql`delete from edition_tables where edition_id = any(${editionIds(sql, keys)})`,
    sql`
      insert into edition_tables (edition_id, rang, paragraphe, section, titre, intitules, lignes)
      select ${editionId(sql)}, r.rang, r.paragraphe, r.section, r.titre, r.intitules, r.lignes
      from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
        rang int, paragraphe text, section jsonb, titre text, intitules jsonb, lignes int)`,
  ];
}

/** Columns of the tables of cited articles, and their types, whoever cites. */
const ARTICLE =
  "code, article, position, texte, etendue, precision, paragraphes, mentions, rang, role, occurrences";
const ARTICLE_TYPES = `code text, article text, position int, texte text, etendue jsonb, precision text,
  paragraphes jsonb, mentions int, rang text, role text, occurrences jsonb`;

/** Likewise, of those of decisions, norms and answers. */
const LAW = "position, genre, cle, article, champs, rang, occurrences";
const LAW_TYPES =
  "position int, genre text, cle text, article text, champs jsonb, rang text, occurrences jsonb";

const EDITION_TYPES = `"boiId" text, "debutDeValidite" date, pgp int`;

/** The statements that replace the articles, decisions, norms and answers that editions cite. */
export function writeCitedLaw(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const keys = jsonRows(editions.map(({ row }) => keyOf(row)));
  const articles = editions.flatMap(({ row, articles: cited }) =>
    cited.map((entry, position) => ({ ...keyOf(row), ...entry, position })),
  );
  const law = editions.flatMap(({ row, citedLaw }) =>
    citedLaw.map((entry, position) => ({ ...keyOf(row), ...entry, position })),
  );
  return [
    sql`delete from edition_articles where edition_id = any(${editionIds(sql, keys)})`,
    sql`delete from edition_cited_law where edition_id = any(${editionIds(sql, keys)})`,
    sql`
      insert into edition_articles (edition_id, ${sql.unsafe(ARTICLE)})
      select ${editionId(sql)}, ${sql.unsafe(ARTICLE)}
      from json_to_recordset(${jsonRows(articles)}::text::json) as r(${sql.unsafe(`${EDITION_TYPES}, ${ARTICLE_TYPES}`)})`,
    sql`
      insert into edition_cited_law (edition_id, ${sql.unsafe(LAW)})
      select ${editionId(sql)}, ${sql.unsafe(LAW)}
      from json_to_recordset(${jsonRows(law)}::text::json) as r(${sql.unsafe(`${EDITION_TYPES}, ${LAW_TYPES}`)})`,
  ];
}

/** Likewise, those that actualités cite. */
export function writeLawOfNews(
  sql: Statements,
  actualites: readonly (CitesLaw & { readonly id: string })[],
): readonly Promise<unknown>[] {
  const ids = jsonRows(actualites.map(({ id }) => id));
  const articles = actualites.flatMap(({ id, articles: cited }) =>
    cited.map((entry, position) => ({ id, ...entry, position })),
  );
  const law = actualites.flatMap(({ id, citedLaw }) =>
    citedLaw.map((entry, position) => ({ id, ...entry, position })),
  );
  const named = sql`array(select json_array_elements_text(${ids}::text::json))`;
  return [
    sql`delete from actualite_articles where actualite_id = any(${named})`,
    sql`delete from actualite_cited_law where actualite_id = any(${named})`,
    sql`
      insert into actualite_articles (actualite_id, ${sql.unsafe(ARTICLE)})
      select id, ${sql.unsafe(ARTICLE)}
      from json_to_recordset(${jsonRows(articles)}::text::json) as r(id text, ${sql.unsafe(ARTICLE_TYPES)})`,
    sql`
      insert into actualite_cited_law (actualite_id, ${sql.unsafe(LAW)})
      select id, ${sql.unsafe(LAW)}
      from json_to_recordset(${jsonRows(law)}::text::json) as r(id text, ${sql.unsafe(LAW_TYPES)})`,
  ];
}
