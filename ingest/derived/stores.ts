import type { Config } from "../../config/config.ts";
import { StoreDamaged } from "../../db/engine/unavailable.ts";
import {
  type Debt,
  readDebts,
  readGenerations,
  recordDebt,
  settleDebt,
} from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange, readLastImport, readRevision } from "../../db/queries/corpus.ts";
import { DERIVED_STORES, STORE_NAMES } from "../../db/runs/view.ts";
import { readPastLacking } from "../../search/embeddings/fillings.ts";
import { newestModel } from "../../search/embeddings/models.ts";
import type { Encoder } from "../../search/embeddings/port.ts";
import { ANALYZER_VERSION } from "../../search/fulltext/analyzer/index.ts";
import { type FullTextStore, openFullTextStore } from "../../search/fulltext/open.ts";
import { hasPostings } from "../../search/stems/read-postings.ts";
import { dropOtherPostings, POSTINGS_VERSION, pastVersion } from "../../search/stems/write-postings.ts";
import { hasVectors } from "../../search/vectors/exact/presence.ts";
import { openVectorIndex } from "../../search/vectors/open.ts";
import { Interrupted, messageOf } from "../journal/fault.ts";
import { outsideRuns, type StageOpener } from "../journal/journal.ts";
import { derivedFullText } from "./fulltext.ts";
import { bringServers, lookAtServers, ServerTask } from "./fulltext-servers.ts";
import { bringInStep, NotApplied, rebuildBeside } from "./in-step.ts";
import { derivedPostings } from "./postings.ts";
import { Task } from "./task.ts";
import { rebuildVectors, syncVectors, type VectorStores } from "./vectors/sync.ts";

/** Decides which derived stores a run fills; plain values, which can be sent to a thread. */
export type StoresConfig = Pick<Config, "dataDir" | "fulltext" | "vectors" | "embeddings">;

/** The stores that a run brings in step with the relational one. */
export interface DerivedStores {
  readonly fullText: FullTextStore;
  readonly vectors: VectorStores;
}

/** @param model this process's language model, used without a service; null when there is none. */
export function openDerivedStores(config: StoresConfig, model: Encoder | null = null): DerivedStores {
  const { embeddings } = config;
  return {
    fullText: openFullTextStore(config),
    vectors: { embeddings, model, index: openVectorIndex(config) },
  };
}

/** How a store is left: `short` of what it must contain, or `away`, which is not worth retrying. */
type StoreOutcome = "in step" | "short" | "away";

/** How a run leaves each derived store. */
export type Outcomes = Readonly<Record<DerivedStore, StoreOutcome>>;

interface SyncDeps extends DerivedStores {
  readonly database: Database;
  readonly clock: () => Date;
}

/**
 * The stages of a run that make the derived stores equal to the relational one. A full-text server indexes while the
 * run makes stems and vectors; an embedded index would only take turns with them.
 * @throws {Interrupted} and whatever the relational store throws, once no stage goes on.
 */
export async function syncStores(deps: SyncDeps, stages: StageOpener): Promise<Outcomes> {
  const syncWords = () => syncStore(deps, "fulltext", stages);
  const syncPassages = async () => ({
    postings: await syncStore(deps, "postings", stages),
    vectors: await syncStore(deps, "vectors", stages),
  });
  if (deps.fullText.isEmbedded) return { fulltext: await syncWords(), ...(await syncPassages()) };
  const [words, passages] = await Promise.allSettled([syncWords(), syncPassages()]);
  return { fulltext: settled(words), ...settled(passages) };
}

/** Throws what it was rejected with. */
function settled<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/**
 * Brings one derived store in step. One that fails does not fail the run: a debt is recorded, which the worker pays.
 * @param trusts whether servers are compared only when they are not as they were last seen in step.
 */
export async function syncStore(
  deps: SyncDeps,
  store: DerivedStore,
  stages: StageOpener,
  trusts = false,
): Promise<StoreOutcome> {
  const { database, clock, fullText, vectors } = deps;
  const now = clock();
  const journal = await stages.open(store);
  const task = new Task({ database, store, journal, now });
  const settle = (work: () => Promise<unknown>) => settling(database, deps, store, work);
  const bring = {
    async fulltext() {
      if (!("servers" in fullText))
        return await settle(() => bringInStep(derivedFullText(database, fullText), task));
      await bringServers({
        database,
        now,
        trusts,
        servers: fullText.servers,
        bring: (index, server, isFirst) =>
          bringInStep(index, isFirst ? task : new ServerTask({ database, server, journal, now })),
        warn: (sentence) => journal.warn(sentence),
      });
    },
    postings: () =>
      settle(async () => {
        await bringInStep(derivedPostings(database), task);
        await dropOtherPostings(database, POSTINGS_VERSION);
      }),
    vectors: () => settle(() => syncVectors(vectors, task)),
  };
  try {
    await bring[store]();
    return "in step";
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const { label, undone } = STORE_NAMES[store];
    const reason = messageOf(error);
    await recordDebt(database, store, { reason, now });
    journal.count(undone, Math.max(task.remaining, 1));
    journal.warn(`${label} n'est pas à jour (${reason}) : le worker le complétera dès qu'il le pourra.`);
    return error instanceof NotApplied ? "short" : "away";
  } finally {
    journal.close();
  }
}

/** Refills a store beside the live one and swaps them, whatever that contains. The caller owns the ingestion lock. */
export async function rebuildStore(
  database: Database,
  stores: DerivedStores,
  store: DerivedStore,
): Promise<void> {
  const { fullText, vectors } = stores;
  const settle = (work: () => Promise<unknown>) => settling(database, stores, store, work);
  const rebuild = {
    async fulltext() {
      if (!("servers" in fullText))
        return await settle(() => rebuildBeside(derivedFullText(database, fullText)));
      await bringServers({
        database,
        now: new Date(),
        trusts: false,
        servers: fullText.servers,
        bring: rebuildBeside,
        // Whoever asked reads what is then in step.
        warn: () => {},
      });
    },
    postings: () => settle(() => rebuildBeside(derivedPostings(database))),
    vectors: () => settle(() => rebuildVectors(database, vectors)),
  };
  await rebuild[store]();
  await announceChange(database);
}

/** Runs what brings a store in step, then records that it is: what changed since the work began stays owed. */
async function settling(
  database: Database,
  stores: DerivedStores,
  store: DerivedStore,
  work: () => Promise<unknown>,
): Promise<void> {
  const revision = await readRevision(database);
  await work();
  // A store that no longer answers was in step all the same: it is compared once more when it is back.
  const generation = await readGeneration(database, stores, store).catch(() => null);
  await settleDebt(database, store, { revision, generation });
}

interface PayDeps extends SyncDeps {
  /** Stops after the present batch. */
  readonly signal: AbortSignal;
}

/** Derived stores that were owed something, as they now are. */
export interface Payment {
  readonly inStep: readonly DerivedStore[];
  readonly behind: readonly DerivedStore[];
  /** Why, in French. */
  readonly remarks: readonly string[];
}

/**
 * Updates, outside any run, every derived store that is owed something, whatever left the debt. An unreachable one does
 * not delay the others. The caller owns the ingestion lock.
 * @throws {Interrupted}
 */
export async function payDebts(deps: PayDeps): Promise<Payment> {
  return await pay(deps, owedStores(await lookAtStores(deps.database, deps)));
}

/**
 * Rebuilds what derived stores were found to have damaged, entries that no longer match their seals or a whole index,
 * and makes readers reload it. Returns the stores mended. The caller owns the ingestion lock.
 * @throws {Interrupted}
 */
export async function mendDamaged(deps: PayDeps): Promise<readonly DerivedStore[]> {
  const { database } = deps;
  const { debts } = await readDebts(database);
  const damaged = debts.flatMap(({ store, isDamaged }) => (isDamaged ? [store] : []));
  // None of its entries is known to be whole.
  if (damaged.includes("fulltext")) await rebuildStore(database, deps, "fulltext");
  const { behind } = await pay(
    deps,
    damaged.filter((store) => store !== "fulltext"),
  );
  if (damaged.length > 0) await announceChange(database);
  return damaged.filter((store) => !behind.includes(store));
}

async function pay(deps: PayDeps, owed: readonly DerivedStore[]): Promise<Payment> {
  const remarks: string[] = [];
  const stages = outsideRuns(deps.signal, (sentence) => remarks.push(sentence));
  const inStep: DerivedStore[] = [];
  const behind: DerivedStore[] = [];
  for (const store of owed) {
    const told = remarks.length;
    const outcome = await syncStore(deps, store, stages, true);
    // In step, but for one of its servers: what was said of it is still owed.
    (outcome === "in step" && remarks.length === told ? inStep : behind).push(store);
  }
  return { inStep, behind, remarks };
}

/**
 * Identifies the content of a derived store in a request or two: its versions, and a value that changes with its
 * content. For stores inside the relational store, being there is enough, since they are only lost with it or by hand,
 * and counting them would occupy its only session every ten seconds. Null for a store that was never filled, and for one
 * that several servers hold, each with a generation of its own.
 * @throws {EngineUnavailable}
 */
export async function readGeneration(
  database: Database,
  { fullText, vectors: { index } }: DerivedStores,
  store: DerivedStore,
): Promise<string | null> {
  if (store === "fulltext")
    return "servers" in fullText ? null : `${ANALYZER_VERSION} ${await fullText.generation()}`;
  if (store === "postings")
    return `${pastVersion(POSTINGS_VERSION)} ${await hasPostings(database, POSTINGS_VERSION)}`;
  // The corpus model's vectors alone: fillings add a language model's at any time.
  const version = (await newestModel(database))?.version ?? null;
  if (version === null) return null;
  const content = index === null ? hasVectors(database, version) : index.generation(version);
  // A release that knew no past texts has another generation, so that they are filled at once.
  const past = (await readPastLacking(database, version)) === null ? "without past texts" : "whole";
  return `${version} ${await content} ${past}`;
}

interface Look {
  readonly debts: readonly Debt[];
  /** The stores that are no longer as they were when last seen in step, whatever the relational store knows. */
  readonly changed: readonly DerivedStore[];
  /** Those that did not answer. */
  readonly away: readonly DerivedStore[];
}

/** Asks every derived store what it is, and the relational one what it owes. Writes nothing. */
export async function lookAtStores(database: Database, stores: DerivedStores): Promise<Look> {
  // The first import fills the stores itself, and its half must not be trained on.
  if ((await readLastImport(database)) === null) return { debts: [], changed: [], away: [] };
  const [{ debts }, known] = await Promise.all([readDebts(database), readGenerations(database)]);
  const changed: DerivedStore[] = [];
  const away: DerivedStore[] = [];
  for (const store of DERIVED_STORES) {
    const state = await lookAt(database, stores, store, known.get(store) ?? null);
    if (state === "away") away.push(store);
    if (state === "changed") changed.push(store);
  }
  return { debts, changed, away };
}

/** @param known the generation that the store was last seen in step with. */
async function lookAt(
  database: Database,
  stores: DerivedStores,
  store: DerivedStore,
  known: string | null,
): Promise<"same" | "changed" | "away"> {
  const { fullText } = stores;
  if (store === "fulltext" && "servers" in fullText) {
    const answering = (await lookAtServers(database, fullText.servers)).filter(({ fault }) => fault === null);
    if (answering.length === 0) return "away";
    return answering.every(({ state }) => state === "in step") ? "same" : "changed";
  }
  try {
    return (await readGeneration(database, stores, store)) === known ? "same" : "changed";
  } catch (error) {
    return error instanceof StoreDamaged ? "changed" : "away";
  }
}

/** The stores to bring in step, in the order of a run. */
export function owedStores({ debts, changed }: Look): DerivedStore[] {
  return DERIVED_STORES.filter((one) => changed.includes(one) || debts.some(({ store }) => store === one));
}
