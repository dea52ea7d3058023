import { withTimeout } from "../../db/engine/timeout.ts";
import { EVERYDAY_FRENCH } from "../../search/lexicon/everyday-french.ts";
import { openApi } from "../mcp/api.ts";
import { createMcpServer } from "../mcp/server.ts";
import type { HybridDeps } from "../services/hybrid/search.ts";
import { inActiveVersion } from "../services/semantic.ts";

/**
 * Compiles the shapes that check MCP tool calls, once for all: the first request of a process would block its event
 * loop for 100 ms.
 */
export function prepareTools(clock: () => Date): void {
  const nobody = openApi("http://localhost", "", () => Promise.reject(new Error("no tool is called here")));
  createMcpServer(nobody, clock);
}

/** Reading the vectors of a whole corpus takes about three seconds. */
const TIME_LIMIT_MS = 10_000;

/**
 * Loads the vectors, the stems, the known questions and the question model into memory, so that the first question of a
 * process does not wait for them. Never throws: what can't be loaded within `timeLimitMs` is loaded on first use.
 */
export async function warmUp(deps: HybridDeps, timeLimitMs = TIME_LIMIT_MS): Promise<void> {
  await withTimeout(timeLimitMs, loadSemantic(deps)).catch(() => {});
}

async function loadSemantic(deps: HybridDeps): Promise<void> {
  EVERYDAY_FRENCH.questions.load();
  await inActiveVersion(deps, async (version) => {
    const nothing = deps.postings.rank(new Map(), () => false);
    await Promise.all([deps.vectors.ping(version), deps.embedders.of(version), nothing]);
  });
}
