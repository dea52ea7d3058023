import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { describeTopology, openTopology, type Topology } from "../../servers/topology.ts";
import { ClientLoop } from "./client-loop.ts";

/** In full, each fault is long enough for time limits and pools to play. */
const IS_FULL = Bun.env["FULL"] === "1";
const FAULT_MS = IS_FULL ? 12_000 : 1000;
const FAULTS = IS_FULL ? (["is killed", "hangs", "refuses connections"] as const) : (["is killed"] as const);
const RECOVERY_MS = 15_000;
const TIMEOUT_MS = 300_000;

describeTopology("while each engine is away in turn", () => {
  let topology: Topology;
  let clients: ClientLoop;

  beforeAll(async () => {
    topology = await openTopology();
    await topology.command("ingest/index.ts");
    const processes = [await topology.startApi(), await topology.startApi()];
    topology.proxy.replace(processes.map(({ url }) => url));
    const created = await topology.command("src/keys.ts", "create", "--name", "Essai", "--plan", "interne");
    clients = await ClientLoop.start(topology.url, /boi_\w{38}/.exec(created)?.[0] ?? "");
  }, TIMEOUT_MS);

  afterAll(async () => {
    await clients.stop();
    await topology.close();
  }, TIMEOUT_MS);

  describe.each(["postgres", "meilisearch", "qdrant"] as const)("%s", (name) => {
    test.each(FAULTS)(
      "%s: every answer is right or an honest 503, and all are right once it is back",
      async (fault) => {
        const engine = topology.engines[name];
        clients.forget();
        if (fault === "is killed") await engine.kill();
        else engine.network.behave(fault === "hangs" ? "hang" : "refuse");
        await Bun.sleep(FAULT_MS);
        if (fault === "is killed") await engine.revive();
        engine.network.behave("pass");
        await clients.untilAllRight(RECOVERY_MS);
        expect(clients.wrong).toEqual([]);
        expect(clients.slowestMs).toBeLessThan(RECOVERY_MS);
      },
      TIMEOUT_MS,
    );
  });
});
