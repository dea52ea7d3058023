import type { CitedEntry } from "../../bofip/law/cited/entries.ts";
import type { ParagraphRange, ParagraphSpan } from "../../bofip/paragraphs/paragraphs.ts";
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
import { type EditionKey, editionId, editionIds, keyOf } from "./wordings/edition-key.ts";

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

/** A PGP number that an edition links to, and the document it was resolved to. */
export interface CitedPgp {
  readonly pgp: number;
  readonly target: string | null;
}

/** What a text cites of the law. */
export interface CitesLaw {
  /** By kind, then in the order of first mention. */
  readonly law: readonly CitedEntry[];
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

/** The statements that replace the law that editions cite. */
export function writeCitedLaw(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const keys = jsonRows(editions.map(({ row }) => keyOf(row)));
  return [
    sql`delete from cited_law where edition_id = any(${editionIds(sql, keys)})`,
    insertLaw(
      sql,
      editions.map(({ row, law }) => ({ ...keyOf(row), law })),
    ),
  ];
}

/** The statements that replace the law that actualités cite. */
export function writeLawOfNews(
  sql: Statements,
  actualites: readonly (CitesLaw & { readonly id: string })[],
): readonly Promise<unknown>[] {
  const ids = jsonRows(actualites.map(({ id }) => id));
  return [
    sql`delete from cited_law where actualite_id = any(array(select json_array_elements_text(${ids}::text::json)))`,
    insertLaw(
      sql,
      actualites.map(({ id, law }) => ({ id, law })),
    ),
  ];
}

/** @param citing editions by their keys, or actualités by their identifiers. */
function insertLaw(
  sql: Statements,
  citing: readonly (CitesLaw & (EditionKey | { readonly id: string }))[],
): Promise<unknown> {
  const rows = citing.flatMap(({ law, ...source }) =>
    law.map((entry, position) => ({ ...source, ...entry, position })),
  );
  return sql`
    insert into cited_law (edition_id, actualite_id, genre, position, cle, article, champs, rang, occurrences)
    select ${editionId(sql)}, r.id, r.genre, r.position, r.cle, r.article, r.champs, r.rang, r.occurrences
    from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int, id text,
      genre text, position int, cle text, article text, champs jsonb, rang text, occurrences jsonb)`;
}
