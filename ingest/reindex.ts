/** `bun run reindex [--fulltext] [--vectors]`: fills the derived stores anew from the relational one, and swaps them in. */
import { parseArgs } from "node:util";
import { type Config, readConfig } from "../db/config.ts";
import type { DerivedStore } from "../db/ingestion/indexing.ts";
import { openWriterSession, type WriterSession } from "../db/ingestion/lock.ts";
import { lockFolder } from "../db/lock.ts";
import { openRelational, type RelationalStore, storeFault } from "../db/relational.ts";
import { viewProof } from "../db/run-view.ts";
import { isExpected } from "./expected.ts";
import { IngestionFault } from "./fault.ts";
import { tellProof } from "./progress.ts";
import { proveStores } from "./proof.ts";
import { openDerivedStores } from "./stores.ts";
import { rebuildFullText } from "./sync.ts";
import { rebuildVectors } from "./vectors.ts";

const USAGE = "Usage : bun run reindex [--fulltext] [--vectors]";

const code = await main(process.argv.slice(2)).catch((thrown: unknown) => {
  const error = storeFault(thrown);
  console.error(isExpected(error) ? error.message : error);
  return 1;
});
// A lost connection leaves statements that nothing answers.
process.exit(code);

/** Gives the exit code: 0 only when the stores rebuilt are proved to be in step, 2 for a wrong usage. */
async function main(args: string[]): Promise<number> {
  const chosen = readOptions(args);
  if (chosen === null) {
    console.error(USAGE);
    return 2;
  }
  const config = readConfig();
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  const store = await openRelational(config);
  try {
    const session = await openSession(config, store);
    const isInStep = await Promise.race([rebuild(config, session, chosen), session.lost]);
    await session.close();
    return isInStep ? 0 : 1;
  } finally {
    await store.close();
    lock?.release();
  }
}

/** @throws {IngestionFault} while a run is under way. */
async function openSession({ database }: Config, store: RelationalStore): Promise<WriterSession> {
  if (database.kind === "embedded")
    return { database: store.database, lost: new Promise(() => {}), close: async () => {} };
  const session = await openWriterSession(database);
  if (session !== null) return session;
  throw new IngestionFault("Une ingestion est en cours : relancez la commande quand elle sera finie.");
}

/** Whether the stores rebuilt now hold what the relational one says. */
async function rebuild(
  config: Config,
  { database }: WriterSession,
  chosen: readonly DerivedStore[],
): Promise<boolean> {
  const stores = openDerivedStores(config);
  if (chosen.includes("fulltext")) {
    const documents = await rebuildFullText(database, stores.fullText);
    console.log(`Index plein texte reconstruit : ${documents} documents.`);
  }
  if (chosen.includes("vectors")) {
    await rebuildVectors(database, stores.vectors);
    console.log("Index vectoriel reconstruit.");
  }
  const proof = await proveStores(database, stores);
  console.log(tellProof(viewProof(proof)));
  return chosen.every((store) => proof[store].agrees);
}

/** The stores that are named, or all of them when none is; null for a wrong usage. */
function readOptions(args: string[]): DerivedStore[] | null {
  try {
    const options = { fulltext: { type: "boolean" }, vectors: { type: "boolean" } } as const;
    const { fulltext = false, vectors = false } = parseArgs({ args, options }).values;
    const isAll = fulltext === vectors;
    return [
      ...(fulltext || isAll ? ["fulltext" as const] : []),
      ...(vectors || isAll ? ["vectors" as const] : []),
    ];
  } catch {
    return null;
  }
}
