import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { startApi } from "../../servers/api.ts";
import { stopServer } from "../../servers/postgres.ts";
import { generateCorpus } from "./corpus.ts";
import { readMaterial } from "./material.ts";
import { type BenchedRoute, benchedRoutes } from "./routes.ts";
import { openEngines } from "./search-engines.ts";
import { measureSides } from "./sides.ts";

const ADMIN_TOKEN = "un-jeton-d-administration-du-banc";
/** The highest terms that a key takes. */
const TERMS = { quota: 1_000_000_000, minute_limit: 1_000_000 };
const ROUND_MS = 1_000;
const FILLING_LIMIT_MS = 1_800_000;
const POLL_MS = 1_000;
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
  const other = await fillOther(program, documents);
  const own = await openEngines(generateCorpus(["--documents", documents]), {
    withVectors: true,
  });
  try {
    const routes = benchedRoutes(await readMaterial(own.store, own.dataDir, 1));
    console.log("route | moteur | l'autre, p50 (ms) | celui-ci | rapport");
    for (const engine of ["meilisearch", "embedded"] as const) {
      // What no full-text engine serves is the same over both.
      const compared = routes.filter(
        ({ name, searches }) => name.includes(only) && (engine === "meilisearch" || searches !== undefined),
      );
      await compare(engine, compared, [
        { variables: other[engine], program },
        { variables: own[engine], program: undefined },
      ]);
    }
  } finally {
    await own.close();
    await stopServer();
    removeFolders();
  }
}

interface Served {
  readonly variables: Readonly<Record<string, string>>;
  /** Folder of the program; undefined for this one. */
  readonly program: string | undefined;
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
      const [then = 0, now = 0] = await measureSides(requests, sides, ROUND_MS);
      console.log([name, engine, then.toFixed(2), now.toFixed(2), (now / then).toFixed(2)].join(" | "));
    }
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
  }
}

/**
 * Has the other program fill stores of its own. Its process keeps their servers running; all of them end with this one,
 * however it ends: a release may not stop its servers when it is stopped.
 */
async function fillOther(program: string, documents: string) {
  const out = join(temporaryFolder(), "stores.json");
  const stores = Bun.spawn(
    ["bun", "run", "bench", "stores", "--vectors", `--documents=${documents}`, `--out=${out}`],
    { cwd: program, stdio: ["ignore", "inherit", "inherit"], detached: true },
  );
  process.once("exit", () => {
    if (stores.exitCode === null) process.kill(-stores.pid);
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const limit = Date.now() + FILLING_LIMIT_MS;
  while (!existsSync(out)) {
    if (Date.now() > limit || stores.exitCode !== null) throw new Error("the other program filled no stores");
    await Bun.sleep(POLL_MS);
  }
  return Stores.parse(await Bun.file(out).json());
}

/** Variables of an API over each engine, as `stores.ts` writes them. */
const Stores = z.object({
  embedded: z.record(z.string(), z.string()),
  meilisearch: z.record(z.string(), z.string()),
});

/** A key that no limit holds back, made through the API: each program writes its own. */
async function keyOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/admin/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "banc", plan: "interne", ...TERMS }),
  });
  if (!answer.ok) throw new Error(`no key: ${answer.status} ${await answer.text()}`);
  return z.object({ key: z.string() }).parse(await answer.json()).key;
}
