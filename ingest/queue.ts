import { connectServer, disconnect } from "../db/client.ts";
import type { Config } from "../db/config.ts";
import { type RunLock, runLock } from "../db/ingestion/lock.ts";
import type { RelationalStore } from "../db/relational.ts";
import { claimRun, endRun, interruptOrphanRuns, type Run } from "../db/runs.ts";
import { messageOf } from "./fault.ts";
import { runIngestion } from "./run.ts";
import { openDerivedStores, type StoresConfig } from "./stores.ts";
import { runInThread } from "./thread.ts";

export interface QueueDeps {
  readonly config: StoresConfig & Pick<Config, "database">;
  readonly store: RelationalStore;
  readonly clock: () => Date;
}

/** Executes the runs that are asked for, one at a time, in this process. */
export class RunQueue {
  private readonly lock: RunLock;
  private readonly stopping = new AbortController();
  private draining: Promise<boolean> | null = null;

  constructor(private readonly deps: QueueDeps) {
    this.lock = runLock(deps.config.database);
  }

  /**
   * Executes all the runs asked for, oldest first. False when another process executes them. A second call
   * meanwhile waits for the first.
   */
  drain(): Promise<boolean> {
    this.draining ??= this.drainLocked().finally(() => {
      this.draining = null;
    });
    return this.draining;
  }

  get isBusy(): boolean {
    return this.draining !== null;
  }

  /** Stops after the batch at hand; resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.draining?.catch(() => {});
  }

  private async drainLocked(): Promise<boolean> {
    const release = await this.lock.tryAcquire();
    if (release === null) return false;
    try {
      const { database } = this.deps.store;
      await interruptOrphanRuns(database);
      while (!this.stopping.signal.aborted) {
        const run = await claimRun(database);
        if (run === null) break;
        await this.execute(run);
      }
      return true;
    } finally {
      await release();
    }
  }

  /** Whatever happens to the thread, the run's row gets an end. */
  private async execute(run: Run): Promise<void> {
    try {
      await (this.deps.config.database.kind === "embedded"
        ? this.executeInThread(run)
        : this.executeHere(run));
    } catch (error) {
      await endRun(this.deps.store.database, run.id, {
        status: "failed",
        counts: run.counts,
        stages: run.stages,
        proof: null,
        errors: [],
        message: messageOf(error),
      });
    }
  }

  private async executeInThread(run: Run): Promise<void> {
    const port = this.deps.store.connect();
    if (port === null) throw new Error("an embedded store gives a port");
    const { dataDir, fulltext, vectors, embeddings } = this.deps.config;
    await runInThread(
      { port, config: { dataDir, fulltext, vectors, embeddings }, run },
      this.stopping.signal,
    );
  }

  private async executeHere(run: Run): Promise<void> {
    const { config, clock } = this.deps;
    if (config.database.kind !== "server") return;
    const database = connectServer(config.database, 1);
    try {
      await runIngestion(
        { database, ...openDerivedStores(config), clock, signal: this.stopping.signal },
        run,
      );
    } finally {
      await disconnect(database);
    }
  }
}
