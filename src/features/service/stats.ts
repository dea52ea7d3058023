import { DOMAINS } from "../../../bofip/identifiers/identifier.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { compareSeries, readSeriesLabels } from "../../../db/queries/classification.ts";
import {
  countActualites,
  countDocumentsBySeries,
  countVersions,
  readLastImport,
} from "../../../db/queries/corpus.ts";
import type { Statistics } from "./answer.ts";

/** The corpus in numbers: the contract's domains first, even empty, then the other series in force. */
export async function readStatistics(database: Database): Promise<Statistics> {
  const [counts, labels, versions, actualites, lastImport] = await Promise.all([
    countDocumentsBySeries(database),
    readSeriesLabels(database),
    countVersions(database),
    countActualites(database),
    readLastImport(database),
  ]);
  return {
    total_documents: counts.values().reduce((sum, count) => sum + count, 0),
    total_versions: versions,
    total_actualites: actualites,
    domaines: listDomains(counts, labels),
    last_import: lastImport?.toISOString() ?? null,
  };
}

function listDomains(
  counts: ReadonlyMap<string, number>,
  labels: ReadonlyMap<string, string>,
): Statistics["domaines"] {
  const codes = [...new Set([...DOMAINS.keys(), ...counts.keys()])].sort(compareSeries);
  return codes.map((code) => ({
    code,
    titre: labels.get(code) ?? DOMAINS.get(code) ?? code,
    documents: counts.get(code) ?? 0,
  }));
}
