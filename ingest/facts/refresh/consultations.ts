import { consultationNews } from "../../../bofip/news/consultation.ts";
import { joinConsultations } from "../../../bofip/news/consultations/join.ts";
import {
  readConsultationNews,
  readConsultations,
  replaceConsultations,
  type StoredConsultation,
} from "../../../db/ingestion/actualites.ts";
import type { Database } from "../../../db/postgres/database.ts";

/** Recomputes the public consultations from the stored actualités; writes only what differs. */
export async function refreshConsultations(database: Database): Promise<void> {
  const news = await readConsultationNews(database);
  const told = joinConsultations(news.flatMap((item) => consultationNews(item) ?? []));
  const rows = told.flatMap(({ documents, ...consultation }) =>
    documents.map(({ boiId, parties }): StoredConsultation => ({ boiId, parties, ...consultation })),
  );
  if (!isSame(rows, await readConsultations(database))) await replaceConsultations(database, rows);
}

function isSame(wanted: readonly StoredConsultation[], stored: readonly StoredConsultation[]): boolean {
  const known = new Set(stored.map(keyOf));
  return wanted.length === stored.length && wanted.every((row) => known.has(keyOf(row)));
}

/** All the fields of a row; a part has one or two, which the store may return in another order. */
function keyOf(row: StoredConsultation): string {
  const parties = row.parties?.map((part) => ("section" in part ? [part.section] : [part.de, part.a]));
  const { boiId, actualite, debut, fin, prevaloir, definitiveLe, actualiteDefinitive } = row;
  return JSON.stringify([
    boiId,
    actualite,
    debut,
    fin,
    parties,
    prevaloir,
    definitiveLe,
    actualiteDefinitive,
  ]);
}
