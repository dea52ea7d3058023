import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import { AdmissionQueue } from "../../db/admission/queue.ts";
import { withTimeout } from "../../db/engine/retry.ts";
import { isDamage } from "../../db/integrity/damages.ts";
import type { Database } from "../../db/postgres/database.ts";
import { keepFeedHost } from "../../db/queries/corpus.ts";
import { readHitSources, readIdentifiersInForce } from "../../db/queries/hits.ts";
import { keptTexts } from "../../db/queries/kept-texts.ts";
import { inActiveVersion } from "../../search/embeddings/open.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import { EVERYDAY_FRENCH } from "../../search/lexicon/lexicon.ts";
import type { AppDeps } from "../app.ts";
import type { SemanticDeps } from "../features/hybrid/semantic.ts";
import type { HybridDeps } from "../features/hybrid/service.ts";
import { checkReadiness } from "../features/service/operations-route.ts";
import { Drain } from "../http/connections.ts";
import { openApi } from "../mcp/api.ts";
import { createMcpServer } from "../mcp/server.ts";
import type { Service } from "../open-service.ts";
import type { Rebuild } from "../operator/reindexing-route.ts";
import { createControlApp } from "./control.ts";
import { bindPort } from "./port.ts";
import { untilReady } from "./until-ready.ts";

interface RunningServer {
  readonly url: string;
  /** Stops as `Drain` describes. */
  stop(): Promise<void>;
}

/**
 * Listens once `/ready` would be 200 and what the first answers need is in memory; waits, until `signal`, for a
 * relational store that is away.
 * @throws {PortUnavailable}
 */
export async function serve(config: Config, service: Service, signal: AbortSignal): Promise<RunningServer> {
  const { app, deps, engines } = service;
  const { database, primary, domains, keys, drain, traffic, clock, logger } = deps;
  const checkReady = () => checkReadiness({ database: primary, drain });
  const readLists = async () => {
    await checkReady();
    await Promise.all([domains.refresh(), keys.refresh()]);
  };
  await untilReady(readLists, logger, signal);
  if (config.publicUrl !== null) await keepFeedHost(primary, new URL(config.publicUrl).hostname);
  prepareTools(clock);
  await Promise.all([warmUp(engines), app.prepare()]);
  await untilReady(checkReady, logger, signal);
  const bound = await bindPort({ hostname: config.host, port: config.port }, app);
  const url = service.answersOn(bound.port);
  void warnOfEngines(engines, logger);
  traffic.start();
  const stopping = new AbortController();
  void preloadTexts(database, logger, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await drain.end(app);
    await traffic.stop();
  };
  return { url, stop };
}

/** Listens for the commands of the folder's owner on a separate socket. */
export async function serveControl(path: string, deps: AppDeps, rebuild: Rebuild): Promise<RunningServer> {
  const drain = new Drain(0);
  const control = createControlApp({
    ...deps,
    ...deps.admin,
    rebuild,
    admissions: new AdmissionQueue(deps.primary),
    drain,
    publicUrl: () => "",
    upgradeUrl: () => "",
    // The folder's owner can already read these files.
    allowed: null,
  });
  control.listen({ unix: path });
  return { url: path, stop: () => drain.end(control) };
}

/** Logs each search engine that cannot answer at the start, with the cause. Never throws: the rest is served. */
export async function warnOfEngines(
  deps: SemanticDeps & { readonly fulltext: Pick<FullTextReader, "ping"> },
  logger: Pick<Logger, "warn">,
): Promise<void> {
  const warn = (engine: string) => (err: unknown) =>
    logger.warn({ engine, err }, "engine unavailable at start");
  await Promise.all([
    deps.fulltext.ping().catch(warn("fulltext")),
    inActiveVersion(deps, (version) => deps.vectors.ping(version)).catch(warn("vectors")),
  ]);
}

/** A page of results. */
const DOCUMENTS_AT_ONCE = 20;

/**
 * Loads the texts that excerpts are cut from, up to this process's limit, in half of the time, until `signal`. Never
 * throws: a missing text is read when it is found.
 */
export async function preloadTexts(database: Database, logger: Logger, signal: AbortSignal): Promise<void> {
  const texts = keptTexts(database);
  try {
    for await (const boiIds of readIdentifiersInForce(database, DOCUMENTS_AT_ONCE)) {
      if (signal.aborted || !texts.hasRoom) return;
      const startedAt = performance.now();
      // A damaged text is reported to those who request it; the others are still loaded.
      await readHitSources(database, boiIds).catch((error: unknown) => {
        if (!isDamage(error)) throw error;
        logger.warn({ err: error }, "a damaged text is not preloaded");
      });
      await Bun.sleep(performance.now() - startedAt);
    }
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error }, "texts not all preloaded");
  }
}

/** Compiles, once for all, the shapes that check MCP tool calls: 100 ms of a first request's event loop. */
function prepareTools(clock: () => Date): void {
  const nobody = openApi("http://localhost", "", () => Promise.reject(new Error("no tool is called here")));
  createMcpServer(nobody, clock);
}

/** Reading the vectors of a whole corpus takes about three seconds. */
const TIME_LIMIT_MS = 10_000;

/** Loads vectors, stems, known questions and model. Never throws: what `timeLimitMs` lacks is loaded on first use. */
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
