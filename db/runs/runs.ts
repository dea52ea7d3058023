import type { AllowedSources } from "../../config/allowed-sources.ts";
import type { Database } from "../postgres/database.ts";
import { columnsOf } from "../postgres/statements.ts";
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
  toJudge: 0,
};

export interface RunRequest {
  readonly source: string;
  /** Whether the 10 % guard and the remembered source are overridden. */
  readonly forced: boolean;
  /** All that it may read; when absent, whatever its source links to. */
  readonly allowedSources?: AllowedSources | null;
}

/** Requests the run of a scheduled instant, once however many workers ask; false when it was already requested. */
export async function scheduleRun(
  { $client: sql }: Database,
  { source, forced }: RunRequest,
  scheduledFor: Date,
): Promise<boolean> {
  const rows = await sql`
    insert into runs (source, forced, scheduled_for, status, counts, errors)
    values (${source}, ${forced}, ${scheduledFor}, 'queued', ${JSON.stringify(NO_COUNTS)}::text::jsonb, '[]')
    on conflict (scheduled_for) do nothing returning id`;
  return rows.length > 0;
}

/** Requests a run; the process with the ingestion lock executes it. Returns its id. */
export async function requestRun(
  { $client: sql }: Database,
  { source, forced, allowedSources = null }: RunRequest,
): Promise<number> {
  const allowed = allowedSources === null ? null : JSON.stringify(allowedSources);
  const [row] = await sql<{ id: number }[]>`
    insert into runs (source, forced, allowed_sources, status, counts, errors)
    values (${source}, ${forced}, ${allowed}::text::jsonb, 'queued', ${JSON.stringify(NO_COUNTS)}::text::jsonb, '[]')
    returning id`;
  if (row === undefined) throw new Error("insert into runs returned no row");
  return row.id;
}

/** Whether a run is queued, or marked as running: its process may have died. */
export async function hasUnendedRun({ $client: sql }: Database): Promise<boolean> {
  const unended = await sql`select from runs where status in ('queued', 'running') limit 1`;
  return unended.length > 0;
}

/** Consecutive resumptions of a scheduled run: one that kills its process must not be retried for ever. */
const MAX_RESUMPTIONS = 3;

/** The latest run, when it was a scheduled one that did not complete; manual ones are not resumed. */
export async function findResumable(database: Database): Promise<Run | null> {
  const latest = await readRuns(database, MAX_RESUMPTIONS + 1);
  const isHopeless =
    latest.length > MAX_RESUMPTIONS && latest.every(({ status }) => status === "interrupted");
  const [last] = latest;
  return last?.status === "interrupted" && last.scheduledFor !== null && !isHopeless ? last : null;
}

/** Claims the oldest queued run; null when there is none. Only the owner of the ingestion lock calls it. */
export async function claimRun({ $client: sql }: Database): Promise<Run | null> {
  const [row] = await sql<Run[]>`
    update runs set status = 'running', started_at = now()
    where id = (select id from runs where status = 'queued' order by id limit 1) and status = 'queued'
    returning ${columnsOf(sql, runs)}`;
  return row ?? null;
}

/** Progress of a running run, for other processes to follow. */
type RunProgress = Pick<Run, "stage" | "progress" | "asOf" | "counts" | "stages" | "errors">;

/** One prepared statement, one message: the store does not wait for a thread that is busy parsing. */
export async function updateRun({ $client: sql }: Database, id: number, run: RunProgress): Promise<void> {
  const { stage, asOf } = run;
  const [progress, counts, stages, errors] = [run.progress, run.counts, run.stages, run.errors].map((value) =>
    JSON.stringify(value),
  );
  await sql`
    update runs set stage = ${stage}, as_of = ${asOf}, progress = nullif(${String(progress)}::text::jsonb, 'null'),
      counts = ${String(counts)}::text::jsonb, stages = ${String(stages)}::text::jsonb, errors = ${String(errors)}::text::jsonb
    where id = ${id}`;
}

export interface RunEnd {
  readonly status: Exclude<RunStatus, "queued" | "running">;
  readonly counts: RunCounts;
  readonly stages: readonly StageReport[];
  /** Null for a run that ended before its proof. */
  readonly proof: RunProof | null;
  readonly errors: readonly RunError[];
  readonly message: string | null;
}

/** Ends a run; one that has already ended is left unchanged. */
export async function endRun({ $client: sql }: Database, id: number, end: RunEnd): Promise<void> {
  const [counts, stages, proof, errors] = [end.counts, end.stages, end.proof, end.errors].map((value) =>
    JSON.stringify(value),
  );
  // The user and the password of a source are useless once its run has ended for good; an interrupted one may be resumed.
  const source =
    end.status === "interrupted"
      ? sql`source`
      : sql`regexp_replace(source, ${String.raw`(https?://)[^/?#\\]*@`}, ${String.raw`\1***@`}, 'gi')`;
  await sql`
    update runs set status = ${end.status}, counts = ${String(counts)}::text::jsonb, stages = ${String(stages)}::text::jsonb,
      proof = nullif(${String(proof)}::text::jsonb, 'null'), errors = ${String(errors)}::text::jsonb,
      message = ${end.message}, source = ${source}, ended_at = now(), stage = null, progress = null
    where id = ${id} and status = 'running'`;
}

/**
 * Marks as interrupted the runs left running by a dead process. Only the owner of the ingestion lock calls it, before
 * its first run.
 */
export async function interruptOrphanRuns({ $client: sql }: Database): Promise<void> {
  await sql`
    update runs set status = 'interrupted', message = ${INTERRUPTED}, ended_at = now(), stage = null, progress = null
    where status = 'running'`;
}

export const INTERRUPTED = "Exécution interrompue ; la suivante reprendra où celle-ci s'est arrêtée.";

export async function readRun({ $client: sql }: Database, id: number): Promise<Run | null> {
  const [row] = await sql<Run[]>`select ${columnsOf(sql, runs)} from runs where id = ${id}`;
  return row ?? null;
}

/** The latest runs, newest first. */
export async function readRuns({ $client: sql }: Database, limit: number): Promise<Run[]> {
  return await sql<Run[]>`select ${columnsOf(sql, runs)} from runs order by id desc limit ${limit}`;
}
