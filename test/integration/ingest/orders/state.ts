import type { Database } from "../../../../db/postgres/database.ts";
import { readChanges } from "../../../../db/queries/changes.ts";
import type { Run } from "../../../../db/runs/runs.ts";
import { type Lines, shown } from "../../../full/faults/state/lines.ts";
import { dumpRelational } from "../../../full/faults/state/relational.ts";
import { serverAbsence } from "../../../servers/postgres.ts";
import { openEmbedded, openServer } from "../../../servers/stores.ts";
import { ingestInAnyOrder } from "../any-order.ts";

/**
 * Content derived by an embedder, records of runs rather than of the doctrine, and texts and records kept aside, in the
 * form of the first file that contained them. The journal records arrivals, hence differs with the order.
 */
const LEFT_OUT =
  /^(?:passage_vectors|embedding_models|embedding_model_parts|corpus|store_debts|kept_sources|kept_texts|journal) /;
/** Likewise the first source of a wording. */
const PROVENANCE = / (?:empreinte_source|empreinte_fichier|fichier|date_source)=\S*/g;
const EVER = { start: { kind: "dated", since: "0001-01-01" }, domaine: null } as const;
const MANY_CHANGES = 10_000;

/** After every source of the tests. */
const NOW = "2026-06-10T04:00:00Z";

/** The content of a store once sources were ingested one after the other. */
export interface Outcome {
  /** Every fact, edition, document, derived text and reference, then the entries of /v1/changes. */
  readonly lines: Lines;
  readonly runs: readonly Run[];
}

/**
 * Ingests sources into a store of its own, one run each, in order; the derived stores are left behind.
 * @param look reads more of the store before it is removed.
 */
export async function ingestInOrder(
  sources: readonly string[],
  look: (database: Database) => Promise<void> = async () => {},
): Promise<Outcome> {
  // The server is twice as fast; other suites check that both contain the same.
  const store = await (serverAbsence === null ? openServer() : openEmbedded());
  try {
    const { database } = store;
    const runs: Run[] = [];
    for (const source of sources) runs.push(await ingestInAnyOrder(database, source, NOW));
    await look(database);
    return { lines: await readState(database), runs };
  } finally {
    await store.close();
  }
}

async function readState(database: Database): Promise<Lines> {
  const held = await dumpRelational(database.$client);
  const changes = await readChanges(database, EVER, MANY_CHANGES, 0);
  return [
    ...held
      .filter((line) => !LEFT_OUT.test(line))
      .map((line) => (line.startsWith("wordings ") ? line.replace(PROVENANCE, "") : line)),
    ...changes.map((change, position) => `/v1/changes ${position} ${shown(change)}`),
  ];
}
