import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readUsage } from "../../../db/keys/usage.ts";
import { connectServer, disconnect } from "../../../db/postgres/client.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type PatroniCluster, patroniAbsence, startPatroni } from "../../servers/patroni.ts";
import { openTopology, type Topology } from "../../servers/topology.ts";
import { startWorkerProcess, type WorkerProcess } from "../../servers/worker.ts";

const absence = patroniAbsence();
const KILLS = Number(Bun.env["PATRONI_KILLS"] ?? 2);
/** Contract, additions 3, « Several machines »: found again in under thirty seconds. */
const MOST_MS = 30_000;
const TIMEOUT_MS = 300_000;
const DOCUMENT = "/v1/boi/BOI-IR-LIQ-20-10";

describe.skipIf(absence !== null)(
  `a Patroni cluster of three, whose primary dies under load${absence === null ? "" : ` (${absence})`}`,
  () => {
    let cluster: PatroniCluster;
    let topology: Topology;
    let database: Database;
    const workers: WorkerProcess[] = [];

    beforeAll(async () => {
      cluster = await startPatroni();
      topology = await openTopology("sample", { DATABASE_URL: cluster.url });
      database = connectServer({ url: cluster.url });
    }, TIMEOUT_MS);
    afterAll(async () => {
      await Promise.all(workers.map((worker) => worker.stop("SIGKILL")));
      await disconnect(database);
      await topology.close();
      await cluster.stop();
    }, TIMEOUT_MS);

    const count = async (table: string) => {
      const { $client: sql } = database;
      const [row] = await sql<{ total: number }[]>`select count(*) as total from ${sql(table)}`;
      return row?.total ?? 0;
    };

    /** Resolves with what the work gives, once it does not throw. */
    async function until<Value>(work: () => Promise<Value>): Promise<Value> {
      for (const endMs = Date.now() + TIMEOUT_MS / 2; ; await Bun.sleep(100)) {
        try {
          return await work();
        } catch (error) {
          if (Date.now() > endMs) throw error;
        }
      }
    }

    test(
      "a run that it interrupts is finished by a worker, no restart",
      async () => {
        for (let rank = 0; rank < 2; rank += 1)
          workers.push(startWorkerProcess({ ...topology.environment, LOG_LEVEL: "info" }, "--now"));
        const { $client: sql } = database;
        await until(async () => {
          if ((await count("editions")) === 0) throw new Error("not begun");
        });
        const dead = await cluster.killPrimary();
        await until(async () => {
          const [run] = await sql`select from runs where status = 'succeeded'`;
          if (run === undefined) throw new Error("not done");
        });
        await cluster.revive(dead);
        expect(await count("documents")).toBeGreaterThan(20);
      },
      TIMEOUT_MS,
    );

    test(
      `${KILLS} times: keys, revocations and journal entries that were acknowledged are there, quotas are no higher`,
      async () => {
        const processes = [
          await topology.startApi(),
          await topology.startApi(undefined, { DATABASE_URL: cluster.proxyUrl }),
        ];
        topology.proxy.replace(processes.map(({ url }) => url));
        const made = await topology.command("src/keys.ts", "create", "--name", "Essai", "--plan", "interne");
        const key = /boi_\w{38}/.exec(made)?.[0] ?? "";
        const counted = await topology.command(
          "src/keys.ts",
          "create",
          "--name",
          "Compte",
          "--plan",
          "interne",
        );
        const reader = /boi_\w{38}/.exec(counted)?.[0] ?? "";
        const journal = await count("journal");
        const created: string[] = [];
        const revoked: string[] = [];
        const read = { right: 0, unknown: 0 };
        let isOver = false;
        const ask = (path: string, own: string, init: RequestInit = {}) =>
          fetch(`${topology.url}${path}`, {
            ...init,
            headers: { "x-api-key": own, "content-type": "application/json" },
            signal: AbortSignal.timeout(20_000),
          });
        /** Revokes what was created without an answer, which counts among the keys of the account. */
        const makeRoom = async () => {
          const listed = (await (await ask("/v1/compte/cles", key)).json()) as {
            readonly cles: readonly { readonly visible_start: string }[];
          };
          for (const { visible_start: start } of listed.cles)
            if (!key.startsWith(start)) await ask(`/v1/compte/cles/${start}`, key, { method: "DELETE" });
        };
        const make = async () => {
          const answer = await ask("/v1/compte/cles", key, { method: "POST", body: '{"name":"Une"}' });
          if (answer.status === 409) return await makeRoom();
          const body = (await answer.json()) as { visible_start?: string };
          if (answer.status !== 201 || body.visible_start === undefined) throw new Error(`${answer.status}`);
          created.push(body.visible_start);
          const ended = await ask(`/v1/compte/cles/${body.visible_start}`, key, { method: "DELETE" });
          if (ended.status !== 200) throw new Error(`${ended.status}`);
          revoked.push(body.visible_start);
        };
        const loop = async (work: () => Promise<void>) => {
          while (!isOver) {
            await work().catch(() => {});
            await Bun.sleep(50);
          }
        };
        const readOnce = async () => {
          read.unknown += 1;
          const answer = await ask(DOCUMENT, reader);
          if (answer.status === 200) read.right += 1;
          if (answer.status === 200 || answer.status === 503) read.unknown -= 1;
        };
        const loops = [loop(make), loop(readOnce), loop(readOnce)];
        const recoveries: number[] = [];
        for (let kill = 0; kill < KILLS; kill += 1) {
          await until(async () => {
            if (created.length === 0) throw new Error("not begun");
          });
          const killedMs = performance.now();
          const dead = await cluster.killPrimary();
          const before = revoked.length;
          await until(async () => {
            if (revoked.length === before) throw new Error("not back");
            // One finds the primary by its hosts, the other is led to it.
            for (const { url } of processes) {
              const answer = await fetch(`${url}/v1/compte`, { headers: { "x-api-key": key } });
              if (answer.status !== 200) throw new Error(`${answer.status}`);
            }
          });
          recoveries.push(performance.now() - killedMs);
          await cluster.revive(dead);
        }
        isOver = true;
        await Promise.all(loops);

        expect(Math.max(...recoveries)).toBeLessThan(MOST_MS);
        const { $client: sql } = database;
        const held = await sql<{ start: string; isRevoked: boolean }[]>`
          select visible_start as start, revoked_at is not null as "isRevoked" from api_keys`;
        const starts = new Map(held.map(({ start, isRevoked }) => [start, isRevoked]));
        expect(created.filter((start) => !starts.has(start))).toEqual([]);
        expect(revoked.filter((start) => starts.get(start) !== true)).toEqual([]);
        expect(await count("journal")).toBe(journal);
        const usage = await readUsage(database, reader.slice(0, 12));
        expect(usage?.utilise).toBeLessThanOrEqual(read.right + read.unknown);
        expect(usage?.utilise).toBeGreaterThan(0);
      },
      TIMEOUT_MS + KILLS * 60_000,
    );
  },
);
