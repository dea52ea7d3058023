import { once } from "node:events";
import type { Config } from "../../config/config.ts";
import { mustProveErasures } from "../../db/erasure/erasures.ts";
import { readDebts } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import { isIngesting, LockLost } from "../../db/ingestion/writer-session.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { RelationalStore } from "../../db/postgres/open.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { endRun, findResumable, hasUnendedRun, readRun } from "../../db/runs/runs.ts";
import type { RunProof } from "../../db/schema/ingestion.ts";
import type { LanguageModel } from "../../search/embeddings/language-model.ts";
import type { Judgement } from "../../search/vectors/port.ts";
import { fillOutsideRuns } from "../derived/filler.ts";
import {
  type DerivedStores,
  lookAtStores,
  openDerivedStores,
  owedStores,
  type StoresConfig,
} from "../derived/stores.ts";
import { messageOf } from "../journal/fault.ts";
import { isProofDue } from "../proof/settle.ts";
import type { OnRunEvent } from "./execute.ts";
import { drainInThread, rebuildInThread, type Workplace } from "./thread.ts";

export interface QueueDeps {
  readonly config: StoresConfig & Pick<Config, "database"> & Partial<Pick<Config, "proof" | "law">>;
  readonly store: Pick<RelationalStore, "database" | "connect">;
  /** This process's language model, if any. */
  readonly model?: LanguageModel | null;
  /**
   * Whether an interrupted scheduled run is resumed, and the vectors of a language model filled between the runs; a worker
   * does, a command does not.
   */
  readonly resumes?: boolean;
  readonly onEvent?: OnRunEvent;
}

/** What a failing disk damages again, an authority or a service that is away: not tried again at once. */
const REST_MS = 60_000;

/**
 * Executes the requested runs, mends the stores found damaged and brings in step those that are owed something, one
 * work at a time, in a thread of this process; while there is no such work, here or elsewhere, fills the vectors of a
 * language model.
 */
export class RunQueue {
  private readonly stopping = new AbortController();
  private readonly stopped = once(this.stopping.signal, "abort").then(() => null);
  private draining: Promise<boolean> | null = null;
  private readonly restsUntilMs = new Map<"mend" | "prove" | "fill", number>();
  /** What is filled now, and what stops it. */
  private filling: { readonly pause: AbortController; readonly done: Promise<void> } | null = null;
  /** Revision of the corpus at which nothing was left to fill. */
  private filledRevision: number | null = null;
  private readonly payments: Payments;

  constructor(private readonly deps: QueueDeps) {
    const stores = openDerivedStores(deps.config);
    this.payments = new Payments({ database: deps.store.database, stores });
  }

  /**
   * Executes all the queued runs, oldest first. False when another process executes them. Concurrent calls share one
   * execution.
   */
  drain(): Promise<boolean> {
    this.draining ??= this.drainOnce().finally(() => {
      this.draining = null;
    });
    return this.draining;
  }

  /**
   * Refills derived stores once the runs under way have ended; runs requested meanwhile wait.
   * @throws {IngestionFault} when another process ingests, or this one stops
   */
  async rebuild(stores: readonly DerivedStore[]): Promise<RunProof> {
    while (this.draining !== null) await this.draining.catch(() => {});
    this.filling?.pause.abort();
    const rebuilding = rebuildInThread(this.place(), stores, this.stopping.signal);
    const end = () => {
      this.draining = null;
      return true;
    };
    this.draining = rebuilding.then(end, end);
    return await rebuilding;
  }

  get isBusy(): boolean {
    return this.draining !== null;
  }

  /** Resolves when the work under way has ended, the scrub after a run included. */
  async finish(): Promise<void> {
    await this.draining?.catch(() => {});
  }

  /** Stops after the present batch; resolves when nothing is being written any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.filling?.pause.abort();
    await this.draining?.catch(() => {});
    await this.filling?.done;
  }

  private async drainOnce(): Promise<boolean> {
    const { database } = this.deps.store;
    if (this.stopping.signal.aborted) return true;
    const hasWork = await this.hasWork();
    const isElsewhere = (hasWork || this.fills()) && (await isIngesting(database));
    if (hasWork || isElsewhere) this.filling?.pause.abort();
    else this.fill();
    if (!hasWork) return true;
    if (isElsewhere) return false;
    let current: number | null = null;
    const onEvent: OnRunEvent = (event) => {
      if (event.kind === "started") current = event.id;
      if (event.kind === "ended") current = null;
      this.deps.onEvent?.(event);
    };
    try {
      this.payments.attempted();
      const outcome = await drainInThread(this.place(), this.stopping.signal, onEvent);
      if (outcome === "lost") throw new LockLost();
      return outcome === "drained";
    } catch (error) {
      if (current !== null) await this.endLeft(current, error);
      throw error;
    }
  }

  private fills(): boolean {
    const { config, model, resumes = false } = this.deps;
    return resumes && (config.embeddings.kind === "openai" || model?.isKept() === true);
  }

  /** Begins to fill what the corpus has changed, unless that is under way or has just failed. */
  private fill(): void {
    const isStopped = this.stopping.signal.aborted;
    if (isStopped || this.filling !== null || !this.fills() || this.isResting("fill")) return;
    const pause = new AbortController();
    const done = this.fillOnce(pause.signal)
      .catch((fault: unknown) => {
        this.rest("fill");
        this.deps.onEvent?.({ kind: "unfilled", fault });
      })
      .finally(() => {
        this.filling = null;
      });
    this.filling = { pause, done };
  }

  private async fillOnce(signal: AbortSignal): Promise<void> {
    const { config, store, model = null, onEvent = () => {} } = this.deps;
    const { database } = store;
    const revision = await readRevision(database);
    if (revision === this.filledRevision) return;
    const startedAt = performance.now();
    const judged = (judgement: Judgement) => onEvent({ kind: "judged", judgement });
    const { stopped } = this;
    const deps = { config, database, model, clock: () => new Date(), judged, signal, stopped };
    const embedded = await fillOutsideRuns(deps);
    if (embedded === null) return;
    this.filledRevision = revision;
    onEvent({ kind: "filled", embedded, durationMs: Math.round(performance.now() - startedAt) });
  }

  private isResting(name: "mend" | "prove" | "fill"): boolean {
    return performance.now() < (this.restsUntilMs.get(name) ?? 0);
  }

  private rest(name: "mend" | "prove" | "fill"): void {
    this.restsUntilMs.set(name, performance.now() + REST_MS);
  }

  private async hasWork(): Promise<boolean> {
    const { resumes = false, store } = this.deps;
    if ((await hasUnendedRun(store.database)) || (await this.mustMend()) || (await this.mustErase()))
      return true;
    if (await this.mustProve()) return true;
    return (resumes && (await findResumable(store.database)) !== null) || (await this.payments.areDue());
  }

  /** What the log of proof lacks is tried again once a minute: an authority may be away for long. */
  private async mustProve(): Promise<boolean> {
    const { config, store } = this.deps;
    if (config.proof === undefined || this.isResting("prove")) return false;
    if (!(await isProofDue(store.database, config.proof))) return false;
    this.rest("prove");
    return true;
  }

  /** A store damaged repeatedly, as on a failing disk, is mended once a minute at most. */
  private async mustMend(): Promise<boolean> {
    if (this.isResting("mend")) return false;
    const { debts } = await readDebts(this.deps.store.database);
    if (!debts.some(({ isDamaged }) => isDamaged)) return false;
    this.rest("mend");
    return true;
  }

  /** Stores that could not remove a text are asked again once a minute at most. */
  private async mustErase(): Promise<boolean> {
    return await mustProveErasures(this.deps.store.database, new Date(Date.now() - REST_MS));
  }

  private place(): Workplace {
    const { config, store, model = null, resumes = false } = this.deps;
    const { database, dataDir, fulltext, vectors, embeddings, proof = null, law = null } = config;
    const stores = { dataDir, fulltext, vectors, embeddings };
    const connection = connectionOf(database, store);
    return {
      connection,
      config: stores,
      proof,
      law,
      model: model?.isKept() === true ? model.encoder : null,
      resumes,
    };
  }

  /** The run's row gets an end, whatever happens to the thread. */
  private async endLeft(id: number, error: unknown): Promise<void> {
    const { database } = this.deps.store;
    const run = await readRun(database, id);
    if (run === null) return;
    const { counts, stages, errors } = run;
    const status = error instanceof LockLost ? "interrupted" : "failed";
    const end = { status, counts, stages, proof: null, errors, message: messageOf(error) } as const;
    await endRun(database, id, end);
    const durationMs = Date.now() - (run.startedAt ?? new Date()).getTime();
    this.deps.onEvent?.({ kind: "ended", id, end, durationMs });
  }
}

function connectionOf(database: Config["database"], store: QueueDeps["store"]): Workplace["connection"] {
  if (database.kind === "server") return database;
  const door = store.connect();
  if (door === null) throw new Error("an embedded store gives a door");
  return { kind: "door", door };
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 120_000;
/** How often stores that owe nothing as far as the relational one knows are asked what they are. */
const LOOK_EVERY_MS = 10_000;

interface PaymentsDeps {
  readonly database: Database;
  readonly stores: DerivedStores;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
  /** From 0 to 1; waits vary by it, so that workers refused together do not come back together. */
  readonly random?: () => number;
}

/**
 * Decides when derived stores are to be brought in step outside runs: at once when one is owed something, then, as
 * long as it stays owed, after waits that double up to two minutes, for ever; at once again when it answers anew.
 */
export class Payments {
  private attempts = 0;
  private nextAtMs = Number.NEGATIVE_INFINITY;
  private looksAtMs = Number.NEGATIVE_INFINITY;
  private away: readonly DerivedStore[] = [];
  private readonly nowMs: () => number;
  private readonly random: () => number;

  constructor(private readonly deps: PaymentsDeps) {
    this.nowMs = deps.nowMs ?? (() => performance.now());
    this.random = deps.random ?? Math.random;
  }

  /** Whether stores are to be brought in step now: one short statement, but when some are owed, or every ten seconds. */
  async areDue(): Promise<boolean> {
    const isOwed = (await readDebts(this.deps.database)).debts.length > 0;
    if (!isOwed && this.nowMs() < this.looksAtMs) return false;
    this.looksAtMs = this.nowMs() + LOOK_EVERY_MS;
    const look = await lookAtStores(this.deps.database, this.deps.stores);
    const owed = owedStores(look);
    const isBack = this.away.some((store) => owed.includes(store) && !look.away.includes(store));
    this.away = look.away;
    if (owed.length === 0) {
      this.attempts = 0;
      this.nextAtMs = Number.NEGATIVE_INFINITY;
    }
    return owed.length > 0 && (isBack || this.nowMs() >= this.nextAtMs);
  }

  /** Called when the attempt begins. */
  attempted(): void {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.attempts, LONGEST_WAIT_MS);
    this.attempts += 1;
    this.nextAtMs = this.nowMs() + waitMs * (0.5 + this.random() / 2);
  }
}
