/** Searches of past words, asked of the service as `src/index.ts` opens it: other tests assemble one of their own. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { temporaryFolder } from "../../folders.ts";
import { contenu, dating, TEN, writeExport } from "../../integration/ingest/exports.ts";
import { startApi } from "../../servers/api.ts";
import { meilisearchAbsence, type OwnMeilisearch, startServer } from "../../servers/meilisearch.ts";
import { createDataDir } from "../../servers/pglite.ts";

setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const PAST = "2021-02-01";
const MOULIN = "BOI-IR-BASE-90";

interface Answered {
  readonly results?: readonly {
    readonly boi_id: string;
    readonly rangs?: { readonly texte: number | null };
  }[];
  readonly elements?: readonly { readonly boi_id: string; readonly texte: string }[];
}

/** A service over a new data folder, and how it is asked with its own demonstration key. */
async function openService(variables: Readonly<Record<string, string>>) {
  const DATA_DIR = await createDataDir();
  await ingest({ DATA_DIR, ...variables });
  const api = await startApi({ DATA_DIR, ...variables });
  const key = readFileSync(join(DATA_DIR, "cle-demonstration.txt"), "utf8").trim();
  const ask = async (path: string, body?: Readonly<Record<string, string>>): Promise<Answered> => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${api.url}${path}`, { headers, ...posted });
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    return JSON.parse(await response.text());
  };
  return {
    byWords: async (q: string, date: string) =>
      (await ask(`/v1/search?${new URLSearchParams({ q, date })}`)).results ?? [],
    byMeaning: async (question: string, date: string) =>
      (await ask("/v1/search/semantic", { question, date })).results ?? [],
    byBoth: async (question: string, date: string) =>
      (await ask("/v1/search/hybride", { question, date })).results ?? [],
    given: async (question: string, date: string) =>
      (await ask("/v1/contexte", { question, date })).elements ?? [],
    stop: () => api.stop(),
  };
}

/** By the command: a service has less time to start than a busy machine takes for a whole corpus. */
async function ingest(variables: Readonly<Record<string, string>>): Promise<void> {
  const command = Bun.spawn([process.execPath, "ingest/index.ts"], {
    cwd: join(import.meta.dir, "../../.."),
    env: { ...BARE_ENVIRONMENT, LOG_LEVEL: "silent", ...variables },
    stdout: "ignore",
    stderr: "inherit",
  });
  expect(await command.exited).toBe(0);
}

type Service = Awaited<ReturnType<typeof openService>>;

/** A document whose words of January are all other ones in March. */
function twoExports(): string {
  const edition = (date: string, texte: string) =>
    contenu(MOULIN, { date, pgp: 90, titre: "IR - Revenus", texte });
  const january = [
    edition("2021-01-01", "Le moulin à vent est imposé comme une usine."),
    dating("2021-01-31"),
  ];
  const march = [edition("2021-03-01", "La péniche est exonérée de plein droit."), dating("2021-03-31")];
  return [january, march].map((lines) => writeExport([...TEN, ...lines])).join();
}

const ENGINES = [
  { engine: "the embedded engines", absence: null, isMeilisearch: false },
  { engine: "Meilisearch", absence: meilisearchAbsence, isMeilisearch: true },
];

describe.each(ENGINES)("past words, on $engine", ({ absence, isMeilisearch }) => {
  describe.skipIf(absence !== null)(absence ?? "in the running service", () => {
    let service: Service;
    let meilisearch: OwnMeilisearch | null = null;
    beforeAll(async () => {
      if (isMeilisearch) meilisearch = await startServer(temporaryFolder());
      const fulltext = meilisearch === null ? {} : { MEILI_URL: meilisearch.url, MEILI_KEY: meilisearch.key };
      service = await openService({ SOURCE: twoExports(), ...fulltext });
    });
    afterAll(async () => {
      await service.stop();
      await meilisearch?.stop();
    });

    test.each(["byWords", "byMeaning", "byBoth"] as const)("are found on their day %s", async (search) => {
      const [first] = await service[search]("moulin à vent", PAST);
      expect(first?.boi_id).toBe(MOULIN);
    });

    test("rank a document of hybrid search as words in force do", async () => {
      const [past] = await service.byBoth("moulin à vent", PAST);
      const [present] = await service.byBoth("péniche exonérée", "2021-04-01");
      for (const first of [past, present])
        expect(first).toMatchObject({ boi_id: MOULIN, rangs: { texte: 1 } });
    });

    test("open a context on their day", async () => {
      const [first] = await service.given("moulin à vent", PAST);
      expect(first).toMatchObject({ boi_id: MOULIN, texte: expect.stringContaining("moulin") });
    });

    test("are not found on the day of those that replaced them", async () => {
      expect(await service.byWords("moulin", "2021-04-01")).toEqual([]);
    });
  });
});

const reason = existsSync(CORPUS) ? "" : " (skipped without ../shared)";

describe.skipIf(reason !== "")(`past words of the real corpus, in the running service${reason}`, () => {
  let service: Service;
  beforeAll(async () => {
    const SOURCE = temporaryFolder();
    const names = ["bofip-vigueur.jsonl.gz", "bofip_stock_live_20260521.tgz"];
    for (const name of names) copyFileSync(join(CORPUS, name), join(SOURCE, name));
    service = await openService({ SOURCE });
  });
  afterAll(() => service.stop());

  test("rank a past edition first for its title's words, in searches and in contexts", async () => {
    const [question, day] = ["plafonnement des effets du quotient familial", "2022-01-01"] as const;
    const [found] = await service.byBoth(question, day);
    expect(found).toMatchObject({ boi_id: "BOI-IR-LIQ-20-20-20", rangs: { texte: 1 } });
    const [first] = await service.given(question, day);
    expect(first).toMatchObject({ boi_id: "BOI-IR-LIQ-20-20-20" });
  });
});
