import type { ReadNews } from "../../bofip/news/consultation.ts";
import type { Leaf } from "../../bofip/proof/leaf.ts";
import { newsSealedOf, ownSeals, sealsOf } from "../integrity/seals.ts";
import type { Database } from "../postgres/database.ts";
import { anyTextOf, inTransaction, jsonRows, pages, type Statements } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { consultations } from "../schema/actualites.ts";
import { type CitesLaw, writeLawOfNews } from "./derived-edition.ts";
import type { StaleRecord } from "./editions.ts";

/** An actualité with its content, ready to be written. */
export interface DerivedActualite extends CitesLaw {
  /** False when the store derives its own content again. */
  readonly isNew: boolean;
  readonly id: string;
  readonly titre: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly serie: string | null;
  readonly division: string | null;
  readonly url: string;
  readonly html: string;
  readonly texte: string;
  /** Documents named or linked by it. */
  readonly targets: readonly string[];
  readonly raw: Uint8Array;
  readonly recordHash: string;
  readonly sourceHash: string;
  readonly derivationVersion: number;
  /** Where its record comes from; null when the store derives its own content again. */
  readonly source: Pick<
    Leaf,
    "empreinte_source" | "genre" | "fichier" | "empreinte_fichier" | "recue_le"
  > | null;
}

/** Decides whether a record changes an actualité. */
interface KnownActualite {
  readonly id: string;
  readonly date: string;
  readonly recordHash: string;
  readonly sourceHash: string;
}

const PAGE_ROWS = 500;
const STALE_PAGE_ROWS = 20;

/** Every actualité of the store, a page at a time. */
export function readKnownActualites({ $client: sql }: Database): AsyncGenerator<readonly KnownActualite[]> {
  return pages(
    "",
    (after) => sql<(KnownActualite & { position: string })[]>`
      select id as position, id, date, record_hash as "recordHash", source_hash as "sourceHash"
      from actualites where id > ${after} order by id limit ${PAGE_ROWS}`,
  );
}

/** The actualités derived by another version of the parser than `version`, with their source records. */
export function readStaleActualites(
  { $client: sql }: Database,
  version: number,
): AsyncGenerator<readonly (StaleRecord & { readonly position: string })[]> {
  return pages(
    "",
    (after) => sql<(StaleRecord & { position: string })[]>`
      select ${staleColumns(sql)}
      from actualites where derivation_version <> ${version} and id > ${after}
      order by id limit ${STALE_PAGE_ROWS}`,
  );
}

/** An actualité with its source record; null when the store has none. */
export async function readActualiteSource(
  { $client: sql }: Database,
  id: string,
): Promise<StaleRecord | null> {
  const [row] = await sql<StaleRecord[]>`
    select ${staleColumns(sql)} from actualites where id = ${id}`;
  return row ?? null;
}

function staleColumns(sql: Statements) {
  return sql`
    id as position, id as identifiant, raw, record_hash as "recordHash", 'export' as "sourceKind",
    (${ownSeals(sql, "actualites", newsSealedOf(sql))}) ->> 'raw' as seal, null as "empreinteSource"`;
}

/** The statements that add actualités or replace their content. */
export function writeActualites(
  sql: Statements,
  actualites: readonly DerivedActualite[],
): readonly Promise<unknown>[] {
  const references = actualites.flatMap(({ id, targets }) => targets.map((target) => ({ id, target })));
  return [
    ...actualites.map((actualite) => upsertActualite(sql, actualite)),
    sql`
      delete from actualite_references
      where actualite_id = ${anyTextOf(
        sql,
        actualites.map(({ id }) => id),
      )}`,
    sql`
      insert into actualite_references (actualite_id, target)
      select id, target from json_to_recordset(${jsonRows(references)}::text::json) as r(id text, target text)`,
    ...writeLawOfNews(sql, actualites),
  ];
}

/** The statement that writes an actualité, without its references, nor the law that it cites. */
export function upsertActualite(sql: Statements, actualite: DerivedActualite): Promise<unknown> {
  const { id, titre, date, serie, division, url, html, texte, raw, recordHash, sourceHash } = actualite;
  const { derivationVersion } = actualite;
  const columns = { contenu_html: html, contenu_texte: texte, raw };
  const seals = JSON.stringify(sealsOf(`${recordHash} ${derivationVersion}`, columns));
  return sql`
    insert into actualites (id, titre, date, serie, division, url, contenu_html, contenu_texte, raw,
      record_hash, source_hash, derivation_version, seals)
    values (${id}, ${titre}, ${date}, ${serie}, ${division}, ${url}, ${html}, ${texte}, ${raw}, ${recordHash},
      ${sourceHash}, ${derivationVersion}, ${seals}::text::jsonb)
    on conflict (id) do update set titre = excluded.titre, date = excluded.date, serie = excluded.serie,
      division = excluded.division, url = excluded.url, contenu_html = excluded.contenu_html,
      contenu_texte = excluded.contenu_texte, raw = excluded.raw, record_hash = excluded.record_hash,
      source_hash = excluded.source_hash, derivation_version = excluded.derivation_version, seals = excluded.seals`;
}

export type StoredConsultation = typeof consultations.$inferSelect;

/** The actualités that mention a public consultation, with the documents that they name. */
export async function readConsultationNews({ $client: sql }: Database): Promise<ReadNews[]> {
  return await sql<ReadNews[]>`
    select a.id, a.titre, a.date, a.contenu_texte as texte, coalesce((
      select json_agg(r.target order by r.target) from actualite_references r where r.actualite_id = a.id), '[]')
      as documents
    from actualites a where a.contenu_texte ~* 'consultation[[:space:]]+publique' order by a.date, a.id`;
}

/** Every consultation of the store, by document and actualité. */
export async function readConsultations({ $client: sql }: Database): Promise<StoredConsultation[]> {
  return await sql<StoredConsultation[]>`
    select boi_id as "boiId", actualite, debut, fin, parties, prevaloir, definitive_le as "definitiveLe",
      actualite_definitive as "actualiteDefinitive"
    from consultations order by boi_id, actualite`;
}

/** Replaces all consultations of the store. */
export async function replaceConsultations(
  database: Database,
  rows: readonly StoredConsultation[],
): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`delete from consultations`,
    sql`
      insert into consultations (boi_id, actualite, debut, fin, parties, prevaloir, definitive_le, actualite_definitive)
      select "boiId", actualite, debut, fin, parties, prevaloir, "definitiveLe", "actualiteDefinitive"
      from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, actualite text, debut date, fin date,
        parties jsonb, prevaloir text, "definitiveLe" date, "actualiteDefinitive" text)`,
    raiseRevision(sql),
  ]);
}
