import type { FieldsOf } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../postgres/database.ts";

/** One thing as some of the documents that cite it describe it: in `citations` of their entries. */
export interface LawVariant<Fields> {
  readonly champs: Fields;
  readonly citations: number;
}

/** A decision, a norm or a ministerial answer, with the documents in force and the actualités that cite it. */
export interface ListedLaw<Fields> {
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
