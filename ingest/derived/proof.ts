import { isSameDigest, type StoreDigest } from "../../db/engine/digest.ts";
import { isForgotten, readUnproved, recordAttempt } from "../../db/erasure/erasures.ts";
import { readDebts, recordDamage, recordDebt, settleDebt } from "../../db/ingestion/derived/debts.ts";
import { digestDocuments, digestPassages, digestPostable } from "../../db/ingestion/derived/digests.ts";
import { recordServerBehind } from "../../db/ingestion/derived/fulltext-servers.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange, readActiveEmbedder } from "../../db/queries/corpus.ts";
import { DERIVED_STORES, STORE_NAMES } from "../../db/runs/view.ts";
import type { ErasedStore } from "../../db/schema/erasures.ts";
import type { RunProof, StoreProof } from "../../db/schema/ingestion.ts";
import { ANALYZER_VERSION } from "../../search/fulltext/analyzer/index.ts";
import type { FullTextServer, FullTextStore } from "../../search/fulltext/open.ts";
import { digestPosted, POSTINGS_VERSION } from "../../search/stems/write-postings.ts";
import { digestEmbedded } from "../../search/vectors/exact/digest.ts";
import { type Journal, outsideRuns } from "../journal/journal.ts";
import { tellBehind } from "./fulltext-servers.ts";
import { tellDifference } from "./in-step.ts";
import { type DerivedStores, type Outcomes, readGeneration, rebuildStore, syncStore } from "./stores.ts";

const IN_STEP: Outcomes = { fulltext: "in step", postings: "in step", vectors: "in step" };

interface Proving {
  /** How a run left the stores: unavailable ones are not queried again. */
  readonly outcomes?: Outcomes;
  /** Whether every server of the full text must agree; else one that does is enough. */
  readonly everyServer?: boolean;
  /** Told of each server of the full text that can be read. */
  readonly onServer?: (server: FullTextServer, held: StoreDigest) => void;
}

/**
 * Reads what the derived stores now contain and compares it with what the relational store requires: counts and digests
 * of documents (full text, stems) and of passages (vectors). Writes nothing.
 */
export async function proveStores(
  database: Database,
  stores: DerivedStores,
  proving: Proving = {},
): Promise<Required<RunProof>> {
  const { fullText, vectors } = stores;
  const { outcomes = IN_STEP } = proving;
  const texts = await digestDocuments(database, ANALYZER_VERSION);
  // Before the first embedding, readers compare with nothing: every passage is missing.
  const version = (await readActiveEmbedder(database)) ?? "";
  const digestVectors = () => vectors.index?.digest(version) ?? digestEmbedded(database, version);
  const held = {
    fulltext: outcomes.fulltext === "away" ? null : await digestFullText(fullText, texts, proving),
    postings:
      outcomes.postings === "away" ? null : await readDigest(() => digestPosted(database, POSTINGS_VERSION)),
    vectors: outcomes.vectors === "away" ? null : await readDigest(digestVectors),
  };
  return {
    fulltext: compare(texts, held.fulltext),
    postings: compare(await digestPostable(database), held.postings),
    vectors: compare(await digestPassages(database, version), held.vectors),
  };
}

/** Of several servers, what one that agrees contains, or else one that does not; the other way when all must agree. */
async function digestFullText(
  fullText: FullTextStore,
  expected: StoreDigest,
  { everyServer = false, onServer = () => {} }: Proving,
): Promise<StoreDigest | null> {
  if (!("servers" in fullText)) return await readDigest(() => fullText.digest());
  const held = await Promise.all(fullText.servers.map((server) => readDigest(() => server.digest())));
  for (const [index, server] of fullText.servers.entries()) {
    const digest = held[index] ?? null;
    if (digest !== null) onServer(server, digest);
  }
  const differing = held.filter((digest) => digest === null || !isSameDigest(expected, digest));
  if (everyServer) return differing.length === 0 ? expected : (differing[0] ?? null);
  return differing.length < held.length ? expected : (held.find((digest) => digest !== null) ?? null);
}

async function readDigest(read: () => Promise<StoreDigest>): Promise<StoreDigest | null> {
  return await read().catch(() => null);
}

/** An unreadable store matches nothing. */
function compare(expected: StoreDigest, held: StoreDigest | null): StoreProof {
  return { agrees: held !== null && isSameDigest(expected, held), expected, held };
}

/**
 * The last stage of a run: proves that the stores agree. One that does not leaves a debt and a warning, paid by the
 * next run. Stores that nobody else writes must then be damaged, and are mended at once (`mendDamaged`).
 */
export async function proveRun(
  database: Database,
  stores: DerivedStores,
  journal: Journal,
  { outcomes, now }: { readonly outcomes: Outcomes; readonly now: Date },
): Promise<void> {
  await journal.beginStage("proof");
  const servers: { readonly server: FullTextServer; readonly held: StoreDigest }[] = [];
  const onServer = (server: FullTextServer, held: StoreDigest) => void servers.push({ server, held });
  const proof = await proveStores(database, stores, { outcomes, onServer });
  journal.proved(proof);
  if (proof.fulltext.agrees) {
    for (const { server, held } of servers)
      await proveServer(database, journal, { server, held, expected: proof.fulltext.expected, now });
  }
  for (const store of DERIVED_STORES) {
    const { label, unit, undone } = STORE_NAMES[store];
    const { agrees, expected, held } = proof[store];
    if (agrees || outcomes[store] !== "in step") continue;
    const reason =
      held === null ? "il ne peut pas être relu" : tellDifference(unit, expected.count, held.count);
    // Only damage can have changed since what the run itself has just written or verified.
    const isMended = {
      fulltext: stores.fullText.isEmbedded,
      postings: true,
      vectors: stores.vectors.index === null,
    }[store];
    if (isMended) await recordDamage(database, store, now);
    else await recordDebt(database, store, { reason, now });
    journal.count(undone, Math.max(Math.abs(expected.count - (held?.count ?? 0)), 1));
    const next = isMended ? "il se refait aussitôt" : "le worker le comparera et le réparera";
    journal.warn(`${label} ne tient pas ce que dit la base (${reason}) : ${next}.`);
  }
}

/** One that differs while another one agrees is its own debt, and is read no more. */
async function proveServer(
  database: Database,
  journal: Journal,
  proved: {
    readonly server: FullTextServer;
    readonly held: StoreDigest;
    readonly expected: StoreDigest;
    readonly now: Date;
  },
): Promise<void> {
  const { server, held, expected, now } = proved;
  if (isSameDigest(expected, held)) return;
  const reason = tellDifference(STORE_NAMES.fulltext.unit, expected.count, held.count);
  await recordServerBehind(database, { server: server.name, reason, now });
  journal.warn(tellBehind(server.rank, reason));
}

/**
 * Removes texts erased by law from every store, and records what could not be proved. An unavailable store blocks no
 * other, and is retried. Null when there was nothing to prove. The caller owns the ingestion lock.
 */
export async function proveErasures(
  database: Database,
  stores: DerivedStores,
  now: Date,
): Promise<readonly ErasedStore[] | null> {
  if ((await readUnproved(database)).size === 0) return null;
  // A server that is away may still hold them.
  const everyServer = true;
  const before = await proveStores(database, stores, { everyServer });
  for (const store of DERIVED_STORES.filter((one) => !agrees(before, one)))
    await forget(database, stores, store, now).catch(() => {});
  const { revision, debts } = await readDebts(database);
  const proof = await proveStores(database, stores, { everyServer });
  for (const { store, isDamaged } of debts) {
    if (isDamaged || !agrees(proof, store)) continue;
    const generation = await readGeneration(database, stores, store).catch(() => null);
    await settleDebt(database, store, { revision, generation });
  }
  const remains: ErasedStore[] = DERIVED_STORES.filter((store) => !agrees(proof, store));
  if (!(await isForgotten(database))) remains.unshift("relational");
  await recordAttempt(database, remains, now);
  // Makes processes reload what they have cached of it.
  await announceChange(database);
  return remains;
}

function agrees(proof: RunProof, store: DerivedStore): boolean {
  return proof[store]?.agrees === true;
}

async function forget(
  database: Database,
  stores: DerivedStores,
  store: DerivedStore,
  now: Date,
): Promise<void> {
  if (store === "vectors") await rebuildStore(database, stores, store);
  else await syncStore({ database, ...stores, clock: () => now }, store, UNTOLD);
}

const UNTOLD = outsideRuns(new AbortController().signal, () => {});

/** Refills the chosen stores beside the live ones. Returns what all then contain. The caller owns the ingestion lock. */
export async function rebuildStores(
  database: Database,
  stores: DerivedStores,
  chosen: readonly DerivedStore[],
): Promise<RunProof> {
  for (const store of DERIVED_STORES) {
    if (chosen.includes(store)) await rebuildStore(database, stores, store);
  }
  return await proveStores(database, stores);
}
