import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import type { OpenaiConfig } from "../../config/embeddings.ts";
import { OutageLog } from "../../db/engine/outage-log.ts";
import { isIngesting, openFillingSession, type WriterSession } from "../../db/ingestion/writer-session.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type RelationalStore, storeFault } from "../../db/postgres/open.ts";
import { readActiveEmbedder, readRevision } from "../../db/queries/corpus.ts";
import { hasUnendedRun } from "../../db/runs/runs.ts";
import {
  forgetUnanswered,
  readFillings,
  recordFilling,
  serveFilling,
} from "../../search/embeddings/fillings.ts";
import type { LanguageModel } from "../../search/embeddings/language-model.ts";
import { readModel } from "../../search/embeddings/models.ts";
import { dimensionsOf, openaiVersion } from "../../search/embeddings/openai/version.ts";
import { DIMENSIONS, type Embedder, type Encoder } from "../../search/embeddings/port.ts";
import { openVectorIndex } from "../../search/vectors/open.ts";
import type { Judgement, VectorIndex } from "../../search/vectors/port.ts";
import { Interrupted } from "../journal/fault.ts";
import { UNFOLLOWED } from "./in-step.ts";
import { readBacklog } from "./passages.ts";
import { embedderBeside, findEncoder } from "./vectors/language-model.ts";
import { type Bringing, bringVersionInStep } from "./vectors/version.ts";

interface FillerDeps {
  readonly config: Pick<Config, "database" | "vectors" | "embeddings">;
  readonly store: Pick<RelationalStore, "database">;
  /** This process's model, used without a service. */
  readonly model: LanguageModel | null;
  readonly clock: () => Date;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** Whether this process brings stores in step now, in a run or outside any: both remove unfinished collections. */
  readonly isIngesting: () => boolean;
}

/** Delay after a fault: a store or a service that is away, or a model that can't be read, is not retried at once. */
const REST_MS = 60_000;

const WORDS = {
  began: "filling of the vectors given up for a minute, and tried again every minute",
  goesOn: "filling of the vectors still given up",
  over: "filling of the vectors goes on",
};

/**
 * Fills the vectors of a language model, a service's or this process's, beside those that answer, whenever the corpus
 * has changed and no run is under way; one process at a time, by a lock of its own.
 */
export class Filler {
  private readonly stopping = Promise.withResolvers<null>();
  private isStopping = false;
  private filling: Promise<void> | null = null;
  /** Revision of the corpus at which nothing was missing. */
  private settledRevision: number | null = null;
  private restsUntilMs = 0;

  private readonly outages: OutageLog;

  constructor(private readonly deps: FillerDeps) {
    this.outages = new OutageLog(deps.log, WORDS);
  }

  /** Continues what there is to fill, unless already under way; resolves once it is done, given up or stopped. */
  wake(): Promise<void> {
    if (performance.now() < this.restsUntilMs) return Promise.resolve();
    this.filling ??= this.fill()
      .then(
        () => this.outages.worked("filling"),
        (fault) => {
          this.restsUntilMs = performance.now() + REST_MS;
          this.outages.failed("filling", storeFault(fault), { level: "warn" });
        },
      )
      .finally(() => {
        this.filling = null;
      });
    return this.filling;
  }

  /** Does not wait for what the model is working on: the next filling asks for it again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopping.resolve(null);
    await this.filling;
  }

  private async fill(): Promise<void> {
    const { config, store, log, clock } = this.deps;
    if (!this.hasModel() || !(await this.mayGoOn())) return;
    if ((await readRevision(store.database)) === this.settledRevision) return;
    const session = await this.openSession();
    if (session === null) return;
    try {
      const { database } = session;
      const startedAt = performance.now();
      const revision = await readRevision(database);
      const filling = (async () => {
        const encoder = await this.findEncoder(database);
        const index = openVectorIndex(config);
        const mayGoOn = () => this.mayGoOn();
        const judged = (judgement: Judgement) => log.info(judgement, "recall of the vectors judged");
        if (encoder === null) return 0;
        return await fillBeside({ database, encoder, index, clock, mayGoOn, judged });
      })();
      const embedded = await Promise.race([filling, session.lost, this.stopping.promise]);
      if (embedded === null) return;
      this.settledRevision = revision;
      const durationMs = Math.round(performance.now() - startedAt);
      if (embedded > 0) log.info({ embedded, durationMs }, "vectors of the language model filled");
    } finally {
      await session.close();
    }
  }

  /** Logs a service that is unavailable, and records that the passages wait for it. */
  private async findEncoder(database: Database): Promise<Encoder | null> {
    const { config, model, clock } = this.deps;
    try {
      return await findEncoder(database, { ...config, model: model?.encoder ?? null });
    } catch (fault) {
      if (config.embeddings.kind === "openai") await recordUnanswered(database, config.embeddings, clock());
      throw fault;
    }
  }

  private hasModel(): boolean {
    const { config, model } = this.deps;
    return config.embeddings.kind === "openai" || model?.isKept() === true;
  }

  private async mayGoOn(): Promise<boolean> {
    const { store, isIngesting: isIngestingHere } = this.deps;
    if (this.isStopping || isIngestingHere() || (await hasUnendedRun(store.database))) return false;
    return !(await isIngesting(store.database));
  }

  /** Null when another process fills; the owner of an embedded folder has no rival. */
  private async openSession(): Promise<WriterSession | null> {
    const { config, store } = this.deps;
    if (config.database.kind === "server") return await openFillingSession(config.database);
    return { database: store.database, lost: new Promise(() => {}), close: async () => {} };
  }
}

/** Under the version of `DIMENSIONS`, for a service that has never answered; nothing once it has, or without passages. */
async function recordUnanswered(database: Database, config: OpenaiConfig, now: Date): Promise<void> {
  const encoder = openaiVersion(config, DIMENSIONS);
  const known = (await readFillings(database)).filter((one) => dimensionsOf(config, one.encoder) !== null);
  if (known.some((one) => one.encoder !== encoder)) return;
  const { passages, missing } = await readBacklog(database, encoder);
  if (passages > 0) await recordFilling(database, { encoder, version: encoder, passages, missing }, now);
}

interface FillingDeps {
  readonly database: Database;
  readonly encoder: Encoder;
  /** Null when the vectors of the relational store are scanned directly. */
  readonly index: VectorIndex | null;
  readonly clock: () => Date;
  /** Called with the recall of the index, when there is one. */
  readonly judged: (judgement: Judgement) => void;
  /** Called between batches: false while a run is requested, or the process stops. */
  readonly mayGoOn: () => Promise<boolean>;
}

/**
 * Makes the missing vectors of the language model, completed where needed, and has questions compared with them once
 * those of the texts in force are whole: answers about a day tell what past ones lack. Resumable. Returns how many there
 * were to make; null when it had to stop before the end.
 */
export async function fillBeside(deps: FillingDeps): Promise<number | null> {
  const { database, encoder, index, clock, judged } = deps;
  const embedder = await prepareEmbedder(deps);
  if (embedder === null) return 0;
  const filling = { encoder: encoder.version, version: embedder.version };
  await forgetUnanswered(database, filling.encoder);
  const { passagesAtOnce } = encoder;
  const bringing: Bringing = {
    follower: { ...UNFOLLOWED, wrote: () => goOn(deps) },
    async embedded(_, set, left) {
      if (set === "present") await recordFilling(database, { ...filling, ...left }, clock());
    },
    // Writes from before this process are unknown.
    hasChanged: async () => true,
    judged,
    serve: () => serveFilling(database, filling),
  };
  try {
    return (await bringVersionInStep(database, { embedder, index, passagesAtOnce }, bringing)).missing;
  } catch (error) {
    if (error instanceof Interrupted) return null;
    throw error;
  }
}

async function goOn({ mayGoOn }: FillingDeps): Promise<void> {
  if (!(await mayGoOn())) throw new Interrupted();
}

/** Null when there is no corpus model to stand beside: before a first ingestion. */
async function prepareEmbedder({ database, encoder }: FillingDeps): Promise<Embedder | null> {
  const active = await readActiveEmbedder(database);
  const model = active === null ? null : await readModel(database, active);
  return model === null ? null : embedderBeside(database, encoder, model);
}
