import { and, asc, count, eq, gt } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { documents } from "../schema/documents.ts";
import { corpus } from "../schema/ingestion.ts";

/** What an export begins at. */
export interface ExportStart {
  readonly revision: number;
  /** Version of the parser that derived every text held. */
  readonly derivation: number;
  /** The last number of the journal: what comes later than the export is after it. */
  readonly sequence: number;
  /** Documents in force. */
  readonly total: number;
}

/** The state of the store as an export begins, in one statement. */
export async function readExportStart(database: Database): Promise<ExportStart> {
  const total = database
    .select({ total: count().as("total") })
    .from(documents)
    .where(eq(documents.statut, "en_vigueur"))
    .as("counted");
  const [start] = await database
    .select({
      revision: corpus.revision,
      derivation: corpus.derivation,
      sequence: corpus.lastSequence,
      total: total.total,
    })
    .from(corpus)
    .crossJoin(total);
  return start ?? { revision: 0, derivation: 0, sequence: 0, total: 0 };
}

/** Identifiers of the documents in force after one of them, in order. */
export async function readExportedIds(database: Database, after: string, limit: number): Promise<string[]> {
  const rows = await database
    .select({ boiId: documents.boiId })
    .from(documents)
    .where(and(eq(documents.statut, "en_vigueur"), gt(documents.boiId, after)))
    .orderBy(asc(documents.boiId))
    .limit(limit);
  return rows.map(({ boiId }) => boiId);
}
