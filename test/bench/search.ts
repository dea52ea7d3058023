import { analyze } from "../../db/fulltext/analyzer/index.ts";
import { removeFolders } from "../folders.ts";
import { startApi } from "../servers/api.ts";
import { stopServer } from "../servers/postgres.ts";
import { type Load, measure, percentiles, timed } from "./load.ts";
import { type Engines, openEngines } from "./search-engines.ts";

/** A query of the API, and the nearest one that Meilisearch takes directly: same words, same page. */
interface Query {
  readonly name: string;
  readonly q: string;
  readonly direct: Readonly<Record<string, string>>;
}

const QUERIES: readonly Query[] = [
  { name: "un mot", q: "amortissement", direct: { q: stems("amortissement") } },
  {
    name: "trois mots",
    q: "crédit impôt recherche",
    direct: { q: stems("crédit impôt recherche"), matchingStrategy: "all" },
  },
  {
    name: "OU de quatre",
    q: "brevet OU viticole OU fiducie OU cinéma",
    direct: { q: stems("brevet viticole fiducie cinéma"), matchingStrategy: "last" },
  },
  { name: "expression", q: '"impôt sur le revenu"', direct: { q: `"${stems("impôt sur le revenu")}"` } },
  {
    // No equivalent in words: stems have no prefixes.
    name: "préfixe et SAUF",
    q: "immo* SAUF succession",
    direct: { q: "", filter: `mots STARTS WITH "immo" AND NOT stems = "${stems("succession")}"` },
  },
];

/** Each resolved for the first time. */
const COLD_PHRASES = [
  "mise en œuvre",
  "sur le revenu",
  "crédit d'impôt recherche",
  "prélèvement à la source",
  "au titre de",
  "dans le cadre",
  "en application de",
  "base d'imposition de",
];
const CONCURRENCIES = [1, 8, 32];
const PAGE = 20;

/** /v1/search on Meilisearch, beside Meilisearch called directly and /v1/search on the embedded engine. */
export async function run(): Promise<void> {
  const engines = await openEngines();
  const [meilisearch, embedded] = [await startApi(engines.meilisearch), await startApi(engines.embedded)];
  try {
    await measureCold(engines, meilisearch.url);
    console.log(
      "requête | simultanées | direct | API Meilisearch | API embarquée | débit API/direct | API/embarquée",
    );
    for (const query of QUERIES) {
      for (const concurrency of CONCURRENCIES) {
        const direct = await measure(concurrency, () => askDirectly(engines.server, query));
        const ours = await measureApi(engines, meilisearch.url, query.q, concurrency);
        const other = await measureApi(engines, embedded.url, query.q, concurrency);
        const ratios = [ours.perSecond / direct.perSecond, ours.perSecond / other.perSecond];
        const cells = [direct, ours, other].map(worded);
        console.log([query.name, concurrency, ...cells, ...ratios.map(percentage)].join(" | "));
      }
    }
  } finally {
    await Promise.all([meilisearch.stop(), embedded.stop()]);
    await engines.close();
    await stopServer();
    removeFolders();
  }
}

async function measureCold(engines: Engines, url: string): Promise<void> {
  const key = await engines.key();
  await askApi(url, key, "amortissement");
  const latencies: number[] = [];
  for (const phrase of COLD_PHRASES) {
    const cold = await timed(() => askApi(url, key, `"${phrase}"`));
    const warm = await timed(() => askApi(url, key, `"${phrase}"`));
    console.log(
      `expression « ${phrase} » : ${cold.toFixed(0)} ms la première fois, puis ${warm.toFixed(1)} ms`,
    );
    latencies.push(cold);
  }
  const { p50, p95 } = percentiles(latencies);
  console.log(`expressions, cache froid : médiane ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
}

/** With a key of its own: the minute limit of one is below what these loads send in all. */
async function measureApi(engines: Engines, url: string, q: string, concurrency: number): Promise<Load> {
  const key = await engines.key();
  return measure(concurrency, () => askApi(url, key, q));
}

async function askApi(url: string, key: string, q: string): Promise<void> {
  const address = `${url}/v1/search?limit=${PAGE}&q=${encodeURIComponent(q)}`;
  const answer = await fetch(address, { headers: { "x-api-key": key } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${body}`);
}

async function askDirectly({ url, key, index }: Engines["server"], { direct }: Query): Promise<void> {
  const body = { ...direct, limit: PAGE };
  const answer = await fetch(`${url}/indexes/${index}/search`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "accept-encoding": "identity",
    },
    body: JSON.stringify(body),
  });
  await answer.text();
}

/** Words as the index of stems holds them. */
function stems(text: string): string {
  return analyze(text)
    .map((token) => token.stem)
    .join(" ");
}

function worded({ perSecond, p50, p95 }: Load): string {
  return `${perSecond.toFixed(0)}/s ${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
}

function percentage(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
