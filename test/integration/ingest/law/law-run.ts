import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TAX_CODES } from "../../../../bofip/law/codes.ts";
import type { LawConfig } from "../../../../config/law.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import type { RunEnd } from "../../../../db/runs/runs.ts";
import { Journal } from "../../../../ingest/journal/journal.ts";
import { ingestLaw } from "../../../../ingest/law/stage.ts";

/** The published set in LEGI's format, beside the project. */
export const LEGI_SET = fileURLToPath(new URL("../../../../../shared/corpus-legi/", import.meta.url));
export const hasLegiSet = existsSync(LEGI_SET);
export const skippedSet = hasLegiSet ? "" : " (skipped: ../shared/corpus-legi is absent)";

interface LawRun extends Partial<Pick<LawConfig, "codes">> {
  readonly isForced?: boolean;
  /** Stops as on a signal, at the progress of that rank. */
  readonly stopsAt?: number;
}

/** One reading of a source of law, as a run does it; what it told. */
export async function readLawFrom(database: Database, source: string, run: LawRun = {}): Promise<RunEnd> {
  const { codes = TAX_CODES, isForced = false, stopsAt = Number.POSITIVE_INFINITY } = run;
  const stopping = new AbortController();
  const { signal } = stopping;
  const journal = new Journal(database, 0, signal);
  const advance = journal.advance.bind(journal);
  let rank = 0;
  journal.advance = async (progress) => {
    rank += 1;
    if (rank >= stopsAt) stopping.abort();
    await advance(progress);
  };
  const clock = () => new Date("2026-11-28T04:00:00Z");
  await ingestLaw({ database, law: { source, codes }, clock, signal, isForced }, journal);
  return journal.end("succeeded");
}
