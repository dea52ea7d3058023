import type { Config } from "../../config/config.ts";
import type { OpenaiConfig } from "../../config/embeddings.ts";
import { readBacklog } from "../../db/ingestion/derived/embedding.ts";
import { openWriterSession, type WriterSession } from "../../db/ingestion/writer-session.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readActiveEmbedder } from "../../db/queries/corpus.ts";
import {
  forgetUnanswered,
  readFillings,
  recordFilling,
  serveFilling,
} from "../../search/embeddings/fillings.ts";
import type { LanguageModel } from "../../search/embeddings/language-model.ts";
import { readModel } from "../../search/embeddings/models.ts";
import { dimensionsOf, openaiVersion } from "../../search/embeddings/openai/version.ts";
import { DIMENSIONS, type Encoder } from "../../search/embeddings/port.ts";
import { openVectorIndex } from "../../search/vectors/open.ts";
import type { Judgement, VectorIndex } from "../../search/vectors/port.ts";
import { Interrupted } from "../journal/fault.ts";
import { UNFOLLOWED } from "./in-step.ts";
import { findEncoder, versionBeside } from "./vectors/language-model.ts";
import { bringVersionInStep } from "./vectors/version.ts";

interface FillDeps {
  readonly database: Database;
  readonly clock: () => Date;
  /** Called with the recall of the index, when there is one. */
  readonly judged: (judgement: Judgement) => void;
}

interface ProcessDeps extends FillDeps {
  readonly config: Pick<Config, "database" | "vectors" | "embeddings">;
  /** This process's model, used without a service. */
  readonly model: LanguageModel | null;
  /** Ends it after the present batch. */
  readonly signal: AbortSignal;
  /** Ends it at once, without waiting for what the model is working on: the next filling asks for it again. */
  readonly stopped: Promise<null>;
}

/**
 * Fills the vectors of a language model beside those that answer (`fillBeside`), under a lock of its own: for hours, when
 * commands must have the lock of ingestion. Null when another process does, or when it was stopped.
 */
export async function fillOutsideRuns(deps: ProcessDeps): Promise<number | null> {
  const session = await openSession(deps);
  if (session === null) return null;
  const fill = async () => {
    const { database } = session;
    const encoder = await findOrRecord({ ...deps, database });
    if (encoder === null) return 0;
    return await fillBeside({ ...deps, database, encoder, index: openVectorIndex(deps.config) });
  };
  try {
    return await Promise.race([fill(), session.lost, deps.stopped]);
  } finally {
    await session.close();
  }
}

/** Null when another process fills; the owner of an embedded folder has no rival. */
async function openSession({ config, database }: ProcessDeps): Promise<WriterSession | null> {
  if (config.database.kind === "server") return await openWriterSession(config.database, "filling");
  return { database, lost: new Promise(() => {}), close: async () => {} };
}

/** A service that is away is recorded as one that the passages wait for. */
async function findOrRecord({ config, model, database, clock }: ProcessDeps): Promise<Encoder | null> {
  const { embeddings } = config;
  return await findEncoder(database, { embeddings, model: model?.encoder ?? null }).catch(async (fault) => {
    if (embeddings.kind === "openai") await recordUnanswered(database, embeddings, clock());
    throw fault;
  });
}

/** Under the version of `DIMENSIONS`, for a service that has never answered; nothing once it has, or without passages. */
async function recordUnanswered(database: Database, config: OpenaiConfig, now: Date): Promise<void> {
  const encoder = openaiVersion(config, DIMENSIONS);
  const known = (await readFillings(database)).filter((one) => dimensionsOf(config, one.encoder) !== null);
  if (known.some((one) => one.encoder !== encoder)) return;
  const backlog = await readBacklog(database, encoder);
  if (backlog.passages > 0) await recordFilling(database, { encoder, version: encoder, ...backlog }, now);
}

interface BesideDeps extends FillDeps {
  readonly encoder: Encoder;
  /** Null when the vectors of the relational store are scanned directly. */
  readonly index: VectorIndex | null;
  /** Looked at between batches. */
  readonly signal: Pick<AbortSignal, "aborted">;
}

/**
 * Makes the missing vectors of the language model, completed where needed, and has questions compared with them once
 * those of the texts in force are whole: answers about a day tell what past ones lack. Resumable. Returns how many there
 * were to make; null when it had to stop before the end.
 */
export async function fillBeside(deps: BesideDeps): Promise<number | null> {
  const { database, encoder, index, clock, judged, signal } = deps;
  const active = await readActiveEmbedder(database);
  const corpus = active === null ? null : await readModel(database, active);
  // Before a first ingestion, there is no corpus model to stand beside.
  if (corpus === null) return 0;
  const version = versionBeside(database, { encoder, corpus, index });
  const filling = { encoder: encoder.version, version: version.embedder.version };
  await forgetUnanswered(database, filling.encoder);
  try {
    const { missing } = await bringVersionInStep(database, version, {
      follower: {
        ...UNFOLLOWED,
        async wrote() {
          if (signal.aborted) throw new Interrupted();
        },
      },
      async embedded(_, set, left) {
        if (set === "present") await recordFilling(database, { ...filling, ...left }, clock());
      },
      // Writes from before this process are unknown.
      hasChanged: async () => true,
      judged,
      serve: () => serveFilling(database, filling),
    });
    return missing;
  } catch (error) {
    if (error instanceof Interrupted) return null;
    throw error;
  }
}
