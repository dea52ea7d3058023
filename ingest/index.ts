/** `bun run ingest [--source S] [--force]`: one run in the foreground. */
import { IS_UNPRINTABLE, isPrintable } from "../bofip/text/characters.ts";
import { canonicalSource } from "../config/allowed-sources.ts";
import { print, readOptionsOrExit, tellFault, UsageError } from "../config/command-line.ts";
import { readConfig } from "../config/config.ts";
import { storeFault } from "../db/postgres/open.ts";
import { followToEnd, isInStep, summarise } from "./queue/progress.ts";
import { openRequester } from "./queue/requester.ts";

const USAGE = `Usage : bun run ingest [--source S] [--force]

  --source S   « sample », un chemin ou une adresse ; par défaut SOURCE, sinon la source que la base retient
  --force      relit tout, passe outre le garde-fou des retraits et remplace la source retenue ; jamais un corpus par un autre`;

const options = readOptionsOrExit(USAGE, { source: { type: "string" }, force: { type: "boolean" } });

process.exitCode = await main().catch((thrown: unknown) => tellFault(storeFault(thrown), USAGE));

/** Returns the exit code: 0 only when every store is in step. */
async function main(): Promise<number> {
  if (!isPrintable(options.source ?? "")) throw new UsageError(`L'option --source ${IS_UNPRINTABLE}.`);
  const config = readConfig();
  const requester = await openRequester(config);
  const stop = () => requester.interrupt() || process.exit(1);
  process.once("SIGTERM", stop).once("SIGINT", stop);
  try {
    const named = options.source ?? (config.isSourceNamed ? config.source : null);
    const source = named === null ? null : canonicalSource(named);
    const id = await requester.request({ source, forced: options.force === true });
    const run = await followToEnd(() => requester.follow(id));
    print(summarise(run));
    return isInStep(run) ? 0 : 1;
  } finally {
    await requester.close();
  }
}
