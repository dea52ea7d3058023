import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { stopServer } from "../../servers/postgres.ts";
import { generateCorpus } from "./corpus.ts";
import { type Engines, openEngines } from "./search-engines.ts";

export const ADMIN_TOKEN = "un-jeton-d-administration-du-banc";
/** The highest terms that a key takes. */
const TERMS = { quota: 1_000_000_000, minute_limit: 1_000_000 };
const FILLING_LIMIT_MS = 1_800_000;
const POLL_MS = 1_000;

/** A program, and the variables of an API of it over stores of its own. */
export interface Served {
  readonly variables: Readonly<Record<string, string>>;
  /** Its folder; undefined for this one. */
  readonly program: string | undefined;
}

/**
 * Has both programs fill stores of their own from the same export, for as long as `act` needs them.
 * @param program folder of the other one.
 * @param act given the stores that this one filled, and for each engine the other program, then this one.
 */
export async function besideOther(
  program: string,
  documents: string,
  act: (
    own: Engines,
    servedOver: (engine: "embedded" | "meilisearch") => readonly [Served, Served],
  ) => Promise<void>,
): Promise<void> {
  const source = generateCorpus(["--documents", documents]);
  const other = await fillOther(program, source);
  const own = await openEngines(source, { withVectors: true });
  try {
    await act(own, (engine) => [
      { variables: other[engine], program },
      { variables: own[engine], program: undefined },
    ]);
  } finally {
    await own.close();
    await stopServer();
    removeFolders();
  }
}

/** Run in the other program's folder: its own bench would fill them from the corpus of its own generator. */
const FILLING = `
  const [source, out] = process.argv.slice(-2);
  const { openEngines } = await import("./test/full/bench/search-engines.ts");
  const { embedded, meilisearch } = await openEngines(source, { withVectors: true });
  await Bun.write(out, JSON.stringify({ embedded, meilisearch }));
  setInterval(() => {}, 60_000);
`;

/**
 * Has the other program fill stores of its own. Its process keeps their servers running; all of them end with this one,
 * however it ends: a release may not stop its servers when it is stopped.
 */
async function fillOther(program: string, source: string): Promise<z.infer<typeof Stores>> {
  const out = join(temporaryFolder(), "stores.json");
  const stores = Bun.spawn([process.execPath, "-e", FILLING, source, out], {
    cwd: program,
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
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

/** Variables of an API over each engine, as `FILLING` writes them. */
const Stores = z.object({
  embedded: z.record(z.string(), z.string()),
  meilisearch: z.record(z.string(), z.string()),
});

/** A key that no limit holds back, made through the API: each program writes its own. */
export async function keyOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/admin/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "banc", plan: "interne", ...TERMS }),
  });
  if (!answer.ok) throw new Error(`no key: ${answer.status} ${await answer.text()}`);
  return z.object({ key: z.string() }).parse(await answer.json()).key;
}
