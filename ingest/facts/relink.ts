import { readEditionSources, readPgpLinks } from "../../db/ingestion/pgp-links.ts";
import { readKeptWordings } from "../../db/ingestion/wordings/kept-wordings.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Journal } from "../journal/journal.ts";
import { KnownPgpNames } from "./pgp-names.ts";
import { rederiveKept, rederiveRecords } from "./rederive.ts";

const EDITIONS_PER_PAGE = 20;

/**
 * Derives again the editions that link to PGP numbers whose document has since become known, or changed, or that give the
 * day of one: a link and a day are the same whichever of the two came first.
 */
export async function relink(database: Database, journal: Journal): Promise<void> {
  const positions = await findOutdated(database);
  if (positions.length === 0) return;
  await rederiveRecords(
    database,
    journal,
    readPages(positions, (page) => readEditionSources(database, page)),
  );
  await rederiveKept(
    database,
    journal,
    readPages(positions, (page) => readKeptWordings(database, page)),
  );
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

async function* readPages<Row>(
  positions: readonly number[],
  read: (page: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < positions.length; start += EDITIONS_PER_PAGE) {
    yield await read(positions.slice(start, start + EDITIONS_PER_PAGE));
  }
}
