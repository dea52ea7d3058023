import { beforeAll } from "bun:test";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { chromium, describeInChromium } from "../../servers/chromium.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { writeCorpus } from "./corpus.ts";

/** Opens the dashboard of the site. */
export const OPERATOR_TOKEN = "le-jeton-de-l-operateur-des-essais";

/** It ingests before it answers: seconds on a quiet machine. */
const START_LIMIT_MS = 180_000;

let running: Promise<ApiProcess> | null = null;

/** A suite that looks at the site in Chromium, both started before its first test. */
export function describeOnSite(title: string, suite: () => void): void {
  describeInChromium(title, () => {
    beforeAll(async () => void (await Promise.all([chromium(), site()])), START_LIMIT_MS);
    suite();
  });
}

/** The service that the suites look at, on the crafted corpus; started with the first that asks, shared by all. */
export function site(): Promise<ApiProcess> {
  running ??= startSite();
  return running;
}

/** Stops the shared service, if it was started. */
export async function stopSite(): Promise<void> {
  const service = await running;
  running = null;
  await service?.stop();
}

async function startSite(): Promise<ApiProcess> {
  return await startApi({
    DATA_DIR: await createDataDir(),
    SOURCE: await writeCorpus(),
    ADMIN_TOKEN: OPERATOR_TOKEN,
    // Each window has an address of its own (`window.ts`).
    TRUST_PROXY: "127.0.0.1",
  });
}
