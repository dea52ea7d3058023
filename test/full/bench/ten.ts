import { parseArgs } from "node:util";
import { openRelational } from "../../../db/postgres/open.ts";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { createDatabase, stopServer } from "../../servers/postgres.ts";
import { measureAll, printGrowth } from "./all.ts";
import { generateCorpus } from "./corpus.ts";
import { type Ingestion, ingestByStages, printIngestion, printIngestionGrowth } from "./ingestion.ts";
import type { MeasuredRoute } from "./measured-route.ts";
import { openEngines } from "./search-engines.ts";

/**
 * What ten times the corpus costs: processor time of an ingestion by record, stage by stage, without vectors; then each
 * search, never asked before, over both engines.
 * @param options `--documents=N` of the generator and `--scale=S` of their real length, `--factor=K`, `--ingestion`
 *   that part alone, `--only`, `--engine`, `--rounds`, `--seconds` and `--seed` as in `all.ts`.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      documents: { type: "string", default: String(REAL_RECORDS) },
      factor: { type: "string", default: "10" },
      scale: { type: "string", default: "1" },
      ingestion: { type: "boolean", default: false },
      only: { type: "string", default: "/v1/search," },
      engine: { type: "string", default: "" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
    },
  });
  const { documents, factor, scale, only, engine } = values;
  const asked = {
    only,
    engine,
    rounds: Number(values.rounds),
    roundMs: Number(values.seconds) * 1_000,
    seed: Number(values.seed),
  };
  const ingestions: Ingestion[] = [];
  const byCorpus = new Map<string, readonly MeasuredRoute[]>();
  for (const count of [Number(documents), Number(documents) * Number(factor)]) {
    const name = `${count} enregistrements`;
    console.log(`\n## ${name}`);
    const source = generateCorpus(["--documents", `${count}`, "--scale", scale]);
    const ingest = async (place: Parameters<typeof ingestAlone>[0]) => {
      const ingestion = await ingestAlone(place);
      printIngestion(ingestion);
      ingestions.push(ingestion);
    };
    if (values.ingestion) {
      const { url, drop } = await createDatabase();
      await ingest({ source, url, dataDir: temporaryFolder() });
      await drop();
      continue;
    }
    const engines = await openEngines(source, { ingest });
    try {
      byCorpus.set(name, await measureAll(engines, false, asked));
    } finally {
      await engines.close();
    }
  }
  const [small, large] = ingestions;
  if (small !== undefined && large !== undefined) printIngestionGrowth(small, large);
  printGrowth(byCorpus);
  await stopServer();
  removeFolders();
}

/** Over connections of its own. */
async function ingestAlone(place: {
  readonly source: string;
  readonly url: string;
  readonly dataDir: string;
}): Promise<Ingestion> {
  const store = await openRelational({
    database: { kind: "server", url: place.url },
    dataDir: place.dataDir,
  });
  try {
    return await ingestByStages(store, place);
  } finally {
    await store.close();
  }
}
