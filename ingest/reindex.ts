/** `bun run reindex [--fulltext]`: fills the derived stores anew from the relational one, and swaps them in. */
import { parseArgs } from "node:util";
import { readConfig } from "../db/config.ts";
import { openFullTextIndex } from "../db/fulltext/open.ts";
import { runLock } from "../db/ingestion/lock.ts";
import { lockFolder } from "../db/lock.ts";
import { openRelational } from "../db/relational.ts";
import { rebuildFullText } from "./sync.ts";

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

async function main(args: string[]): Promise<number> {
  if (!isUsage(args)) {
    console.error("Usage : bun run reindex [--fulltext]");
    return 2;
  }
  const config = readConfig();
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  try {
    const store = await openRelational(config);
    const release = await runLock(config.database).tryAcquire();
    if (release === null)
      throw new Error("Une ingestion est en cours : relancez la commande quand elle sera finie.");
    const documents = await rebuildFullText(store.database, openFullTextIndex(config));
    console.log(`Index plein texte reconstruit : ${documents} documents.`);
    await release();
    await store.close();
    return 0;
  } finally {
    lock?.release();
  }
}

/** The full-text index is the only derived store: naming it or not comes to the same. */
function isUsage(args: string[]): boolean {
  try {
    parseArgs({ args, options: { fulltext: { type: "boolean" } } });
    return true;
  } catch {
    return false;
  }
}
