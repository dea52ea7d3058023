import { parseArgs } from "node:util";
import { removeFolders } from "../../folders.ts";
import { startApi } from "../../servers/api.ts";
import { stopServer } from "../../servers/postgres.ts";
import { generateCorpus } from "./corpus.ts";
import { readMaterial } from "./material.ts";
import { CONCURRENCIES, type Engine, type MeasuredRoute, measureRoute } from "./measured-route.ts";
import { untilAtRest } from "./processor.ts";
import { benchedRoutes } from "./routes.ts";
import { attachEngines, type Engines, openEngines } from "./search-engines.ts";

/** Sizes of corpus, in documents of its generator; questions are searched in the first one alone. */
const SIZES = [9_148, 91_480] as const;
const ADMIN_TOKEN = "un-jeton-d-administration-du-banc";

/**
 * Every route asked what it was never asked before, beside its engine asked the same, the engine bare, and the same
 * route asked again; on a corpus of real size and on ten times as many documents.
 * @param options `--documents=N,…` the sizes of corpus, `--source=EXPORT` or `--stores=FILE` (`stores.ts`) one corpus
 *   in place of those sizes, `--only=TEXT` the routes whose name holds it, `--engine=Meilisearch` or `SQLite`,
 *   `--rounds=N` of `--seconds=S` each, `--seed=N` of the requests.
 */
export async function run(options: readonly string[]): Promise<void> {
  const asked = optionsOf(options);
  const byCorpus = new Map<string, readonly MeasuredRoute[]>();
  for (const [rank, { name, open }] of asked.corpora.entries()) {
    console.log(`\n## ${name}`);
    const withVectors = rank === 0;
    const engines = await open(withVectors);
    try {
      byCorpus.set(name, await measureAll(engines, withVectors, asked));
    } finally {
      await engines.close();
    }
  }
  printGrowth(byCorpus);
  await stopServer();
  removeFolders();
}

interface AskedCorpus {
  readonly name: string;
  readonly open: (withVectors: boolean) => Promise<Engines>;
}

/** Which routes, how long. */
interface AskedRoutes {
  readonly only: string;
  readonly engine: string;
  readonly rounds: number;
  readonly roundMs: number;
  readonly seed: number;
}

interface Asked extends AskedRoutes {
  readonly corpora: readonly AskedCorpus[];
}

function optionsOf(options: readonly string[]): Asked {
  const { values } = parseArgs({
    args: [...options],
    options: {
      source: { type: "string" },
      stores: { type: "string" },
      documents: { type: "string", default: SIZES.join() },
      only: { type: "string", default: "" },
      engine: { type: "string", default: "" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
    },
  });
  const { only, engine, rounds, seconds, seed } = values;
  return {
    corpora: corporaOf(values),
    only,
    engine,
    rounds: Number(rounds),
    roundMs: Number(seconds) * 1_000,
    seed: Number(seed),
  };
}

function corporaOf({
  source,
  stores,
  documents,
}: {
  readonly source?: string | undefined;
  readonly stores?: string | undefined;
  readonly documents: string;
}): AskedCorpus[] {
  if (stores !== undefined)
    return [{ name: stores, open: async () => attachEngines(await Bun.file(stores).json()) }];
  if (source !== undefined)
    return [{ name: source, open: (withVectors) => openEngines(source, { withVectors }) }];
  return documents.split(",").map((count) => ({
    name: `${count} enregistrements`,
    open: (withVectors) => openEngines(generateCorpus(["--documents", count]), { withVectors }),
  }));
}

/** Measures the routes asked for, engine after engine, and prints them. */
export async function measureAll(
  engines: Engines,
  withVectors: boolean,
  asked: AskedRoutes,
): Promise<MeasuredRoute[]> {
  const material = await readMaterial(engines.store, engines.dataDir, asked.seed);
  const hasVectors = withVectors && engines.embedded["EMBEDDINGS_URL"] === undefined;
  const routes = benchedRoutes(material).filter(
    // Without vectors the status is 503.
    ({ name, isSemantic = false }) => name.includes(asked.only) && (hasVectors || !isSemantic),
  );
  console.log(HEADER);
  const measured: MeasuredRoute[] = [];
  for (const [engine, variables] of [
    ["Meilisearch", engines.meilisearch],
    ["SQLite", engines.embedded],
  ] as const) {
    if (!engine.includes(asked.engine)) continue;
    const api = await startApi({ ...variables, TRUST_PROXY: "127.0.0.1", ADMIN_TOKEN });
    const measuredApi = { url: api.url, token: ADMIN_TOKEN };
    try {
      await untilAtRest(measuredApi);
      for (const route of routes) {
        // What no full-text engine serves is the same over both.
        if (engine === "SQLite" && route.searches === undefined && asked.engine === "") continue;
        const row = await measureRoute(engines, measuredApi, engine, route, asked);
        measured.push(row);
        for (const line of linesOf(row, engine)) console.log(line);
      }
    } finally {
      await api.stop();
    }
  }
  return measured;
}

const HEADER = [
  "route | moteur | clients",
  "jamais demandée : p50 / p95, débit, processeur de l'API par requête",
  "moteur, même filtre (ou route nue) : p50 / p95, débit",
  "ajout au p50, débit API / moteur",
  "moteur nu : p50, débit",
  "redemandée : p50, débit",
].join(" | ");

function linesOf({ route, loads }: MeasuredRoute, engine: Engine): string[] {
  return loads.map(({ unique, direct, bare, kept }, rank) =>
    [
      `${route.name} | ${engine} | ${CONCURRENCIES[rank]}`,
      `${ms(unique.p50)} / ${ms(unique.p95)} ms, ${Math.round(unique.perSecond)}/s, ${ms(unique.cpuMs)} ms`,
      `${ms(direct.p50)} / ${ms(direct.p95)} ms, ${Math.round(direct.perSecond)}/s`,
      `${ms(unique.p50 - direct.p50)} ms, ${Math.round((100 * unique.perSecond) / direct.perSecond)} %`,
      bare === null ? "" : `${ms(bare.p50)} ms, ${Math.round(bare.perSecond)}/s`,
      `${ms(kept.p50)} ms, ${Math.round(kept.perSecond)}/s`,
    ].join(" | "),
  );
}

/** Prints how much longer one client waits over the second corpus than over the first. */
export function printGrowth(byCorpus: ReadonlyMap<string, readonly MeasuredRoute[]>): void {
  const [[small, before] = ["", []], [large, after] = ["", []]] = [...byCorpus];
  if (after.length === 0) return;
  console.log(`\n## De ${small} à ${large} : p50 d'un client`);
  console.log("route | moteur | jamais demandée | redemandée");
  for (const { route, engine, loads } of before) {
    const grown = after.find((other) => other.route.name === route.name && other.engine === engine);
    const [was, is] = [loads[0], grown?.loads[0]];
    if (was === undefined || is === undefined) continue;
    const sides = [growth(was.unique.p50, is.unique.p50), growth(was.kept.p50, is.kept.p50)];
    console.log([route.name, engine, ...sides].join(" | "));
  }
}

function growth(was: number, is: number): string {
  return `${ms(was)} → ${ms(is)} ms (× ${(is / was).toFixed(1)})`;
}

function ms(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 1 ? 2 : 1);
}
