import type { CitedKind } from "../../bofip/law/cited/keys.ts";
import type { Database } from "../postgres/database.ts";

/** Two texts of one document, and a § that both have. */
export interface HeldText {
  readonly boiId: string;
  readonly numero: string;
  /** Another § of today's text; the same one when it has no other. */
  readonly autreNumero: string;
  /** Start of validity of the earlier edition, `YYYY-MM-DD`; of the only one when it is the only one stored. */
  readonly start: string;
  /** Start of validity of the edition in force. */
  readonly laterStart: string;
  /** Fingerprint of the text of the earlier one. */
  readonly empreinte: string;
}

/** A document whose numbered § names an article. */
export interface HeldArticle {
  readonly code: string;
  readonly article: string;
  readonly boiId: string;
  readonly numero: string;
}

/** A decision, a norm or a ministerial answer, with a § that cites it. */
export interface HeldLaw {
  readonly cle: string;
  readonly boiId: string;
  readonly numero: string;
}

/** A table of a document in force. */
export interface HeldTable {
  readonly boiId: string;
  readonly rang: number;
}

/** Whether a text with this fingerprint is stored, and was not erased. */
export async function isTextHeld({ $client: sql }: Database, empreinte: string): Promise<boolean> {
  const rows = await sql`select from wordings where empreinte = ${empreinte} and erased_at is null limit 1`;
  return rows.length > 0;
}

/** Documents whose § are read for one that two texts share. */
const CANDIDATES = 20;

/**
 * The first document in force, by identifier, of which two editions share a §; when there is none, the first with a §,
 * whose edition in force stands for both. Null when no document has a §.
 */
export async function readHeldText(database: Database): Promise<HeldText | null> {
  return (await firstHeldText(database, true)) ?? (await firstHeldText(database, false));
}

async function firstHeldText({ $client: sql }: Database, isOfTwoEditions: boolean): Promise<HeldText | null> {
  const [row] = await sql<HeldText[]>`
    with candidates as (
      select d.boi_id, d.date_publication, d.edition_id, earlier.*
      from documents d
      cross join lateral (
        select e.id as earlier_id, e.debut_de_validite::text as start, w.empreinte
        from editions e join wordings w on w.edition_id = e.id and w.current
        where e.boi_id = d.boi_id and e.kind = 'contenu' and (e.id <> d.edition_id) = ${isOfTwoEditions}
          and (e.date_fin is null or e.date_fin > e.debut_de_validite)
          and w.erased_at is null and w.empreinte_source is not null
        order by e.debut_de_validite desc, e.pgp desc limit 1
      ) earlier
      where d.statut = 'en_vigueur' and exists (
        select from wordings w where w.edition_id = d.edition_id and w.current and w.erased_at is null)
      order by d.boi_id limit ${CANDIDATES}
    ), numbered as (
      select c.*,
        jsonb_path_query_array(today.paragraphes, '$[*].numero') as today,
        jsonb_path_query_array(before.paragraphes, '$[*].numero') as before
      from candidates c
      join edition_contents today on today.edition_id = c.edition_id
      join edition_contents before on before.edition_id = c.earlier_id
    )
    select boi_id as "boiId", start, date_publication::text as "laterStart", empreinte, shared.numero,
      coalesce((
        select other from jsonb_array_elements_text(today) with ordinality as one (other, place)
        where other <> shared.numero order by place limit 1), shared.numero) as "autreNumero"
    from numbered
    cross join lateral (
      select numero from jsonb_array_elements_text(today) with ordinality as one (numero, place)
      where before ? numero order by place limit 1
    ) shared
    order by boi_id limit 1`;
  return row ?? null;
}

/**
 * A § of a document in force that names an article: the asked one where it does, else another that names the same
 * article, else one that names the first article of the codes. Null when no § names any.
 */
export async function readHeldArticle(
  { $client: sql }: Database,
  asked: HeldArticle,
): Promise<HeldArticle | null> {
  const [row] = await sql<HeldArticle[]>`
    with named as (
      (select cle, article, 0 as rank from cited_law
        where genre = 'article' and cle = ${asked.code} and article = ${asked.article} limit 1)
      union all
      (select distinct cle, article, 1 as rank from cited_law where genre = 'article' and edition_id is not null
        order by cle, article limit ${CANDIDATES})
    )
    select l.cle as code, l.article, d.boi_id as "boiId", place.numero
    from named join cited_law l on l.genre = 'article' and l.cle = named.cle and l.article = named.article
    join documents d on d.edition_id = l.edition_id
    cross join lateral (
      select place ->> 'paragraphe' as numero
      from jsonb_array_elements(l.occurrences) with ordinality as named (place, rank)
      where place ->> 'paragraphe' is not null
      order by (place ->> 'paragraphe' = ${asked.numero}) desc, rank limit 1) place
    where d.statut = 'en_vigueur' and l.champs ->> 'etendue' is null
    order by named.rank, l.cle, l.article, (d.boi_id = ${asked.boiId}) desc, d.boi_id limit 1`;
  return row ?? null;
}

/**
 * What a document in force cites, by its key: the asked one, else the first by key that a § cites, else the first by
 * key, cited by § 1; null when none has a key.
 */
export async function readHeldLaw(
  { $client: sql }: Database,
  genre: CitedKind,
  asked: HeldLaw,
): Promise<HeldLaw | null> {
  const [row] = await sql<HeldLaw[]>`
    select l.cle, d.boi_id as "boiId", coalesce(l.occurrences -> 0 ->> 'paragraphe', '1') as numero
    from cited_law l join documents d on d.edition_id = l.edition_id
    where l.genre = ${genre} and l.cle is not null and d.statut = 'en_vigueur'
    order by (l.cle = ${asked.cle}) desc, l.occurrences -> 0 ->> 'paragraphe' is null, l.cle collate "C", (d.boi_id = ${asked.boiId}) desc, d.boi_id limit 1`;
  return row ?? null;
}

/** A table of the documents in force: the asked one, else the first by identifier; null when they have none. */
export async function readHeldTable({ $client: sql }: Database, asked: HeldTable): Promise<HeldTable | null> {
  const [row] = await sql<HeldTable[]>`
    select d.boi_id as "boiId", t.rang
    from documents d join edition_tables t on t.edition_id = d.edition_id
    where d.statut = 'en_vigueur' and exists (
      select from wordings w where w.edition_id = d.edition_id and w.current and w.erased_at is null)
    order by (d.boi_id = ${asked.boiId} and t.rang = ${asked.rang}) desc, d.boi_id, t.rang limit 1`;
  return row ?? null;
}

/** The given actualité, else the latest; null when none is stored. */
export async function readHeldNews({ $client: sql }: Database, asked: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from actualites order by (id = ${asked}) desc, date desc, id desc limit 1`;
  return row?.id ?? null;
}
