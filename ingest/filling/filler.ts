import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import type { OpenaiConfig } from "../../config/embeddings.ts";
import { OutageLog } from "../../db/engine/outage-log.ts";
import { isIngesting, openFillingSession, type WriterSession } from "../../db/ingestion/writer-session.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type RelationalStore, storeFault } from "../../db/postgres/open.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { hasUnendedRun } from "../../db/runs/runs.ts";
import { readFillings, recordFilling } from "../../search/embeddings/fillings.ts";
import type { LanguageModel } from "../../search/embeddings/language-model.ts";
import { dimensionsOf, openaiVersion } from "../../search/embeddings/openai/index.ts";
import { DIMENSIONS, type Encoder } from "../../search/embeddings/port.ts";
import { openVectorIndex } from "../../search/vectors/open.ts";
import type { Judgement } from "../../search/vectors/port.ts";
import { readBacklog } from "../derived/passages/passage-texts.ts";
import { findEncoder } from "../derived/vectors/language-model.ts";
import { fillBeside } from "./fill-beside.ts";

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

/**
 * Records that all passages wait for a service that has never answered, under the version that its vectors would have
 * with `DIMENSIONS`; writes nothing when it has already given some, or there are no passages.
 */
async function recordUnanswered(database: Database, config: OpenaiConfig, now: Date): Promise<void> {
  const encoder = openaiVersion(config, DIMENSIONS);
  const known = (await readFillings(database)).filter((one) => dimensionsOf(config, one.encoder) !== null);
  if (known.some((one) => one.encoder !== encoder)) return;
  const { passages, missing } = await readBacklog(database, encoder);
  if (passages > 0) await recordFilling(database, { encoder, version: encoder, passages, missing }, now);
}
