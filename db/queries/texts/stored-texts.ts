import type { CitedArticle } from "../../../bofip/law/citation.ts";
import type { LawEntry } from "../../../bofip/law/cited/entries.ts";
import { paragraphText } from "../../../bofip/paragraphs/paragraphs.ts";
import { everyText, readProven, shownTexts, type TextColumns } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import { columnsNamed } from "../../postgres/statements.ts";
import type { Statut } from "../../schema/documents.ts";
import type { KeptReference } from "../../schema/wordings.ts";
import { textIsHeld } from "./edition-columns.ts";

/** A text of an edition, as its wording gave it, or from a previous derivation. */
export interface StoredText extends Omit<TextColumns, "texte" | "renvois"> {
  readonly edition_id: number;
  /** Fingerprint of `contenu_texte`. */
  readonly empreinte: string;
  /** In the order of their first mention. */
  readonly references: readonly KeptReference[];
  readonly articles: readonly CitedArticle[];
  /** Decisions, norms and ministerial answers; null for texts kept before they were read. */
  readonly citedLaw: readonly LawEntry[] | null;
}

/** An edition that has, or had, a text of a fingerprint. */
export interface TextPlace {
  readonly edition_id: number;
  /** `YYYY-MM-DD`. */
  readonly date_debut: string;
  readonly pgp: number;
  /** Whether the text was removed by law. */
  readonly isErased: boolean;
}

/**
 * The editions of a document that have, or had under a previous derivation, a text of this fingerprint, latest first;
 * none when it was never given.
 */
export async function findEditionsSaying(
  { $client: sql }: Database,
  boiId: string,
  empreinte: string,
): Promise<TextPlace[]> {
  return await sql<TextPlace[]>`
    select e.id as edition_id, e.debut_de_validite as date_debut, e.pgp, bool_and(w.erased_at is not null) as "isErased"
    from editions e join wordings w on w.edition_id = e.id
    where e.boi_id = ${boiId} and ${textIsHeld(sql)} and (w.empreinte = ${empreinte} or exists (
      select from kept_texts t where t.wording_id = w.id and t.empreinte = ${empreinte}))
    group by e.id order by e.debut_de_validite desc, e.pgp desc`;
}

/**
 * A text of an edition by its fingerprint, exactly as it was; null when the store has none.
 * @throws {DamagedText}
 */
export async function findText(
  database: Database,
  editionId: number,
  empreinte: string,
): Promise<StoredText | null> {
  const [text] = await selectTexts(database, editionId, empreinte);
  return text ?? null;
}

/**
 * Every stored text of an edition, the current one first: where to look for the fingerprint of a §.
 * @throws {DamagedText}
 */
export async function readTexts(database: Database, editionId: number): Promise<StoredText[]> {
  return await selectTexts(database, editionId, null);
}

async function selectTexts(
  { $client: sql }: Database,
  editionId: number,
  empreinte: string | null,
): Promise<StoredText[]> {
  return await readProven<StoredText>(sql, {
    of: "said",
    text: ["contenu_html", "contenu_texte", "spans", "reserves", "images"],
    columns: sql`said.edition_id, said.empreinte, ${columnsNamed(sql, CITED)}`,
    from: sql`${everyText(sql, sql`${editionId}`)} left join kept_texts kept
        on (kept.edition_id, kept.empreinte, kept.derivation_version) = (said.edition_id, said.empreinte, said.version)
      where not is_erased and (${empreinte}::text is null or said.empreinte = ${empreinte})
      order by version desc nulls first`,
  });
}

/** What a text cites: by tables for the shown one, by its own row for those kept aside. */
const CITED = {
  references: cited("edition_references", "cited_documents"),
  articles: cited("edition_articles", "cited_articles"),
  citedLaw: cited("edition_cited_law", "cited_law"),
};

function cited(table: string, column: string): string {
  return `case when not is_shown then ${column} else coalesce((
    select jsonb_agg(to_jsonb(cited) - 'edition_id' - 'position' order by position)
    from ${table} cited where cited.edition_id = said.edition_id), '[]') end`;
}

/** The § of a given number in a stored edition. */
export interface HeldParagraphText {
  readonly edition: number;
  readonly date_debut: string;
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Null where the edition has no § of that number. */
  readonly texte: string | null;
}

/**
 * The § of a given number in each edition of a document, by start of validity, then by PGP number.
 * @throws {DamagedText}
 */
export async function readHeldParagraphs(
  { $client: sql }: Database,
  boiId: string,
  numero: string,
): Promise<HeldParagraphText[]> {
  const rows = await readProven<Omit<HeldParagraphText, "texte"> & Pick<TextColumns, "texte" | "spans">>(
    sql,
    {
      of: "c",
      text: ["texte", "spans"],
      columns: sql`e.id as edition, e.debut_de_validite as date_debut, e.date_fin, e.statut`,
      from: sql`${shownTexts(sql)} where e.boi_id = ${boiId} and ${textIsHeld(sql)}
      order by e.debut_de_validite, e.pgp`,
    },
  );
  return rows.map(({ spans, texte, ...edition }) => ({
    ...edition,
    texte: paragraphText(texte, spans, numero),
  }));
}
