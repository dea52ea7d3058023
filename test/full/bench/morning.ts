import { parseArgs } from "node:util";
import { announceChange } from "../../../db/queries/corpus.ts";
import { removeFolders } from "../../folders.ts";
import { startApi } from "../../servers/api.ts";
import { stopServer } from "../../servers/postgres.ts";
import { generateCorpus } from "./corpus.ts";
import { percentiles, timed } from "./load.ts";
import { readMaterial } from "./material.ts";
import { benchedRoutes } from "./routes.ts";
import { attachEngines, type Engines, openEngines } from "./search-engines.ts";

const CLIENTS = 64;
const SEARCHES = 20;
const ADMIN_TOKEN = "un-jeton-d-administration-du-banc";
const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };

/**
 * The morning after an ingestion: every kept answer has left at once, and 64 clients ask for the same searches. How
 * often the engine is asked, and how long they wait beside one client alone.
 * @param options `--stores=FILE` (`stores.ts`), else the corpus is filled.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...options], options: { stores: { type: "string" } } });
  const engines =
    values.stores === undefined
      ? await openEngines(generateCorpus())
      : await attachEngines(await Bun.file(values.stores).json());
  try {
    console.log("moteur | clients | recherches | demandes au moteur | attente p50 / p95 (ms)");
    await measureMorning(engines, "Meilisearch", engines.meilisearch);
    await measureMorning(engines, "SQLite", engines.embedded);
  } finally {
    await engines.close();
  }
  await stopServer();
  removeFolders();
}

async function measureMorning(
  engines: Engines,
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const { requests = [] } =
    benchedRoutes(await readMaterial(engines.store, engines.dataDir, 3)).find(
      ({ name: route }) => route === "/v1/search, trois mots",
    ) ?? {};
  const paths = requests.slice(0, SEARCHES).map(({ path }) => path);
  const key = await engines.key(UNLIMITED);
  const api = await startApi({ ...variables, ADMIN_TOKEN });
  try {
    const ask = async (path: string): Promise<void> => {
      const answer = await fetch(`${api.url}${path}`, { headers: { "x-api-key": key } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    };
    for (const path of paths) await ask(path);
    for (const clients of [1, CLIENTS]) {
      const waits: number[] = [];
      const before = await engineSearches(api.url);
      for (const path of paths) {
        await announceChange(engines.store.database);
        const at = Array.from({ length: clients }, () => timed(() => ask(path)));
        waits.push(...(await Promise.all(at)));
      }
      const asked = (await engineSearches(api.url)) - before;
      const { p50, p95 } = percentiles(waits);
      const wait = `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
      console.log([name, clients, paths.length, asked, wait].join(" | "));
    }
  } finally {
    await api.stop();
  }
}

/** Searches that the API has made of its engine. */
async function engineSearches(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  const lines = (await answer.text()).split("\n");
  const counts = lines.filter(
    (line) =>
      line.startsWith("doctrine_engine_duration_seconds_count{") && line.includes('operation="search"'),
  );
  return counts.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
