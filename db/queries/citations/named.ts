import type { Database } from "../../postgres/database.ts";
import { textIsHeld } from "../texts/edition-columns.ts";

/** A version of a document that may be named. */
export interface NamedEdition {
  readonly boiId: string;
  readonly date_debut: string;
  readonly date_fin: string | null;
  readonly pgp: number;
  readonly url: string;
  /** Whether its document shows it. */
  readonly isShown: boolean;
  readonly hasText: boolean;
  readonly isErased: boolean;
  /** The § asked for that it has, as it writes them. */
  readonly numeros: readonly string[];
}

/** A document that an identifier or a number names. */
export interface NamedDocument {
  readonly boiId: string;
  /** The numbers of all its records. */
  readonly pgps: readonly number[];
  /** The latest first. */
  readonly editions: readonly NamedEdition[];
}

/** An actualité likewise. */
export interface NamedNews {
  readonly id: string;
  readonly date: string;
  readonly pgp: number | null;
  readonly url: string;
}

/** What is sought. */
export interface AskedNames {
  readonly boiIds: readonly string[];
  readonly actualites: readonly string[];
  readonly pgps: readonly number[];
  readonly numeros: readonly string[];
}

/** What the store has of it. */
export interface HeldNames {
  readonly documents: readonly NamedDocument[];
  readonly news: readonly NamedNews[];
  /** Series of the identifiers sought that a document has, or is said to have. */
  readonly series: readonly string[];
}

/** A number is of one document, but for a few; what is told of the others would not be read. */
const MOST_DOCUMENTS = 12;

/** The documents and actualités of identifiers and of PGP numbers, in one statement. */
export async function readHeldNames(
  { $client: sql }: Database,
  { boiIds, actualites, pgps, numeros }: AskedNames,
): Promise<HeldNames> {
  const ids = JSON.stringify(boiIds);
  const numbers = JSON.stringify(pgps);
  const [row] = await sql<HeldNames[]>`
    with numbers as (
      select value::int as pgp from json_array_elements_text(${numbers}::text::json) as listed (value)
    ), asked as (
      select value as boi_id from json_array_elements_text(${ids}::text::json) as listed (value)
      union select e.boi_id from numbers join editions e using (pgp)
    ), found as (
      select d.boi_id, d.edition_id, (select json_agg(distinct e.pgp) from editions e where e.boi_id = d.boi_id) as pgps
      from asked join documents d using (boi_id) order by d.boi_id limit ${MOST_DOCUMENTS}
    ), versions as (
      select e.boi_id, json_agg(json_build_object('boiId', e.boi_id, 'date_debut', e.debut_de_validite,
        'date_fin', e.date_fin, 'pgp', e.pgp, 'url', e.url, 'isShown', e.id = d.edition_id,
        'hasText', ${textIsHeld(sql)}, 'isErased', w.erased_at is not null, 'numeros', (
          select coalesce(json_agg(distinct span ->> 'numero'), '[]')
          from edition_contents c cross join jsonb_array_elements(c.paragraphes) as spans (span)
          where c.edition_id = e.id and lower(span ->> 'numero') = any(array(
            select lower(value) from json_array_elements_text(${JSON.stringify(numeros)}::text::json) as listed (value)))))
        order by e.debut_de_validite desc, e.pgp desc) as editions
      from found d join editions e using (boi_id) join wordings w on w.edition_id = e.id and w.current
      where ${textIsHeld(sql)} or e.id = d.edition_id
      group by e.boi_id
    ), told as (
      select id, date, url, substring(url from '(\\d{1,9})-PGP')::int as pgp from actualites
    ), news as (
      select t.* from told t
      where t.id = any(array(
          select value from json_array_elements_text(${JSON.stringify(actualites)}::text::json) as listed (value)))
        or t.pgp in (select pgp from numbers)
      order by t.id limit ${MOST_DOCUMENTS}
    ), series as (
      select distinct split_part(value, '-', 2) as serie
      from json_array_elements_text(${ids}::text::json) as listed (value)
    )
    select (
      select coalesce(json_agg(json_build_object('boiId', boi_id, 'pgps', pgps, 'editions', editions) order by boi_id), '[]')
      from found join versions using (boi_id)) as documents, (
      select coalesce(json_agg(json_build_object('id', id, 'date', date, 'pgp', pgp, 'url', url) order by id), '[]')
      from news) as news, (
      select coalesce(json_agg(serie), '[]') from series where exists (
          select from documents where domaine = serie or boi_id = 'BOI-' || serie)
        or exists (select from edition_references
          where target >= 'BOI-' || serie || '-' and target < 'BOI-' || serie || '.')) as series`;
  return row ?? { documents: [], news: [], series: [] };
}

/** A § that names a document. */
export interface NamingParagraph {
  readonly boi_id: string;
  readonly numero: string;
}

const MOST_NAMING = 5;

/**
 * The first § of documents in force that name documents, held or not, by the identifier of what they name; then by
 * their own, and in the order of the text. What nothing names is left out.
 */
export async function readNamingParagraphs(
  { $client: sql }: Database,
  boiIds: readonly string[],
): Promise<Map<string, NamingParagraph[]>> {
  if (boiIds.length === 0) return new Map();
  const rows = await sql<{ target: string; naming: NamingParagraph[] }[]>`
    select target, (
      select json_agg(json_build_object('boi_id', boi_id, 'numero', numero) order by boi_id collate "C", place) from (
        select d.boi_id, cible ->> 'depuis' as numero, min(place) as place
        from edition_references r join documents d on d.edition_id = r.edition_id
          cross join jsonb_array_elements(r.cibles) with ordinality as targets (cible, place)
        where r.target = asked.target and d.statut = 'en_vigueur' and cible ->> 'depuis' is not null
        group by 1, 2 order by boi_id collate "C", place limit ${MOST_NAMING}) found) as naming
    from json_array_elements_text(${JSON.stringify(boiIds)}::text::json) as asked (target)`;
  return new Map(rows.flatMap(({ target, naming }) => (naming === null ? [] : [[target, naming]])));
}

/** The documents and the actualités that have a number of the source. */
export interface NumberHolders {
  readonly boiIds: readonly string[];
  readonly actualites: readonly string[];
}

/** Who has each number, by number; one that nothing has is left out. */
export async function readNumberHolders(
  { $client: sql }: Database,
  pgps: readonly number[],
): Promise<Map<number, NumberHolders>> {
  if (pgps.length === 0) return new Map();
  const numbers = JSON.stringify(pgps);
  const rows = await sql<(NumberHolders & { pgp: number })[]>`
    with asked as (
      select distinct value::int as pgp from json_array_elements_text(${numbers}::text::json) as listed (value)
    ), holders as (
      select distinct e.pgp, e.boi_id, null as id from asked join editions e using (pgp)
      union all
      select pgp, null, id from asked join (
        select id, substring(url from '(\\d{1,9})-PGP')::int as pgp from actualites) news using (pgp)
    )
    select pgp, coalesce(json_agg(boi_id order by boi_id) filter (where boi_id is not null), '[]') as "boiIds",
      coalesce(json_agg(id order by id) filter (where id is not null), '[]') as actualites
    from holders group by pgp`;
  return new Map(rows.map(({ pgp, ...holders }) => [pgp, holders]));
}

/** A document in force and its title. */
interface TitledDocument {
  readonly boiId: string;
  readonly titre: string;
}

/** The documents in force whose titles end with one of some words, whatever the marks between these; one statement. */
export async function readTitlesEnding(
  { $client: sql }: Database,
  endings: readonly string[],
): Promise<TitledDocument[]> {
  if (endings.length === 0) return [];
  return await sql<TitledDocument[]>`
    select boi_id as "boiId", titre from documents
    where statut = 'en_vigueur' and lower(titre) like any(string_to_array(${endings.map(patternOf).join("\n")}, E'\n'))
    order by boi_id`;
}

/** Any one character stands for a mark or a space, so that no other is special. */
function patternOf(ending: string): string {
  const words = ending.normalize("NFC").toLowerCase().trim();
  return `%${words.replace(/\s+/g, " ").replace(/[^\p{L}\p{N}]/gu, "_")}`;
}
