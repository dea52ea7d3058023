import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { corpus } from "../schema/ingestion.ts";

/** The state of the corpus that an answer is given from. */
export interface CorpusState {
  /** As `readRevision`. */
  readonly revision: number;
  readonly coverage: Coverage;
  /** When the official addresses were last asked with success; null when they never were. */
  readonly surveyedAt: Date | null;
}

/** What every answer says of the corpus; its coverage grows with the revision, never without. */
export async function readCorpusState(database: Database): Promise<CorpusState> {
  const { revision, coverage, surveyedAt } = corpus;
  const [row] = await database.select({ revision, coverage, surveyedAt }).from(corpus);
  return {
    revision: row?.revision ?? 0,
    coverage: row?.coverage ?? NO_COVERAGE,
    surveyedAt: row?.surveyedAt ?? null,
  };
}

/** Up to which day the sources speak, as the last run that applied some left it. */
export async function readCoverage(database: Database): Promise<Coverage> {
  return (await readCorpusState(database)).coverage;
}
