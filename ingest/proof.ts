/** `bun run proof`: the state of the log of proof, or the opening of the next one. */
import { parseCommandLine, print, tellFault, UsageError } from "../config/command-line.ts";
import { type Config, readConfig } from "../config/config.ts";
import { lockFolder } from "../db/data-folder/lock.ts";
import { openRelational, storeFault } from "../db/postgres/open.ts";
import { readProofLog } from "../db/proof/logs.ts";
import { IngestionFault } from "./journal/fault.ts";
import { openNextLog, sealLog } from "./proof/open-log.ts";
import { openProver } from "./proof/prover.ts";

const USAGE = `Usage : bun run proof [--new-log]

  Dit où en est le journal de preuve : son origine, ses feuilles, sa dernière tête signée.

  --new-log   ferme le journal ouvert à sa dernière tête et ouvre le suivant, dont la première feuille la garde

  En mode embarqué, arrêtez d'abord le service.`;

process.exitCode = await main(process.argv.slice(2)).catch((thrown: unknown) =>
  tellFault(storeFault(thrown), USAGE),
);

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(args, { "new-log": { type: "boolean" } });
  if (values.help === true) {
    print(USAGE);
    return 0;
  }
  if (positionals[0] !== undefined) throw new UsageError(`Argument en trop : « ${positionals[0]} ».`);
  const config = readConfig();
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  try {
    return await tellLog(config, values["new-log"] === true);
  } finally {
    lock?.release();
  }
}

async function tellLog(config: Config, isNext: boolean): Promise<number> {
  const store = await openRelational(config);
  try {
    if (isNext) {
      const prover = await openProver(config.proof);
      if (prover === null)
        throw new IngestionFault("PROOF_KEY est absente : il n'y a pas de journal de preuve sans clé.");
      await openNextLog(store.database, prover, new Date());
      await sealLog(store.database, prover, new Date());
    }
    const log = await readProofLog(store.database);
    if (log === null) print("Aucun journal de preuve n'est ouvert.");
    else {
      const { origin, size, last } = log;
      print(`Journal ${origin} : ${size} feuilles, ${last?.size ?? 0} sous la dernière tête signée.`);
      if (last !== null) print(`\n${last.note}`);
    }
    return 0;
  } finally {
    await store.close();
  }
}
