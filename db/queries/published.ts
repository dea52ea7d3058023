import { eq } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { documents } from "../schema/documents.ts";

/** A document in force and the start of validity of its current edition. */
interface PublishedDocument {
  readonly boi_id: string;
  readonly date_publication: string;
}

/** Every document in force, by identifier. */
export async function readPublished(database: Database): Promise<PublishedDocument[]> {
  return await database
    .select({ boi_id: documents.boiId, date_publication: documents.datePublication })
    .from(documents)
    .where(eq(documents.statut, "en_vigueur"))
    .orderBy(documents.boiId);
}
