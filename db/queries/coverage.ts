import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { corpus } from "../schema/ingestion.ts";

/** The state of the corpus behind an answer. */
export interface CorpusState {
  /** See `readRevision`. */
  readonly revision: number;
  readonly coverage: Coverage;
  /** When the official addresses last answered; null when they never did. */
  readonly surveyedAt: Date | null;
}

/** What every response states about the corpus; its coverage never changes without the revision. */
export async function readCorpusState(database: Database): Promise<CorpusState> {
  const { revision, coverage, surveyedAt } = corpus;
  const [row] = await database.select({ revision, coverage, surveyedAt }).from(corpus);
  return {
    revision: row?.revision ?? 0,
    coverage: row?.coverage ?? NO_COVERAGE,
    surveyedAt: row?.surveyedAt ?? null,
  };
}

/** Up to which day the sources reach, as the last run that applied some recorded it. */
export async function readCoverage(database: Database): Promise<Coverage> {
  return (await readCorpusState(database)).coverage;
}
