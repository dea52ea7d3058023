import { withTimeout } from "../../db/engine/timeout.ts";
import type { HybridDeps } from "../services/hybrid/search.ts";
import { inActiveVersion } from "../services/semantic.ts";

/** A whole corpus of vectors is read in three seconds or so. */
const TIME_LIMIT_MS = 10_000;

/**
 * Brings the vectors, the stems and the model of the questions into memory, so that the first question of a process does not
 * wait for them. Never throws: what can't be had within `timeLimitMs` is asked for later.
 */
export async function warmUp(deps: HybridDeps, timeLimitMs = TIME_LIMIT_MS): Promise<void> {
  await withTimeout(timeLimitMs, loadSemantic(deps)).catch(() => {});
}

async function loadSemantic(deps: HybridDeps): Promise<void> {
  await inActiveVersion(deps, async (version) => {
    const nothing = deps.postings.rank(new Map(), () => false);
    await Promise.all([deps.vectors.ping(version), deps.embedders.of(version), nothing]);
  });
}
