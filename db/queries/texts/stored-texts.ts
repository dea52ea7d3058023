import type { CitedArticle } from "../../../bofip/law/citation.ts";
import type { LawEntry } from "../../../bofip/law/cited/entries.ts";
import { type ParagraphSpan, paragraphText } from "../../../bofip/paragraphs/paragraph-index.ts";
import type { ParagraphRange } from "../../../bofip/paragraphs/paragraph-number.ts";
import { assertIntact, editionProof, keptProof, type StoredProof } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import type { ImageSource, Statut } from "../../schema/documents.ts";
import type { KeptReference } from "../../schema/wordings.ts";
import { textIsHeld } from "./edition-columns.ts";

/** A text of an edition, as its wording gave it, or from a previous derivation. */
export interface StoredText {
  readonly edition_id: number;
  /** Fingerprint of `contenu_texte`. */
  readonly empreinte: string;
  readonly contenu_html: string;
  readonly contenu_texte: string;
  readonly spans: readonly ParagraphSpan[];
  readonly reserves: readonly ParagraphRange[];
  readonly images: readonly ImageSource[];
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
  const rows = await sql<(StoredText & Proved)[]>`
    select edition_id, empreinte, contenu_html, contenu_texte, spans, reserves, images, "references", articles,
      "citedLaw", proof,
      (select boi_id from editions where id = edition_id) as boi_id
    from (
      select w.edition_id, w.empreinte, c.contenu_html, c.contenu_texte, c.paragraphes as spans, c.reserves,
        c.images, coalesce((
          select jsonb_agg(to_jsonb(cited) - 'edition_id' - 'position' order by position)
          from edition_references cited where edition_id = w.edition_id), '[]') as "references", coalesce((
          select jsonb_agg(to_jsonb(cited) - 'edition_id' - 'position' order by position)
          from edition_articles cited where edition_id = w.edition_id), '[]') as articles, coalesce((
          select jsonb_agg(to_jsonb(cited) - 'edition_id' - 'position' order by position)
          from edition_cited_law cited where edition_id = w.edition_id), '[]') as "citedLaw", null as version,
        ${editionProof(sql)} as proof
      from wordings w join edition_contents c on c.edition_id = w.edition_id
      where w.edition_id = ${editionId} and w.current and w.erased_at is null
      union all
      select t.edition_id, t.empreinte, contenu_html, contenu_texte, paragraphes, reserves, images, cited_documents,
        cited_articles, cited_law, t.derivation_version, ${keptProof(sql)}
      from kept_texts t join wordings w on w.id = t.wording_id
      where t.edition_id = ${editionId} and w.erased_at is null) texts
    where ${empreinte}::text is null or empreinte = ${empreinte}
    order by version desc nulls first`;
  return rows.map(({ proof, boi_id, ...text }) => {
    const { contenu_html, contenu_texte, spans: paragraphes, reserves, images } = text;
    assertIntact(boi_id, proof, { contenu_html, contenu_texte, paragraphes, reserves, images });
    return text;
  });
}

interface Proved {
  readonly boi_id: string;
  readonly proof: StoredProof | null;
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

interface ReadText extends Pick<Proved, "proof"> {
  readonly texte: string;
  readonly spans: readonly ParagraphSpan[];
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
  const rows = await sql<(HeldParagraphText & ReadText)[]>`
    select e.id as edition, e.debut_de_validite as date_debut, e.date_fin, e.statut, c.contenu_texte as texte,
      c.paragraphes as spans, ${editionProof(sql)} as proof
    from editions e join edition_contents c on c.edition_id = e.id
    where e.boi_id = ${boiId} and ${textIsHeld(sql)}
    order by e.debut_de_validite, e.pgp`;
  return rows.map(({ spans, texte, proof, ...edition }) => {
    assertIntact(boiId, proof, { contenu_texte: texte, paragraphes: spans });
    return { ...edition, texte: paragraphText(texte, spans, numero) };
  });
}
