import { count, eq, max } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { actualites } from "../schema/actualites.ts";
import { documents, editions } from "../schema/documents.ts";
import { runs } from "../schema/ingestion.ts";
import { isVersion } from "./versions.ts";

/** Number of documents in force of each series that has any, by code. */
export async function countDocumentsBySeries(database: Database): Promise<Map<string, number>> {
  const rows = await database
    .select({ code: documents.domaine, total: count() })
    .from(documents)
    .where(eq(documents.statut, "en_vigueur"))
    .groupBy(documents.domaine);
  return new Map(rows.map(({ code, total }) => [code, total]));
}

/** Number of versions of all documents, as their histories list them. */
export async function countVersions(database: Database): Promise<number> {
  const [row] = await database
    .select({ total: count() })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .where(isVersion);
  return row?.total ?? 0;
}

export async function countActualites(database: Database): Promise<number> {
  return await database.$count(actualites);
}

/** When the last ingestion that succeeded ended; null before the first one. */
export async function readLastImport(database: Database): Promise<Date | null> {
  const [row] = await database
    .select({ endedAt: max(runs.endedAt) })
    .from(runs)
    .where(eq(runs.status, "succeeded"));
  return row?.endedAt ?? null;
}
