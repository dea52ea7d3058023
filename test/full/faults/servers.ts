import { describe } from "bun:test";
import { describeOnMeilisearch } from "../../servers/meilisearch.ts";
import { serverAbsence } from "../../servers/postgres.ts";

/** Of one test, which waits for its turn. */
export const TIMEOUT_MS = 1_800_000;

/** A suite that needs all the real servers; where they can't run, the title gives the reason for skipping. */
export function describeOnServers(title: string, suite: () => void): void {
  if (serverAbsence === null) describeOnMeilisearch(title, suite);
  else describe.skip(`${title} (${serverAbsence})`, suite);
}
