import type { ArticleRank } from "../../../bofip/law/citation.ts";
import type { FieldsOf, LawEntry } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../postgres/database.ts";
import type { DocumentType } from "../../schema/documents.ts";
import type { CitingNews } from "../news.ts";

/** A document in force that cites a decision, a norm or a ministerial answer. */
export interface CitingDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly date_publication: string;
  readonly url: string;
  readonly mentions: number;
  /** Numbers of the § that cite it, once for each mention; null outside every §. */
  readonly paragraphes: readonly (string | null)[];
  readonly rang: ArticleRank;
}

interface CitingTexts<Fields> {
  /** Of the documents. */
  readonly total: number;
  /** Its fields in what cites it; empty when nothing does. */
  readonly variants: readonly LawVariant<Fields>[];
  readonly documents: readonly CitingDocument[];
  /** All of them, newest first. */
  readonly actualites: readonly CitingNews[];
}

export interface LawKey<Genre = CitedKind> {
  readonly genre: Genre;
  readonly cle: string;
}

interface CitingPage {
  /** Of a norm, in lower case and without spaces; null for all of it. */
  readonly article: string | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of the documents in force that cite what a key names: by rank, by mentions, then by identifier; and the
 * actualités that do.
 */
export async function readTextsCiting<Genre extends CitedKind>(
  database: Database,
  { genre, cle }: LawKey<Genre>,
  { article, limit, offset }: CitingPage,
): Promise<CitingTexts<FieldsOf<Genre>>> {
  const sql = database.$client;
  const isAsked = sql`(${article}::text is null or lower(replace(article, ' ', '')) = ${article}::text)`;
  const [row] = await sql<CitingTexts<FieldsOf<Genre>>[]>`
    with cited as (
      select d.boi_id, l.article, l.champs, l.occurrences, l.position,
        array_position(array['titre', 'introduction', 'corps'], l.rang) as rank
      from edition_cited_law l join documents d on d.edition_id = l.edition_id
      where d.statut = 'en_vigueur' and l.genre = ${genre} and l.cle = ${cle}
    ), found as (
      select boi_id, min(rank) as rank, count(*)::int as mentions,
        json_agg(occurrence -> 'paragraphe' order by position, place) as paragraphes
      from cited cross join jsonb_array_elements(occurrences) with ordinality as named (occurrence, place)
      where ${isAsked}
      group by boi_id
    ), page as (
      select *, row_number() over (order by rank, mentions desc, boi_id collate "C") as position
      from found order by position limit ${limit} offset ${offset}
    ), announced as (
      select actualite_id, article, champs from actualite_cited_law where genre = ${genre} and cle = ${cle}
    ), told as (
      select champs, count(*)::int as citations
      from (select champs from cited union all select champs from announced) each group by champs
    )
    select (select count(*)::int from found) as total, (
      select coalesce(json_agg(json_build_object('champs', champs, 'citations', citations)), '[]')
      from told) as variants, (
      select coalesce(json_agg(json_build_object('boi_id', d.boi_id, 'titre', d.titre, 'domaine', d.domaine,
        'type', d.type, 'date_publication', d.date_publication, 'url', d.url, 'mentions', mentions, 'paragraphes', paragraphes,
        'rang', (array['titre', 'introduction', 'corps'])[rank]) order by position), '[]')
      from page join documents d using (boi_id)) as documents, (
      select coalesce(json_agg(json_build_object('id', id, 'titre', titre, 'date', date) order by date desc, id desc), '[]')
      from actualites where id in (select actualite_id from announced where ${isAsked})) as actualites`;
  return row ?? { total: 0, variants: [], documents: [], actualites: [] };
}

/** What a key names, by the documents in force and the actualités that cite it. */
export interface KnownLaw extends LawKey {
  /** Of documents in force alone. */
  readonly documents: number;
  readonly variants: readonly LawVariant<LawEntry["champs"]>[];
}

/** How many documents cite what each of these keys names, and what is told of it; what nothing cites is left out. */
export async function readKnownLaw(database: Database, keys: readonly LawKey[]): Promise<KnownLaw[]> {
  if (keys.length === 0) return [];
  const sql = database.$client;
  return await sql<KnownLaw[]>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(keys)}::text::json) as key (genre text, cle text)
    ), cited as (
      select genre, cle, l.champs, l.edition_id from asked join edition_cited_law l using (genre, cle)
      join documents d on d.edition_id = l.edition_id
      where d.statut = 'en_vigueur'
      union all
      select genre, cle, l.champs, null from asked join actualite_cited_law l using (genre, cle)
    ), told as (
      select genre, cle, json_agg(json_build_object('champs', champs, 'citations', citations)) as variants
      from (select genre, cle, champs, count(*)::int as citations from cited group by genre, cle, champs) each
      group by genre, cle
    )
    select genre, cle, documents, variants
    from (select genre, cle, count(distinct edition_id)::int as documents from cited group by genre, cle) counted
    join told using (genre, cle)`;
}

/** How many keys are suggested on each side of one that nothing cites. */
const NEIGHBOURS = 3;

/**
 * Keys of what documents in force and actualités cite that resemble one that none cites: those that have its number,
 * then those around it in the order of keys.
 */
export async function readKeysNear(database: Database, { genre, cle }: LawKey): Promise<string[]> {
  const sql = database.$client;
  const number = /\d[\d-]*\d/.exec(cle)?.[0] ?? cle;
  const rows = await sql<{ cle: string }[]>`
    with keys as (
      select distinct cle collate "C" as cle from (
        select l.cle from edition_cited_law l join documents d on d.edition_id = l.edition_id
        where d.statut = 'en_vigueur' and l.genre = ${genre} and l.cle is not null
        union all
        select cle from actualite_cited_law where genre = ${genre} and cle is not null) cited
    ), near as (
      (select cle, 1 as side from keys where strpos(cle, ${number}) > 0 order by cle limit ${2 * NEIGHBOURS})
      union all
      (select cle, 2 from keys where cle < ${cle} order by cle desc limit ${NEIGHBOURS})
      union all
      (select cle, 3 from keys where cle > ${cle} order by cle limit ${NEIGHBOURS})
    )
    select cle from near group by cle order by min(side) = 1 desc, cle limit ${2 * NEIGHBOURS}`;
  return rows.map((row) => row.cle);
}

/** One thing as some of the documents that cite it describe it: in `citations` of their entries. */
export interface LawVariant<Fields> {
  readonly champs: Fields;
  readonly citations: number;
}

/** A decision, a norm or a ministerial answer, with the documents in force and the actualités that cite it. */
interface ListedLaw<Fields> {
  /** Null for those that no text identifies: one entry for all that are written alike. */
  readonly cle: string | null;
  readonly documents: number;
  /** In those documents. */
  readonly mentions: number;
  readonly actualites: number;
  readonly variants: readonly LawVariant<Fields>[];
}

/** The field by which each kind is listed. */
const CLASS = { decision: "juridiction", norme: "nature", reponse: "chambre" } satisfies Record<
  CitedKind,
  string
>;

interface LawPage<Genre> {
  readonly genre: Genre;
  /** A court, a kind of norm or a chamber; null for all. */
  readonly classe: string | null;
  /** Series of the documents, and of one that the actualité names; null for all. */
  readonly domaine: string | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of what documents in force and actualités cite of a kind: by falling number of documents, of mentions, of
 * actualités, then by key.
 */
export async function readListedLaw<Genre extends CitedKind>(
  database: Database,
  { genre, classe, domaine, limit, offset }: LawPage<Genre>,
): Promise<{ readonly total: number; readonly entries: readonly ListedLaw<FieldsOf<Genre>>[] }> {
  const sql = database.$client;
  const [row] = await sql<{ total: number; entries: ListedLaw<FieldsOf<Genre>>[] }[]>`
    with cited as (
      select l.edition_id, null as actualite_id, l.cle, l.champs, jsonb_array_length(l.occurrences) as mentions
      from edition_cited_law l join documents d on d.edition_id = l.edition_id
      where d.statut = 'en_vigueur' and l.genre = ${genre} and (${domaine}::text is null or d.domaine = ${domaine}::text)
      union all
      select null, l.actualite_id, l.cle, l.champs, 0
      from actualite_cited_law l
      where l.genre = ${genre} and (${domaine}::text is null or exists (
        select from actualite_references named
        where named.actualite_id = l.actualite_id and split_part(named.target, '-', 2) = ${domaine}::text))
    ), kept as (
      select *, coalesce(cle, champs::text) as identity from cited
      where ${classe}::text is null or champs ->> ${CLASS[genre]}::text = ${classe}::text
    ), entries as (
      select cle, identity, count(distinct edition_id)::int as documents, sum(mentions)::int as mentions,
        count(distinct actualite_id)::int as actualites
      from kept group by cle, identity
    ), page as (
      select *, row_number() over (
        order by documents desc, mentions desc, actualites desc, identity collate "C") as position
      from entries order by position limit ${limit} offset ${offset}
    ), told as (
      select identity, champs, count(*)::int as citations from kept
      where identity in (select identity from page) group by identity, champs
    ), variants as (
      select identity, json_agg(json_build_object('champs', champs, 'citations', citations)) as variants
      from told group by identity
    )
    select (select count(*)::int from entries) as total, (
      select coalesce(json_agg(json_build_object('cle', cle, 'documents', documents, 'mentions', mentions,
        'actualites', actualites, 'variants', variants) order by position), '[]')
      from page join variants using (identity)) as entries`;
  return row ?? { total: 0, entries: [] };
}
