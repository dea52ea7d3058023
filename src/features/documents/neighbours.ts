import { compareIdentifiers } from "../../../bofip/identifiers/segments.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readSeriesDocuments } from "../../../db/queries/classification.ts";

/** A document next to another in the plan. */
export interface Neighbour {
  readonly boiId: string;
  readonly titre: string;
}

export interface Neighbours {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** The documents in force before and after a document in the classification, within its series. */
export async function readNeighbours(database: Database, boiId: string): Promise<Neighbours> {
  const series = await readSeriesDocuments(database, boiId.split("-")[1] ?? "");
  const neighbours: { previous: Neighbour | undefined; next: Neighbour | undefined } = {
    previous: undefined,
    next: undefined,
  };
  for (const document of series) {
    const { previous, next } = neighbours;
    const side = compareIdentifiers(document.boiId, boiId);
    if (side < 0 && (previous === undefined || compareIdentifiers(previous.boiId, document.boiId) < 0))
      neighbours.previous = document;
    if (side > 0 && (next === undefined || compareIdentifiers(document.boiId, next.boiId) < 0))
      neighbours.next = document;
  }
  return neighbours;
}
