import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { ScrubEnd } from "../../db/integrity/damages.ts";
import {
  claimRun,
  findResumable,
  interruptOrphanRuns,
  type RunEnd,
  type RunRequest,
  scheduleRun,
} from "../../db/runs/runs.ts";
import type { ErasedStore } from "../../db/schema/erasures.ts";
import type { StageReport } from "../../db/schema/ingestion.ts";
import type { Judgement } from "../../search/vectors/port.ts";
import { proveErasures } from "../derived/proof.ts";
import { mendDamaged, type Payment, payDebts } from "../derived/stores.ts";
import { Interrupted } from "../journal/fault.ts";
import { isProofDue, settleProof } from "../proof/settle.ts";
import { type IngestionDeps, runIngestion } from "../run.ts";
import { scrub } from "../scrub.ts";

/** Events of the execution of runs, for logging; plain values, which can be sent by a thread. */
export type RunEvent =
  | { readonly kind: "started"; readonly id: number; readonly request: RunRequest }
  | { readonly kind: "stage"; readonly id: number; readonly report: StageReport }
  | { readonly kind: "ended"; readonly id: number; readonly end: RunEnd; readonly durationMs: number }
  | { readonly kind: "scrubbed"; readonly id: number; readonly end: ScrubEnd }
  /** Derived stores found damaged, outside of any run. */
  | { readonly kind: "mended"; readonly stores: readonly DerivedStore[] }
  /** Derived stores that were owed something, outside of any run. */
  | ({ readonly kind: "paid" } & Payment)
  /** The vectors of a language model, filled outside of any run, or given up for a minute by a fault. */
  | { readonly kind: "filled"; readonly embedded: number; readonly durationMs: number }
  | { readonly kind: "unfilled"; readonly fault: unknown }
  /** The recall of their index. */
  | { readonly kind: "judged"; readonly judgement: Judgement }
  /** What the log of proof still lacks, in French; null when it lacks nothing. */
  | { readonly kind: "proved"; readonly fault: string | null }
  /** Texts erased by law: stores not proved to be without them. */
  | { readonly kind: "erased"; readonly remains: readonly ErasedStore[] };

export type OnRunEvent = (event: RunEvent) => void;

interface ExecuteDeps extends Omit<IngestionDeps, "onStage"> {
  /** Whether an interrupted scheduled run is resumed first. */
  readonly resumes: boolean;
  readonly onEvent: OnRunEvent;
}

/**
 * Executes all the queued runs, oldest first, and after each checks the stored texts again; then mends the derived
 * stores found damaged, and brings in step those that no run has just tried to. The caller owns the ingestion lock.
 */
export async function executeRuns(deps: ExecuteDeps): Promise<void> {
  const { database, signal, clock, onEvent } = deps;
  await interruptOrphanRuns(database);
  const resumable = deps.resumes ? await findResumable(database) : null;
  if (resumable !== null) await scheduleRun(database, resumable, clock());
  // Erasures required by law do not wait for a download.
  await tellErasures(deps);
  let hasRun = false;
  while (!signal.aborted) {
    const run = await claimRun(database);
    if (run === null) break;
    hasRun = true;
    const { id, source, forced } = run;
    onEvent({ kind: "started", id, request: { source, forced } });
    const onStage = (report: StageReport) => onEvent({ kind: "stage", id, report });
    const startedAt = performance.now();
    const end = await runIngestion({ ...deps, onStage }, run);
    onEvent({ kind: "ended", id, end, durationMs: Math.round(performance.now() - startedAt) });
    const scrubbed = signal.aborted ? null : await scrub({ database, clock, signal });
    if (scrubbed !== null) onEvent({ kind: "scrubbed", id, end: scrubbed });
  }
  if (signal.aborted) return;
  // After the runs, which mend what they write and must not wait for a store that can't be mended.
  await tellPayment(deps, hasRun);
  await tellErasures(deps);
  await tellProof(deps);
}

async function tellProof({
  database,
  proof: config = null,
  clock,
  signal,
  onEvent,
}: ExecuteDeps): Promise<void> {
  if (config === null || !(await isProofDue(database, config))) return;
  const fault = await settleProof({ database, config, clock, signal });
  if (!signal.aborted) onEvent({ kind: "proved", fault });
}

async function tellPayment(deps: ExecuteDeps, hasRun: boolean): Promise<void> {
  const { onEvent } = deps;
  try {
    const mended = await mendDamaged(deps);
    if (mended.length > 0) onEvent({ kind: "mended", stores: mended });
    if (hasRun) return;
    const payment = await payDebts(deps);
    if (payment.inStep.length + payment.behind.length > 0) onEvent({ kind: "paid", ...payment });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
}

async function tellErasures({ database, clock, onEvent, ...stores }: ExecuteDeps): Promise<void> {
  const remains = await proveErasures(database, stores, clock());
  if (remains !== null) onEvent({ kind: "erased", remains });
}
