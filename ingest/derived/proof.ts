import { isSameDigest, type StoreDigest } from "../../db/engine/digest.ts";
import { digestDocuments, digestPassages } from "../../db/ingestion/digests.ts";
import { type DerivedStore, recordDebt } from "../../db/ingestion/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readActiveEmbedder } from "../../db/queries/corpus.ts";
import type { RunProof, StoreProof } from "../../db/schema/ingestion.ts";
import { digestEmbedded } from "../../db/vectors/exact/digest.ts";
import type { Journal } from "../journal/journal.ts";
import { tellDifference } from "./differences.ts";
import type { DerivedStores } from "./stores.ts";

/**
 * Reads what the derived stores hold now and compares it with what the relational store says that they must
 * hold: counts and digests of documents (full text) and of passages (vectors). Writes nothing.
 * @param behind stores that are known not to be in step: they are not asked again.
 */
export async function proveStores(
  database: Database,
  stores: DerivedStores,
  behind: readonly DerivedStore[] = [],
): Promise<RunProof> {
  const { fullText, vectors } = stores;
  // Before the first embedding readers compare with nothing: every passage is missing.
  const version = (await readActiveEmbedder(database)) ?? "";
  const digestVectors = () => vectors.index?.digest(version) ?? digestEmbedded(database, version);
  const held = {
    fulltext: behind.includes("fulltext") ? null : await readDigest(() => fullText.digest()),
    vectors: behind.includes("vectors") ? null : await readDigest(digestVectors),
  };
  return {
    fulltext: compare(await digestDocuments(database), held.fulltext),
    vectors: compare(await digestPassages(database, version), held.vectors),
  };
}

/** Whether every derived store holds what it must. */
export function isProved({ fulltext, vectors }: RunProof): boolean {
  return fulltext.agrees && vectors.agrees;
}

async function readDigest(read: () => Promise<StoreDigest>): Promise<StoreDigest | null> {
  return await read().catch(() => null);
}

/** A store that can't be read agrees with nothing. */
function compare(expected: StoreDigest, held: StoreDigest | null): StoreProof {
  return { agrees: held !== null && isSameDigest(expected, held), expected, held };
}

const STORES = [
  { store: "fulltext", label: "L'index plein texte", unit: "documents", undone: "unindexed" },
  { store: "vectors", label: "L'index vectoriel", unit: "passages", undone: "unembedded" },
] as const;

/**
 * The last stage of a run: proves that the three stores agree. A store that does not, although it seemed to be in
 * step, leaves a debt and a warning; the next run compares it entry by entry and pays.
 */
export async function proveRun(
  database: Database,
  stores: DerivedStores,
  journal: Journal,
  { behind, now }: { readonly behind: readonly DerivedStore[]; readonly now: Date },
): Promise<void> {
  await journal.beginStage("proof");
  const proof = await proveStores(database, stores, behind);
  journal.proved(proof);
  for (const { store, label, unit, undone } of STORES) {
    const { agrees, expected, held } = proof[store];
    if (agrees || behind.includes(store)) continue;
    const reason = held === null ? "il ne peut pas être relu" : tellDifference(unit, expected, held);
    await recordDebt(database, store, reason, now);
    journal.count(undone, Math.max(Math.abs(expected.count - (held?.count ?? 0)), 1));
    journal.warn(
      `${label} ne tient pas ce que dit la base (${reason}) : la prochaine ingestion le réparera.`,
    );
  }
}
