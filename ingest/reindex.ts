/** `bun run reindex [--fulltext] [--postings] [--vectors]`: refills the derived stores from the relational one, and swaps them in. */
import { setTimeout as sleep } from "node:timers/promises";
import { print, readOptionsOrExit, tellFault } from "../config/command-line.ts";
import { type Config, readConfig } from "../config/config.ts";
import { askOwner } from "../db/data-folder/control-client.ts";
import { findOwner, lockFolder } from "../db/data-folder/lock.ts";
import { commandActs } from "../db/engine/operator-acts.ts";
import type { DerivedStore } from "../db/ingestion/derived/indexing.ts";
import { openWriterSession, type WriterSession } from "../db/ingestion/writer-session.ts";
import { openRelational, type RelationalStore, storeFault } from "../db/postgres/open.ts";
import { DERIVED_STORES, type ProofView, viewProof } from "../db/runs/view.ts";
import { tellServers } from "./derived/fulltext-servers.ts";
import { rebuildStores } from "./derived/proof.ts";
import { openDerivedStores } from "./derived/stores.ts";
import { IngestionFault } from "./journal/fault.ts";
import { parseAccepted, parseRebuilding, tellProof } from "./queue/progress.ts";

const USAGE = `Usage : bun run reindex [--fulltext] [--postings] [--vectors]

  --fulltext   refait l'index plein texte
  --postings   refait l'index des racines
  --vectors    refait l'index vectoriel
  Sans option, les trois.`;
const POLL_MS = 250;
/** Names of the stores in the words of the admin routes. */
const VIEWS = { fulltext: "plein_texte", postings: "racines", vectors: "vecteurs" } as const;

const code = await main(readStores()).catch((thrown: unknown) => tellFault(storeFault(thrown)));
// A lost connection leaves statements pending for ever.
process.exit(code);

/** Returns the exit code: 0 only when the rebuilt stores are proved to be in step. */
async function main(chosen: readonly DerivedStore[]): Promise<number> {
  const config = readConfig();
  const socket = config.isEmbedded ? (findOwner(config.dataDir)?.socket ?? null) : null;
  const proof = await (socket === null ? rebuildHere(config, chosen) : rebuildThere(socket, chosen));
  for (const store of chosen) print(tellRebuilt(store, proof));
  print(tellProof(proof));
  return chosen.every((store) => proof[VIEWS[store]]?.conforme) ? 0 : 1;
}

function tellRebuilt(store: DerivedStore, { plein_texte }: ProofView): string {
  switch (store) {
    case "fulltext":
      return `Index plein texte reconstruit : ${plein_texte.attendu.nombre} textes.`;
    case "postings":
      return "Index des racines reconstruit.";
    case "vectors":
      return "Index vectoriel reconstruit.";
  }
}

/** In embedded mode only the service may write while it runs: it does the work, and this process follows it. */
async function rebuildThere(socket: string, stores: readonly DerivedStore[]): Promise<ProofView> {
  const asked = { method: "POST", path: "/reindex", body: { stores } } as const;
  const { id } = await askOwner(socket, asked, parseAccepted);
  for (;;) {
    const state = { method: "GET", path: `/reindex/${id}` } as const;
    const { message, preuve } = await askOwner(socket, state, parseRebuilding);
    if (message !== null) throw new IngestionFault(message);
    if (preuve !== null) return preuve;
    await sleep(POLL_MS);
  }
}

async function rebuildHere(config: Config, stores: readonly DerivedStore[]): Promise<ProofView> {
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  const store = await openRelational(config);
  try {
    const session = await openSession(config, store);
    commandActs(config.logLevel)("reindex asked", { stores });
    const opened = openDerivedStores(config);
    const rebuilding = rebuildStores(session.database, opened, stores);
    const proof = await Promise.race([rebuilding, session.lost]);
    const left =
      "servers" in opened.fullText ? await tellServers(session.database, opened.fullText.servers) : null;
    if (left !== null) print(left);
    await session.close();
    return viewProof(proof);
  } finally {
    await store.close();
    lock?.release();
  }
}

/** @throws {IngestionFault} while a run is under way */
async function openSession({ database }: Config, store: RelationalStore): Promise<WriterSession> {
  if (database.kind === "embedded")
    return { database: store.database, lost: new Promise(() => {}), close: async () => {} };
  const session = await openWriterSession(database);
  if (session !== null) return session;
  throw new IngestionFault("Une ingestion est en cours : relancez la commande quand elle sera finie.");
}

/** The stores that are named, or all of them when none is. */
function readStores(): DerivedStore[] {
  const options = readOptionsOrExit(USAGE, {
    fulltext: { type: "boolean" },
    postings: { type: "boolean" },
    vectors: { type: "boolean" },
  });
  const named = DERIVED_STORES.filter((store) => options[store] === true);
  return named.length === 0 ? [...DERIVED_STORES] : named;
}
