import { compareIdentifiers } from "../../../db/bofip/segments.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readSeriesDocuments } from "../../../db/queries/classification.ts";
import { consultationPath } from "../addresses.ts";

type Neighbour = Awaited<ReturnType<typeof readSeriesDocuments>>[number];

export interface NeighboursProps {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** The documents in force before and behind a document in the classification, within its series. */
export async function readNeighbours(database: Database, boiId: string): Promise<NeighboursProps> {
  const series = await readSeriesDocuments(database, boiId.split("-")[1] ?? "");
  const ordered = series.toSorted((one, other) => compareIdentifiers(one.boiId, other.boiId));
  return {
    previous: ordered.findLast((document) => compareIdentifiers(document.boiId, boiId) < 0),
    next: ordered.find((document) => compareIdentifiers(document.boiId, boiId) > 0),
  };
}

export function Neighbours({ previous, next }: NeighboursProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="appendix" aria-label="Documents voisins du plan">
      <ul class="plain-list">
        {previous === undefined ? null : (
          <li>
            Précédent :{" "}
            <a rel="prev" href={consultationPath(previous.boiId)}>
              {previous.titre}
            </a>
          </li>
        )}
        {next === undefined ? null : (
          <li>
            Suivant :{" "}
            <a rel="next" href={consultationPath(next.boiId)}>
              {next.titre}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
