import { and, asc, eq, gt, isNull, lte, or, type SQL } from "drizzle-orm";
import { anyOf } from "../../postgres/any-of.ts";
import type { Database } from "../../postgres/database.ts";
import { documents, editions } from "../../schema/documents.ts";
import { isVersion } from "../versions.ts";

/** An edition of a document that a text cites. */
export interface CitedEdition {
  readonly boi_id: string;
  readonly date_debut: string;
  /** First day on which it was no longer in force. */
  readonly date_fin: string | null;
  /** Official page. */
  readonly url: string;
}

/** Which editions were in force on a day: those of one document never overlap. */
export function isInForceOn(day: string): SQL | undefined {
  return and(lte(editions.debutDeValidite, day), or(isNull(editions.dateFin), gt(editions.dateFin, day)));
}

/** The editions of several documents, each document's by start of validity; of one known by its end alone, that. */
export async function readCitedEditions(
  database: Database,
  boiIds: readonly string[],
): Promise<CitedEdition[]> {
  return await database
    .select({
      boi_id: editions.boiId,
      date_debut: editions.debutDeValidite,
      date_fin: editions.dateFin,
      url: editions.url,
    })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .where(and(anyOf(editions.boiId, boiIds), isVersion))
    .orderBy(asc(editions.boiId), asc(editions.debutDeValidite), asc(editions.pgp))
    .prepare("cited_editions")
    .execute();
}
