import { parseArgs } from "node:util";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { startApi } from "../../servers/api.ts";
import { readMaterial } from "./material.ts";
import { ADMIN_TOKEN, besideOther, keyOf, type Served } from "./other-program.ts";
import { type BenchedRoute, benchedRoutes } from "./routes.ts";
import { measureSides } from "./sides.ts";

const LONGEST_MS = 10_000;
/** What processes read after they have started, for the longest. */
const REST_MS = 20_000;

/**
 * Every route of another program of this project and of this one, each over stores that it filled itself from the same
 * export, asked the same requests in turn: how many times the other's time this one takes.
 * @param options `--program=FOLDER` the other one, installed; `--documents=N` of the corpus's generator, `--only=TEXT` the
 *   routes whose name holds it.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      program: { type: "string" },
      documents: { type: "string", default: String(REAL_RECORDS) },
      only: { type: "string", default: "" },
    },
  });
  const { program, documents, only } = values;
  if (program === undefined) throw new Error("--program=FOLDER is expected");
  await besideOther(program, documents, async (own, servedOver) => {
    const routes = benchedRoutes(await readMaterial(own.store, own.dataDir, 1));
    console.log("route | moteur | l'autre, p50 (ms) | celui-ci | rapport | laissées (404 d'un côté)");
    for (const engine of ["meilisearch", "embedded"] as const) {
      // What no full-text engine serves is the same over both.
      const compared = routes.filter(
        ({ name, searches }) => name.includes(only) && (engine === "meilisearch" || searches !== undefined),
      );
      await compare(engine, compared, servedOver(engine));
    }
  });
}

/** Prints each route's times over the same engine, of two programs served side by side. */
async function compare(engine: string, routes: readonly BenchedRoute[], programs: readonly Served[]) {
  const apis: Awaited<ReturnType<typeof startApi>>[] = [];
  try {
    for (const { variables, program } of programs)
      apis.push(await startApi({ ...variables, TRUST_PROXY: "127.0.0.1", ADMIN_TOKEN }, program));
    await Bun.sleep(REST_MS);
    const sides = await Promise.all(apis.map(async ({ url }) => ({ url, key: await keyOf(url) })));
    for (const { name, requests } of routes) {
      const { medians, leftOut } = await measureSides(requests, sides, LONGEST_MS);
      const [then = 0, now = 0] = medians;
      const figures = [then, now, now / then].map((figure) => figure.toFixed(2));
      console.log([name, engine, ...figures, leftOut].join(" | "));
    }
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
  }
}
