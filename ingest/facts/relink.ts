import type { StaleRecord } from "../../db/ingestion/editions.ts";
import { readEditionSources, readPgpLinks } from "../../db/ingestion/pgp-links.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Journal } from "../journal/journal.ts";
import { KnownPgpNames } from "./pgp-names.ts";
import { rederiveRecords } from "./rederive.ts";

const EDITIONS_PER_PAGE = 20;

/**
 * Derives again the editions that link to PGP numbers whose document has since become known, or changed: a link is the
 * same whichever of its two ends came first.
 */
export async function relink(database: Database, journal: Journal): Promise<void> {
  const positions = await findOutdated(database);
  if (positions.length > 0) await rederiveRecords(database, journal, readSources(database, positions));
}

async function findOutdated(database: Database): Promise<number[]> {
  const names = await KnownPgpNames.read(database);
  const positions: number[] = [];
  for await (const page of readPgpLinks(database)) {
    for (const { position, links } of page) {
      if (links.some(({ pgp, target }) => (names.get(pgp) ?? null) !== target)) positions.push(position);
    }
  }
  return positions;
}

async function* readSources(
  database: Database,
  positions: readonly number[],
): AsyncGenerator<readonly StaleRecord[]> {
  for (let start = 0; start < positions.length; start += EDITIONS_PER_PAGE) {
    yield await readEditionSources(database, positions.slice(start, start + EDITIONS_PER_PAGE));
  }
}
