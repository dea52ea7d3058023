import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRelational } from "../../../db/postgres/open.ts";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { startApi } from "../../servers/api.ts";
import { stopServer } from "../../servers/postgres.ts";
import { generateCorpus } from "./corpus.ts";
import type { BenchRequest } from "./load.ts";
import { readMaterial } from "./material.ts";
import { untilAtRest } from "./processor.ts";
import { reissued } from "./reissued.ts";
import { type BenchedRoute, benchedRoutes } from "./routes.ts";
import { ingestWhole, openEngines } from "./search-engines.ts";
import { measureSides } from "./sides.ts";

const ADMIN_TOKEN = "un-jeton-d-administration-du-banc";
const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };
const LONGEST_MS = 20_000;
/** Each document of the generated export, all earlier, is reissued on these days. */
const REISSUED_ON = ["2026-07-01", "2026-08-01", "2026-09-01"];
/** One of each edition. */
const DAYS = ["2026-06-15", "2026-07-15", "2026-08-15", "2026-09-15"];

/**
 * What past editions cost: each document with one edition, then with four, a paragraph changed in each: filling and size
 * of the indexes, and searches that were never asked before, without a day and at one, the three sides in turn.
 * @param options `--documents=N` of the corpus's generator.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { documents: { type: "string", default: String(REAL_RECORDS) } },
  });
  const source = generateCorpus(["--documents", values.documents]);
  console.log("# une édition par document");
  const one = await openEngines(source, { withVectors: true });
  console.log("# quatre");
  const four = await openEngines(source, { withVectors: true, ingest: ingestEditions });
  const routes = benchedRoutes(await readMaterial(one.store, one.dataDir, 1)).filter(isOfTexts);
  console.log("route | moteur | une édition, p50 (ms) | quatre, sans date | quatre, un jour");
  for (const engine of ["embedded", "meilisearch"] as const) {
    const variables = { TRUST_PROXY: "127.0.0.1", ADMIN_TOKEN };
    const apis = [
      await startApi({ ...one[engine], ...variables }),
      await startApi({ ...four[engine], ...variables }),
    ] as const;
    for (const api of apis) await untilAtRest({ url: api.url, token: ADMIN_TOKEN });
    const alone = { url: apis[0].url, key: await one.key(UNLIMITED) };
    const undated = { url: apis[1].url, key: await four.key(UNLIMITED) };
    const sides = [alone, undated, { ...undated, asked: atADay }];
    for (const { name, requests } of routes) {
      const { medians } = await measureSides(requests, sides, LONGEST_MS);
      const [first = 0, ...others] = medians;
      const told = others.map((p50) => `${p50.toFixed(1)} (× ${(p50 / first).toFixed(2)})`);
      console.log([name, engine, first.toFixed(1), ...told].join(" | "));
    }
    for (const api of apis) await api.stop();
  }
  await Promise.all([one.close(), four.close()]);
  await stopServer();
  removeFolders();
}

function isOfTexts({ name }: BenchedRoute): boolean {
  return name.startsWith("/v1/search");
}

/** The first export, then one a month in which every document is reissued. */
async function ingestEditions(place: {
  readonly source: string;
  readonly url: string;
  readonly dataDir: string;
}): Promise<void> {
  const { url, dataDir } = place;
  const store = await openRelational({ database: { kind: "server", url }, dataDir });
  const embeddings = { kind: "corpus" } as const;
  let lines: readonly string[] = (await Bun.file(place.source).text()).trim().split("\n");
  // Under one name: another would be another source.
  const source = join(temporaryFolder(), "full-corpus.jsonl");
  for (const day of [null, ...REISSUED_ON]) {
    if (day !== null) lines = lines.map((line) => reissued(line, day, `Réédité le ${day}.`) ?? line);
    writeFileSync(source, `${lines.join("\n")}\n`);
    await ingestWhole(store, source, { url, dataDir, embeddings });
  }
  await store.close();
}

/** The same request at the day of one edition or another. */
function atADay(request: BenchRequest, rank: number): BenchRequest {
  const date = DAYS[rank % DAYS.length] ?? "";
  return request.body === undefined
    ? { ...request, path: `${request.path}&date=${date}` }
    : { ...request, body: JSON.stringify({ ...JSON.parse(request.body), date }) };
}
