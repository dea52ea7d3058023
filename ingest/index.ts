/** `bun run ingest [--source S] [--force]`: one run in the foreground. */
import { parseArgs } from "node:util";
import { readConfig } from "../db/config.ts";
import { storeFault } from "../db/postgres/open.ts";
import { isExpected } from "./journal/expected.ts";
import { followToEnd } from "./queue/follow.ts";
import { isInStep, summarise } from "./queue/progress.ts";
import { openRequester } from "./queue/requester.ts";
import { canonicalSource } from "./sources/name.ts";

const USAGE = "Usage : bun run ingest [--source sample|CHEMIN|URL] [--force]";

process.exitCode = await main(process.argv.slice(2)).catch((thrown: unknown) => {
  const error = storeFault(thrown);
  console.error(isExpected(error) ? error.message : error);
  return 1;
});

/** Gives the exit code: 0 only when every store is in step, 2 for a wrong usage. */
async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const config = readConfig();
  const requester = await openRequester(config);
  const stop = () => requester.interrupt() || process.exit(1);
  process.once("SIGTERM", stop).once("SIGINT", stop);
  try {
    const source = canonicalSource(options.source ?? config.source);
    const id = await requester.request({ source, forced: options.force });
    const run = await followToEnd(() => requester.follow(id));
    console.log(summarise(run));
    return isInStep(run) ? 0 : 1;
  } finally {
    await requester.close();
  }
}

function readOptions(args: string[]): { source?: string; force: boolean } | null {
  try {
    const { values } = parseArgs({
      args,
      options: { source: { type: "string" }, force: { type: "boolean", default: false } },
    });
    return values;
  } catch {
    return null;
  }
}
