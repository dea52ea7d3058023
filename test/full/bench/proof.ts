import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRelational } from "../../../db/postgres/open.ts";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { proofConfig } from "../../fixtures/proof.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { createDatabase, stopServer } from "../../servers/postgres.ts";
import { generateCorpus } from "./corpus.ts";
import { type Ingestion, ingestByStages } from "./ingestion.ts";

/**
 * What the log of proof costs an import: the same export into empty stores, with a log and without, in turn; processor
 * time of the process and of PostgreSQL, vectors left out.
 * @param options `--documents=N` of the generator, `--rounds`.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      documents: { type: "string", default: String(REAL_RECORDS) },
      rounds: { type: "string", default: "3" },
    },
  });
  const source = generateCorpus(["--documents", values.documents]);
  const spent = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // The first of a pair finds the caches colder: they take turns.
    const sides = round % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const);
    for (const side of sides) {
      const { whole, records } = await ingestOnce(source, side === "with");
      const seconds = whole.own + whole.database;
      spent[side].push(seconds);
      console.log(
        `${side === "with" ? "avec" : "sans"} journal : ${seconds.toFixed(1)} s de processeur, ${records} enregistrements`,
      );
    }
  }
  const ratio = least(spent.with) / least(spent.without);
  console.log(`le moins de chaque côté : ${((ratio - 1) * 100).toFixed(1)} % de plus avec le journal`);
  await stopServer();
  removeFolders();
}

async function ingestOnce(source: string, isLogged: boolean): Promise<Ingestion> {
  const { url, drop } = await createDatabase();
  const dataDir = temporaryFolder();
  const store = await openRelational({ database: { kind: "server", url }, dataDir });
  const proof = isLogged ? proofConfig({ checkpointFile: join(dataDir, "tete.txt") }) : null;
  try {
    return await ingestByStages(store, { source, url, dataDir, proof });
  } finally {
    await store.close();
    await drop();
  }
}

/** What else the machine does only adds to it. */
function least(seconds: readonly number[]): number {
  return Math.min(...seconds);
}
