import type { Logger } from "pino";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import { inActiveVersion, type SemanticDeps } from "../services/semantic.ts";

interface EngineDeps extends SemanticDeps {
  readonly fulltext: Pick<FullTextReader, "ping">;
}

/**
 * Logs each search engine that cannot answer as the process starts, with the cause: a wrong address would otherwise
 * show only once somebody searches. Never throws; the process serves what does not need them.
 */
export async function warnOfEngines(deps: EngineDeps, logger: Pick<Logger, "warn">): Promise<void> {
  const warn = (engine: string) => (err: unknown) =>
    logger.warn({ engine, err }, "engine unavailable at start");
  await Promise.all([
    deps.fulltext.ping().catch(warn("fulltext")),
    inActiveVersion(deps, (version) => deps.vectors.ping(version)).catch(warn("vectors")),
  ]);
}
