import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import postgres from "postgres";
import { temporaryFolder } from "../../folders.ts";
import { contenu, dating } from "../../integration/ingest/exports.ts";
import { findFreePort } from "../../servers/free-port.ts";
import { type OwnMeilisearch, startServer } from "../../servers/meilisearch.ts";
import { describeTopology, openTopology, type Topology } from "../../servers/topology.ts";

const TIMEOUT_MS = 240_000;
const CLIENTS = 6;
const UNLIMITED = "1000000";
/** Whole seconds of load around each fault: looks and leases of two seconds have time to play. */
const LOAD_MS = 4_000;
const DOCUMENTS = 40;

/** Documents that say « phare », as of a day of 2021 from which one more does. */
function linesOf(day: number): string {
  const documents = Array.from({ length: DOCUMENTS + day }, (_, rank) =>
    contenu(`BOI-IR-PHARE-${10 + rank}`, {
      date: "2021-01-01",
      pgp: 100 + rank,
      texte: `Le phare n° ${rank}.`,
    }),
  );
  return [...documents, dating(`2021-02-0${day}`)].map((line) => `${line}\n`).join("");
}

interface Server {
  readonly port: number;
  folder: string;
  own: OwnMeilisearch;
}

/** An answer to a search, as far as it can be wrong. */
interface Told {
  readonly status: number;
  readonly total: number;
  readonly isWarned: boolean;
  /** Of the corpus, as admission saw it. */
  readonly revision: number;
}

describeTopology("three Meilisearch servers, two API processes and a worker", () => {
  const servers: Server[] = [];
  let topology: Topology;
  let source: string;
  let key: string;
  let sql: postgres.Sql;
  let asked = 0;
  let told: Told[] = [];
  /** Counts of all the faults, printed at the end: they are what this suite measures. */
  const counts: Record<string, { right: number; warned: number; others: number }> = {};

  beforeAll(async () => {
    for (let rank = 0; rank < 3; rank += 1) {
      const [folder, port] = [temporaryFolder(), await findFreePort()];
      servers.push({ folder, port, own: await startServer(folder, port) });
    }
    const folder = temporaryFolder();
    source = join(folder, "export.jsonl");
    await Bun.write(source, linesOf(1));
    topology = await openTopology(folder, {
      MEILI_URL: servers.map(({ own }) => own.url).join(","),
      INGEST_CRON: "0 0 1 1 *",
    });
    await topology.command("ingest/index.ts");
    const processes = [await topology.startApi(), await topology.startApi()];
    topology.proxy.replace(processes.map(({ url }) => url));
    topology.startWorker();
    const terms = ["--name", "Essai", "--plan", "interne", "--minute", UNLIMITED];
    key = /boi_\w{38}/.exec(await topology.command("src/keys.ts", "create", ...terms))?.[0] ?? "";
    sql = postgres(topology.environment["DATABASE_URL"] ?? "", { max: 1, onnotice: () => {} });
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const [fault, { right, warned, others }] of Object.entries(counts))
      console.log(`${fault}: ${right} right, ${warned} warned, ${others} others`);
    await sql?.end();
    await topology?.close();
    await Promise.all(servers.map(({ own }) => own.kill()));
  }, TIMEOUT_MS);

  /** Another query each time: no kept answer stands in for an engine. */
  async function ask(): Promise<Told> {
    asked += 1;
    const headers = { "x-api-key": key };
    const answer = await fetch(`${topology.url}/v1/search?q=phare+-mot${asked}`, { headers });
    const body = (await answer.json()) as { total?: number; avertissements?: readonly { code: string }[] };
    return {
      status: answer.status,
      total: body.total ?? -1,
      isWarned: body.avertissements?.some(({ code }) => code === "index_en_retard") === true,
      revision: Number(answer.headers.get("x-corpus-revision")),
    };
  }

  async function asking(work: () => Promise<void>): Promise<void> {
    told = [];
    let isOver = false;
    const loop = async () => {
      while (!isOver) told.push(await ask());
    };
    const loops = Array.from({ length: CLIENTS }, loop);
    await work();
    isOver = true;
    await Promise.all(loops);
  }

  async function serversOf(): Promise<unknown> {
    const answer = await fetch(`${topology.url}/v1/status`);
    const { checks } = (await answer.json()) as { checks: { search: { serveurs?: unknown } } };
    return checks.search.serveurs;
  }

  async function untilAll(): Promise<void> {
    const all = { en_marche: 3, a_jour: 3, total: 3 };
    // Both processes say so.
    for (const end = Date.now() + 60_000; Date.now() < end; await Bun.sleep(250)) {
      if (Bun.deepEquals([await serversOf(), await serversOf()], [all, all])) return;
    }
    throw new Error(`servers are still behind: ${JSON.stringify(await serversOf())}`);
  }

  function serverOf(rank: number): Server {
    const server = servers[rank];
    if (server === undefined) throw new Error("there are three");
    return server;
  }

  async function revive(server: Server, folder = server.folder): Promise<void> {
    server.folder = folder;
    server.own = await startServer(folder, server.port);
  }

  /** @param changedAt revision from which one document more is to be found; null without a change. */
  function expectRight(fault: string, total: number, changedAt: number | null = null): void {
    const isRight = (one: Told) =>
      one.status === 200 &&
      (one.total === total || (changedAt !== null && one.total === total - 1 && one.revision < changedAt));
    const wrong = told.filter((one) => !isRight(one) && !(one.status === 200 && one.isWarned));
    counts[fault] = {
      right: told.filter(isRight).length,
      warned: told.filter((one) => one.isWarned).length,
      others: wrong.length,
    };
    expect(told.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  }

  test(
    "answer once a run has filled them",
    async () => {
      await untilAll();
      expect(await ask()).toMatchObject({ status: 200, total: DOCUMENTS + 1, isWarned: false });
    },
    TIMEOUT_MS,
  );

  describe.each([0, 1, 2])("number %d", (rank) => {
    test(
      "is killed under load, and comes back: no answer is lost or wrong",
      async () => {
        const server = serverOf(rank);
        await asking(async () => {
          await Bun.sleep(500);
          await server.own.kill();
          await Bun.sleep(LOAD_MS);
          expect(await serversOf()).toEqual({ en_marche: 2, a_jour: 2, total: 3 });
          await revive(server);
          await untilAll();
        });
        expectRight(`${rank} killed`, DOCUMENTS + 1);
      },
      TIMEOUT_MS,
    );
  });

  test(
    "one that comes back empty is not read until the worker has filled it",
    async () => {
      const server = serverOf(0);
      await asking(async () => {
        await server.own.kill();
        await revive(server, temporaryFolder());
        await untilAll();
        await Bun.sleep(LOAD_MS);
      });
      expectRight("0 emptied", DOCUMENTS + 1);
    },
    TIMEOUT_MS,
  );

  test(
    "one that was away during a change is not read until it has it",
    async () => {
      const server = serverOf(0);
      let changedAt: number | null = null;
      await asking(async () => {
        await server.own.kill();
        await Bun.write(source, linesOf(2));
        const watch = watchChange();
        await topology.command("ingest/index.ts");
        changedAt = await watch;
        await Bun.sleep(LOAD_MS);
        await revive(server);
        await untilAll();
      });
      expectRight("0 away during a change", DOCUMENTS + 2, changedAt);
      for (const rank of [1, 2]) await serverOf(rank).own.kill();
      await Bun.sleep(LOAD_MS);
      expect(await ask()).toMatchObject({ status: 200, total: DOCUMENTS + 2, isWarned: false });
    },
    TIMEOUT_MS,
  );

  test(
    "with none left searches are 503, and right again once one is back",
    async () => {
      await serverOf(0).own.kill();
      expect(await ask()).toMatchObject({ status: 503 });
      for (const rank of [0, 1, 2]) await revive(serverOf(rank));
      await untilAll();
      await asking(() => Bun.sleep(LOAD_MS));
      expectRight("all killed and back", DOCUMENTS + 2);
    },
    TIMEOUT_MS,
  );

  /** The first revision seen with a document owed to the full text. */
  async function watchChange(): Promise<number> {
    for (;;) {
      const [row] = await sql<{ revision: number }[]>`
        select revision from corpus where exists (select from owed_documents where store = 'fulltext')`;
      if (row !== undefined) return row.revision;
      await Bun.sleep(2);
    }
  }
});
