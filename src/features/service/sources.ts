import { daysBetween } from "../../../bofip/days/days.ts";
import { parisDay } from "../../../bofip/days/paris-day.ts";
import { withTimeout } from "../../../db/engine/timeout.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type CorpusState, readCorpusState } from "../../../db/queries/coverage.ts";
import { findToJudge } from "../../../db/queries/notices.ts";
import type { SourcesCheck } from "./answer.ts";

/**
 * How far the sources have been read, and whether that is late. Where the official addresses were never checked, as
 * for the sample and local files, nothing is late and only gaps are reported.
 * @param lateDays how many days may pass after the last one that the sources cover.
 */
export function judgeSources(
  { coverage, surveyedAt }: CorpusState,
  now: Date,
  lateDays: number,
): Omit<SourcesCheck, "a_juger"> {
  const trous = coverage.gaps.map(({ from, to }) => ({ du: from, au: to }));
  if (surveyedAt === null) return { ok: true, jusqu_au: null, releve_le: null, retard_jours: null, trous };
  const { until } = coverage;
  const delay = until === null ? null : daysBetween(until, parisDay(now));
  return {
    ok: delay !== null && delay <= lateDays,
    jusqu_au: until,
    releve_le: surveyedAt.toISOString(),
    retard_jours: delay,
    trous,
  };
}

/** The same read from the store; never throws: an unavailable store reports nothing. */
export async function checkSources(
  database: Database,
  {
    now,
    lateDays,
    timeLimitMs,
  }: { readonly now: Date; readonly lateDays: number; readonly timeLimitMs: number },
): Promise<SourcesCheck> {
  const read = Promise.all([readCorpusState(database), findToJudge(database)]);
  return await withTimeout(timeLimitMs, read).then(
    ([state, toJudge]) => ({ ...judgeSources(state, now, lateDays), a_juger: toJudge.length }),
    () => ({ ok: false, jusqu_au: null, releve_le: null, retard_jours: null, trous: [], a_juger: null }),
  );
}
