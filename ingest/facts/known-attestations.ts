import { reachFrom } from "../../bofip/sources/coverage.ts";
import {
  readShownEditions,
  type ShownEdition,
  writeAttestations,
  writeObservations,
} from "../../db/ingestion/attestations.ts";
import { readCoverageFacts } from "../../db/ingestion/coverage.ts";
import { type DatedExport, readExports, readMembers } from "../../db/ingestion/exports.ts";
import { readAppliedArchives, readArchiveMembers } from "../../db/ingestion/sources.ts";
import type { Database } from "../../db/postgres/database.ts";
import { archiveOrder } from "./archives.ts";
import { exportOrder } from "./known-absences.ts";
import { type OrderedShowing, Shown } from "./shown.ts";

/**
 * Updates the days on which editions were in force, and on which their words were seen, from the exports and archives
 * of the store. Call it once their content is written.
 * @param today in Paris, `YYYY-MM-DD`.
 */
export async function refreshAttestations(database: Database, today: string): Promise<void> {
  const editions: ShownEdition[] = [];
  for await (const page of readShownEditions(database)) editions.push(...page);
  const { archives } = await readCoverageFacts(database);
  const reached = new Map<string, string>();
  const shown = new Shown(editions, (day) => {
    const reach = reached.get(day) ?? reachFrom(day, archives, today);
    reached.set(day, reach);
    return reach;
  });
  for await (const showing of readShowings(database, today)) shown.add(showing);
  await writeAttestations(database, shown.attestations());
  await writeObservations(database, shown.observations());
}

/** A file is no evidence of a day to come, whatever period its name gives. */
async function* readShowings(database: Database, today: string): AsyncGenerator<OrderedShowing> {
  const exports = Map.groupBy(await readExports(database), ({ membersHash }) => membersHash);
  for (const [membersHash, facts] of exports) {
    const members = await readMembers(database, membersHash);
    for (const fact of facts) yield { kind: "export", order: exportOrder(fact), day: pastDay(fact), members };
  }
  for (const archive of await readAppliedArchives(database)) {
    const members = await readArchiveMembers(database, archive.name);
    yield { kind: "archive", order: archiveOrder(archive), day: pastDay({ until: archive.to }), members };
  }

  function pastDay({ until }: Pick<DatedExport, "until">): string {
    return until < today ? until : today;
  }
}
