import { parseArgs } from "node:util";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { generateCorpus } from "./corpus.ts";
import { openEngines } from "./search-engines.ts";

/**
 * Fills both engines once and keeps them running until it is interrupted, so that benches are run over them again and
 * again by `--stores=FILE`.
 * @param options `--documents=N` of the generator, `--vectors` for questions to be searched, `--out=FILE` where their
 *   addresses go.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      documents: { type: "string", default: String(REAL_RECORDS) },
      vectors: { type: "boolean", default: false },
      out: { type: "string", default: "stores.json" },
    },
  });
  const source = generateCorpus(["--documents", values.documents]);
  const { dataDir, embedded, meilisearch, server } = await openEngines(source, {
    withVectors: values.vectors,
  });
  await Bun.write(values.out, JSON.stringify({ dataDir, embedded, meilisearch, server }));
  console.log(`prêts : ${values.out}`);
  await new Promise(() => setInterval(() => {}, 60_000));
}
