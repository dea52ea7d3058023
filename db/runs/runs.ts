import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { AllowedSources } from "../../config/allowed-sources.ts";
import type { Database } from "../postgres/database.ts";
import {
  type RunCounts,
  type RunError,
  type RunProof,
  type RunStatus,
  runs,
  type StageReport,
} from "../schema/ingestion.ts";

/** A row of `runs`. */
export type Run = typeof runs.$inferSelect;

export const NO_COUNTS: RunCounts = {
  records: 0,
  documents: 0,
  actualites: 0,
  unchanged: 0,
  created: 0,
  modified: 0,
  rederived: 0,
  retired: 0,
  rejected: 0,
  indexed: 0,
  unindexed: 0,
  unposted: 0,
  embedded: 0,
  unembedded: 0,
};

export interface RunRequest {
  readonly source: string;
  /** Whether the 10 % guard and the remembered source may be overridden. */
  readonly forced: boolean;
  /** All that it may read; whatever its source leads to, when absent. */
  readonly allowedSources?: AllowedSources | null;
}

/**
 * Asks for the run of an instant of the schedule, of which there is one however many workers ask; false when it
 * was asked for already.
 */
export async function scheduleRun(
  database: Database,
  { source, forced }: RunRequest,
  scheduledFor: Date,
): Promise<boolean> {
  const rows = await database
    .insert(runs)
    .values({ source, forced, scheduledFor, status: "queued", counts: NO_COUNTS, errors: [] })
    .onConflictDoNothing({ target: runs.scheduledFor })
    .returning({ id: runs.id });
  return rows.length > 0;
}

/** Asks for a run; the process that holds the ingestion lock executes it. Gives its id. */
export async function requestRun(
  database: Database,
  { source, forced, allowedSources = null }: RunRequest,
): Promise<number> {
  const [row] = await database
    .insert(runs)
    .values({ source, forced, allowedSources, status: "queued", counts: NO_COUNTS, errors: [] })
    .returning({ id: runs.id });
  if (row === undefined) throw new Error("insert into runs returned no row");
  return row.id;
}

/** Whether a run waits to be executed, or seems to be under way: its process may have died. */
export async function hasUnendedRun(database: Database): Promise<boolean> {
  const unended = await database
    .select({ id: runs.id })
    .from(runs)
    .where(inArray(runs.status, ["queued", "running"]))
    .limit(1);
  return unended.length > 0;
}

/** How often in a row a scheduled run is taken up again: one that its process dies of must not go on for ever. */
const MAX_RESUMPTIONS = 3;

/** The latest run, when it was a scheduled one that did not come to its end; those asked for by hand are not resumed. */
export async function findResumable(database: Database): Promise<Run | null> {
  const latest = await readRuns(database, MAX_RESUMPTIONS + 1);
  const isHopeless =
    latest.length > MAX_RESUMPTIONS && latest.every(({ status }) => status === "interrupted");
  const [last] = latest;
  return last?.status === "interrupted" && last.scheduledFor !== null && !isHopeless ? last : null;
}

/** Takes the oldest run asked for, or null when there is none. Only the holder of the ingestion lock calls it. */
export async function claimRun(database: Database): Promise<Run | null> {
  const [next] = await database
    .select({ id: runs.id })
    .from(runs)
    .where(eq(runs.status, "queued"))
    .orderBy(asc(runs.id))
    .limit(1);
  if (next === undefined) return null;
  const [row] = await database
    .update(runs)
    .set({ status: "running", startedAt: sql`now()` })
    .where(and(eq(runs.id, next.id), eq(runs.status, "queued")))
    .returning();
  return row ?? null;
}

/** How far a running run is: what other processes can follow. */
export type RunProgress = Pick<Run, "stage" | "progress" | "asOf" | "counts" | "stages" | "errors">;

/** One prepared statement, one message: the store does not wait for a thread that is busy parsing. */
export async function updateRun(database: Database, id: number, run: RunProgress): Promise<void> {
  const { stage, asOf } = run;
  const [progress, counts, stages, errors] = [run.progress, run.counts, run.stages, run.errors].map((value) =>
    JSON.stringify(value),
  );
  await database.$client`
    update runs set stage = ${stage}, as_of = ${asOf}, progress = nullif(${String(progress)}::text::jsonb, 'null'),
      counts = ${String(counts)}::text::jsonb, stages = ${String(stages)}::text::jsonb, errors = ${String(errors)}::text::jsonb
    where id = ${id}`;
}

export interface RunEnd {
  readonly status: Exclude<RunStatus, "queued" | "running">;
  readonly counts: RunCounts;
  readonly stages: readonly StageReport[];
  /** Null for a run that did not come to it. */
  readonly proof: RunProof | null;
  readonly errors: readonly RunError[];
  readonly message: string | null;
}

/**
 * A source without its user and password, which are of no use once its run has ended for good. One that was
 * interrupted may be taken up again.
 */
const WITHOUT_CREDENTIALS = sql`regexp_replace(${runs.source}, ${String.raw`(https?://)[^/?#\\]*@`}, ${String.raw`\1***@`}, 'gi')`;

/** Ends a run; a run that has ended already keeps its end. */
export async function endRun(database: Database, id: number, end: RunEnd): Promise<void> {
  await database
    .update(runs)
    .set({
      ...end,
      ...(end.status === "interrupted" ? {} : { source: WITHOUT_CREDENTIALS }),
      endedAt: sql`now()`,
      stage: null,
      progress: null,
    })
    .where(and(eq(runs.id, id), eq(runs.status, "running")));
}

/**
 * Marks as interrupted the runs that a dead process left running. Only the holder of the ingestion lock calls it,
 * before its first run.
 */
export async function interruptOrphanRuns(database: Database): Promise<void> {
  await database
    .update(runs)
    .set({ status: "interrupted", message: INTERRUPTED, endedAt: sql`now()`, stage: null, progress: null })
    .where(eq(runs.status, "running"));
}

export const INTERRUPTED = "Exécution interrompue ; la suivante reprendra où celle-ci s'est arrêtée.";

export async function readRun(database: Database, id: number): Promise<Run | null> {
  const [row] = await database.select().from(runs).where(eq(runs.id, id));
  return row ?? null;
}

/** The latest runs, newest first. */
export async function readRuns(database: Database, limit: number): Promise<Run[]> {
  return await database.select().from(runs).orderBy(desc(runs.id)).limit(limit);
}
