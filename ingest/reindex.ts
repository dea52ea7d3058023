/** `bun run reindex [--fulltext] [--vectors]`: fills the derived stores anew from the relational one, and swaps them in. */
import { parseArgs } from "node:util";
import { readConfig } from "../db/config.ts";
import { runLock } from "../db/ingestion/lock.ts";
import { lockFolder } from "../db/lock.ts";
import { openRelational } from "../db/relational.ts";
import { openDerivedStores } from "./stores.ts";
import { rebuildFullText } from "./sync.ts";
import { rebuildVectors } from "./vectors.ts";

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

async function main(args: string[]): Promise<number> {
  const chosen = readOptions(args);
  if (chosen === null) {
    console.error("Usage : bun run reindex [--fulltext] [--vectors]");
    return 2;
  }
  const config = readConfig();
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  try {
    const store = await openRelational(config);
    const release = await runLock(config.database).tryAcquire();
    if (release === null)
      throw new Error("Une ingestion est en cours : relancez la commande quand elle sera finie.");
    const { fullText, vectors } = openDerivedStores(config);
    if (chosen.fulltext) {
      const documents = await rebuildFullText(store.database, fullText);
      console.log(`Index plein texte reconstruit : ${documents} documents.`);
    }
    if (chosen.vectors) {
      await rebuildVectors(store.database, vectors);
      console.log("Index vectoriel reconstruit.");
    }
    await release();
    await store.close();
    return 0;
  } finally {
    lock?.release();
  }
}

/** The stores that are named, or all of them when none is; null for a wrong usage. */
function readOptions(args: string[]): { fulltext: boolean; vectors: boolean } | null {
  try {
    const options = { fulltext: { type: "boolean" }, vectors: { type: "boolean" } } as const;
    const { fulltext = false, vectors = false } = parseArgs({ args, options }).values;
    const isAll = !fulltext && !vectors;
    return { fulltext: fulltext || isAll, vectors: vectors || isAll };
  } catch {
    return null;
  }
}
