import type { ReadNews } from "../../bofip/news/consultation.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { consultations } from "../schema/consultations.ts";

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
