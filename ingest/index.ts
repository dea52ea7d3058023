/** `bun run ingest [--source S] [--force]`: one run in the foreground. */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readConfig } from "../db/config.ts";
import { storeFault } from "../db/relational.ts";
import type { RunView } from "../db/run-view.ts";
import type { RunRequest } from "../db/runs.ts";
import { isExpected } from "./expected.ts";
import { isEnded, isInStep, ProgressDisplay, summarise } from "./progress.ts";
import { openRequester, type Requester } from "./requester.ts";
import { canonicalSource } from "./sources/name.ts";

const USAGE = "Usage : bun run ingest [--source sample|CHEMIN|URL] [--force]";
const POLL_MS = 250;

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
    const run = await execute(requester, { source, forced: options.force });
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

async function execute(requester: Requester, request: RunRequest): Promise<RunView> {
  const display = new ProgressDisplay(process.stderr);
  const id = await requester.request(request);
  for (;;) {
    const run = await requester.follow(id);
    display.show(run);
    if (isEnded(run)) {
      display.end();
      return run;
    }
    await sleep(POLL_MS);
  }
}
