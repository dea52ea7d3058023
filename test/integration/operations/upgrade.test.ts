/** What the last release left is taken over by this program, which derives its texts again while it answers. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import postgres from "postgres";
import { openRelational } from "../../../db/postgres/open.ts";
import { DERIVATION_VERSION } from "../../../ingest/parse/derive.ts";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { unpackFolder } from "../../fixtures/upgrade/archive.ts";
import { LAST_RELEASE } from "../../fixtures/upgrade/former-program.ts";
import { type Dump, restoreTables } from "../../fixtures/upgrade/tables.ts";
import { temporaryFolder } from "../../folders.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { createDatabase, serverAbsence } from "../../servers/postgres.ts";

const ROOT = join(import.meta.dir, "../../..");
/** What the program of the last release made of the sample (`test/fixtures/upgrade/make.ts`). */
const FIXTURE = join(import.meta.dir, `../../fixtures/upgrade/${LAST_RELEASE.commit}.tar.zst`);
const DOCUMENT = "BOI-IR-LIQ-20-10";

setDefaultTimeout(120_000);

/** A store of that program, as the commands of this one are given it. */
interface ReleasedStore {
  readonly key: string;
  readonly environment: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

let folder: string;
let keys: { readonly embedded: string; readonly server: string };

beforeAll(async () => {
  folder = temporaryFolder();
  await unpackFolder(await Bun.file(FIXTURE).bytes(), folder);
  keys = await Bun.file(join(folder, "keys.json")).json();
});

describe("a data folder", () => {
  upgrades(async () => ({
    key: keys.embedded,
    environment: { DATA_DIR: join(folder, "embedded"), SOURCE: "sample" },
    drop: async () => {},
  }));
});

describe.skipIf(serverAbsence !== null)(
  `PostgreSQL tables${serverAbsence ? ` (${serverAbsence})` : ""}`,
  () => {
    upgrades(async () => {
      const database = await createDatabase();
      const sql = postgres(database.url, { max: 1, onnotice: () => {} });
      const dump: Dump = await Bun.file(join(folder, "postgres.json")).json();
      await restoreTables(sql, dump);
      await sql.end();
      const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, "server"), SOURCE: "sample" };
      return { key: keys.server, environment, drop: () => database.drop() };
    });
  },
);

function upgrades(open: () => Promise<ReleasedStore>): void {
  let store: ReleasedStore;
  let api: ApiProcess;

  beforeAll(async () => {
    store = await open();
    api = await startApi(store.environment);
  });
  afterAll(async () => {
    await api.stop();
    await store.drop();
  });

  const get = (path: string): Promise<Response> =>
    fetch(api.url + path, { headers: { "x-api-key": store.key } });

  const textOf = async (boiId: string): Promise<string> => {
    const answer = await get(`/v1/boi/${boiId}`);
    return String(Object(await answer.json()).contenu_texte);
  };

  test(`filled by ${LAST_RELEASE.version} answer at once, with its keys`, async () => {
    const answer = await get(`/v1/boi/${DOCUMENT}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        ...{ boi_id: DOCUMENT, paragraphes_reserves: [], images: [] },
        edition: { certitude: "presumee", texte_observe: { du: "2026-09-14", au: "2026-09-14" } },
      },
    ]);
  });

  const journal = async () => Object(await (await get("/v1/journal?limit=1000")).json());

  test("keep their journal, with its dates", async () => {
    const { entrees, dernier } = await journal();
    const events = Map.groupBy<string, object>(entrees, (entry) => Object(entry).evenement);
    const counts = [...events].map(([event, entries]) => [event, entries.length]).toSorted();
    expect(counts).toEqual([
      ["actualite", 8],
      ["edition", 69],
      ["retrait", 2],
    ]);
    for (const entry of entrees) expect(entry.detecte_le).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const [first] = entrees;
    expect(first.empreinte_apres).toMatch(/^[0-9a-f]{64}$/);
    expect(entrees.at(-1).sequence).toBe(dernier);
  });

  test("are derived again by an ingestion, which tells its time, while no search fails", async () => {
    const before = await textOf(DOCUMENT);
    const told = await journal();
    const searches = new Searches(api.url, store.key);
    const printed = await ingest(store.environment);
    const { count, failures } = await searches.stop();
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(2);
    expect(printed).toMatch(/nouvelle analyse [\d,]+ s/);
    expect(printed).toContain("0 créé, 0 modifié, 0 retiré");
    expect(await textOf(DOCUMENT)).toBe(before);
    const now = await journal();
    expect(now.entrees).toEqual(told.entrees);
    expect(told.derivation).toBeLessThan(DERIVATION_VERSION);
    expect(now.derivation).toBe(DERIVATION_VERSION);
    console.log(`${count} searches while ${/Étapes : .*/.exec(printed)?.[0]}`);
  });

  test("hold nothing of the older derivation any more", async () => {
    await api.stop();
    const { DATABASE_URL: url, DATA_DIR: dataDir = "" } = store.environment;
    const opened = await openRelational({
      database: url === undefined ? { kind: "embedded" } : { kind: "server", url },
      dataDir,
    });
    const sql = opened.database.$client;
    const versions = await sql<{ version: number }[]>`
      select derivation_version as version from editions union select derivation_version from actualites`;
    await opened.close();
    expect(versions.map(({ version }) => version)).toEqual([DERIVATION_VERSION]);
  });
}

/** Searches by words and by meaning, one after the other, until it is stopped. */
class Searches {
  #count = 0;
  #isOver = false;
  readonly #failures: unknown[] = [];
  readonly #asking: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {
    this.#asking = this.#ask();
  }

  async stop(): Promise<{ readonly count: number; readonly failures: readonly unknown[] }> {
    this.#isOver = true;
    await this.#asking;
    return { count: this.#count, failures: this.#failures };
  }

  async #ask(): Promise<void> {
    const headers = { "x-api-key": this.key, "content-type": "application/json" };
    const body = JSON.stringify({ question: "Comment calcule-t-on l'impôt ?" });
    while (!this.#isOver) {
      const answers = [
        await fetch(`${this.url}/v1/search?q=imp%C3%B4t`, { headers }),
        await fetch(`${this.url}/v1/search/semantic`, { method: "POST", headers, body }),
      ];
      for (const answer of answers) {
        const text = await answer.text();
        if (answer.status !== 200 || !text.includes('"boi_id"')) this.#failures.push([answer.status, text]);
        this.#count += 1;
      }
    }
  }
}

/** `bun run ingest`, through the service when it owns the data folder; gives what it printed. */
async function ingest(environment: Readonly<Record<string, string>>): Promise<string> {
  const child = Bun.spawn([process.execPath, "ingest/index.ts"], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const printed = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, printed[1]]).toEqual([0, expect.any(String)]);
  return printed.join("\n");
}
