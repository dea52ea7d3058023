import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ApiProcess, describeTopology, openTopology, type Topology } from "../../servers/topology.ts";

const CLIENTS = 8;
const RESTARTS = 3;
const TIMEOUT_MS = 120_000;
/** Far above what a fast machine sends in a minute. */
const UNLIMITED = "1000000";

describeTopology("two API processes behind a proxy", () => {
  let topology: Topology;
  let processes: ApiProcess[] = [];
  let key = "";

  beforeAll(async () => {
    topology = await openTopology();
    await topology.command("ingest/index.ts");
    processes = [await topology.startApi(), await topology.startApi()];
    topology.proxy.replace(processes.map(({ url }) => url));
    const terms = ["--name", "Essai", "--plan", "interne", "--minute", UNLIMITED];
    const created = await topology.command("src/keys.ts", "create", ...terms);
    key = /boi_\w{38}/.exec(created)?.[0] ?? "";
  }, TIMEOUT_MS);

  afterAll(() => topology.close(), TIMEOUT_MS);

  test(
    "no request is lost while both are replaced in turn under load",
    async () => {
      const load = startLoad(topology.url, key);
      for (const old of [...processes]) {
        const replacement = await topology.startApi();
        processes = [...processes, replacement];
        topology.proxy.replace(processes.map(({ url }) => url));
        const code = await old.stop();
        expect(code).toBe(0);
        processes = processes.filter((process) => process !== old);
        topology.proxy.replace(processes.map(({ url }) => url));
      }
      const statuses = await load.end();
      expect([...statuses.keys()]).toEqual([200]);
      expect(statuses.get(200)).toBeGreaterThan(CLIENTS);
    },
    TIMEOUT_MS,
  );

  test(
    "nor behind a proxy that always knows the same two addresses, and only their refused connections",
    async () => {
      topology.proxy.replace(processes.map(({ url }) => url));
      const load = startLoad(topology.url, key);
      for (let round = 0; round < RESTARTS; round += 1) {
        const [old, other] = processes;
        if (old === undefined || other === undefined) throw new Error("two processes are expected");
        expect(await old.stop()).toBe(0);
        processes = [other, await topology.startApi(old.port)];
      }
      const statuses = await load.end();
      expect([...statuses.keys()]).toEqual([200]);
      expect(statuses.get(200)).toBeGreaterThan(CLIENTS);
    },
    TIMEOUT_MS,
  );

  test(
    "a process that was told to stop says that it is not ready, still answers, asks clients to close",
    async () => {
      const api = await topology.startApi();
      expect((await fetch(`${api.url}/ready`)).status).toBe(200);
      const end = api.stop();
      await Bun.sleep(200);
      const ready = await fetch(`${api.url}/ready`);
      expect([ready.status, ready.headers.get("connection")]).toEqual([503, "close"]);
      expect((await fetch(`${api.url}/v1/health`)).status).toBe(200);
      expect(await end).toBe(0);
    },
    TIMEOUT_MS,
  );
});

const ADDRESSES = ["/v1/boi/BOI-IR-LIQ-20-10", "/v1/search?q=plus-value", "/v1/plan", "/v1/health"];

interface Load {
  /** Stops the clients; returns how many answers had each status. */
  end(): Promise<ReadonlyMap<number, number>>;
}

/** Clients that each send one request after the other. */
function startLoad(url: string, key: string): Load {
  const statuses = new Map<number, number>();
  let isOver = false;
  const client = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      const path = ADDRESSES[turn % ADDRESSES.length] ?? "";
      const answer = await fetch(`${url}${path}`, { headers: { "x-api-key": key } });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return {
    async end() {
      isOver = true;
      await clients;
      return statuses;
    },
  };
}
