import type { TextSet } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import type { Statements } from "../../postgres/statements.ts";
import { readRevision } from "../corpus.ts";
import { textIsHeld } from "./edition-columns.ts";

/**
 * SQL of the texts of a document `d`, as rows of a lateral subquery: consecutive editions of the same content are one
 * text, in force from the start of the first to the end of the last. Columns: `entry` (as `entryOf`), `place`, `debut`,
 * `fin`, `edition_id` (the last one), `content`.
 *
 * An edition in force on no day is none, unless it is the last one of its document; neither is one whose words were
 * erased, unless it is in force.
 * @param content SQL of what is compared of an edition `e`.
 */
export function textsOf(sql: Statements, content: ReturnType<Statements>) {
  return sql`
    select case when place = 'present' then d.boi_id else d.boi_id || '_' || to_char(debut, 'YYYYMMDD') end as entry,
      place, debut, nullif(fin, 'infinity') as fin, edition_id, content
    from (
      select min(debut) as debut, max(fin) as fin, min(place) as place, max(content) as content,
        (array_agg(id order by debut desc, pgp desc))[1] as edition_id
      from (
        select held.*, count(*) filter (where is_new) over (order by debut, pgp) as reign
        from (
          select each.*, coalesce(
            lag(content) over ordered <> content or lag(fin) over ordered <> debut, true) as is_new
          from (${editionsOf(sql, content)}) each
          window ordered as (order by debut, pgp)
        ) held
      ) reigns
      group by reign
    ) texts`;
}

/** The editions with a text; in alphabetical order, the place of the shown one comes before `replaced`. */
function editionsOf(sql: Statements, content: ReturnType<Statements>) {
  return sql`
    select e.id, e.pgp, e.debut_de_validite as debut, coalesce(e.date_fin, 'infinity'::date) as fin,
      ${content} as content,
      case when e.id <> d.edition_id then 'replaced' when d.statut = 'en_vigueur' then 'present' else 'last' end as place
    from editions e
    where e.boi_id = d.boi_id and ${textIsHeld(sql)} and (
      e.id = d.edition_id and d.statut = 'en_vigueur'
      or (e.id = d.edition_id or e.date_fin is null or e.date_fin > e.debut_de_validite) and not exists (
        select from wordings w where w.edition_id = e.id and w.current and w.erased_at is not null))`;
}

/**
 * SQL of the texts of a document `d` that are cut into passages, as rows of a lateral subquery: `entry`, `edition_id`.
 * Passages come from the title and the text.
 */
export function passageTexts(sql: Statements, set: TextSet) {
  if (set === "present") return sql`select d.boi_id as entry, d.edition_id where d.statut = 'en_vigueur'`;
  return sql`select entry, edition_id from (${wordedTexts(sql)}) worded where place <> 'present'`;
}

function wordedTexts(sql: Statements) {
  return textsOf(sql, sql`e.titre || E'\n' || e.text_hash`);
}

/** A text of a document, and the days (`YYYY-MM-DD`) on which it is in force; `fin`, excluded, null while no end is known. */
interface DatedText {
  readonly boiId: string;
  readonly entry: string;
  readonly debut: string;
  readonly fin: string | null;
}

/** All texts at a revision of the corpus, as a store was last read: some megabytes for four editions of each document. */
const lastRead = new WeakMap<
  Database,
  { readonly revision: number; readonly texts: Promise<readonly DatedText[]> }
>();

/**
 * The text of each document in force on a day (`YYYY-MM-DD`): its entry among `passageTexts`, by document. The store is
 * read once a revision, since nothing visible to readers changes without a higher one: all editions of all documents are
 * too much for each question.
 */
export async function readTextsOn(database: Database, day: string): Promise<Map<string, string>> {
  const revision = await readRevision(database);
  let read = lastRead.get(database);
  if (read?.revision !== revision) {
    read = { revision, texts: readDatedTexts(database) };
    lastRead.set(database, read);
    // One that fails is read again.
    read.texts.catch(() => lastRead.delete(database));
  }
  const inForce = (await read.texts).filter(({ debut, fin }) => debut <= day && (fin === null || fin > day));
  return new Map(inForce.map(({ boiId, entry }) => [boiId, entry]));
}

async function readDatedTexts({ $client: sql }: Database): Promise<readonly DatedText[]> {
  return await sql<DatedText[]>`
    select d.boi_id as "boiId", t.entry, t.debut::text as debut, t.fin::text as fin
    from documents d cross join lateral (${wordedTexts(sql)}) t`;
}
