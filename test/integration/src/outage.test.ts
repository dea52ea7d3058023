import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { AdmissionQueue } from "../../../db/admission/queue.ts";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { revokeKey } from "../../../db/keys/keys.ts";
import { visibleStartOf } from "../../../db/keys/stored-key.ts";
import { readUsage } from "../../../db/keys/usage.ts";
import { StoreCircuit } from "../../../db/postgres/circuit.ts";
import { pingStore } from "../../../db/postgres/database.ts";
import { KeyRing } from "../../../src/access/api-key.ts";
import { createApp } from "../../../src/app.ts";
import { BodyCache } from "../../../src/http/response/kept-bodies.ts";
import { eventually } from "../../eventually.ts";
import { type OwnPostgres, serverAbsence, startOwnServer } from "../../servers/postgres.ts";
import { openService, type TestService, TODAY } from "../../servers/service.ts";

setDefaultTimeout(60_000);

const KEPT = "/v1/boi/BOI-IR-LIQ-20-10";
/** Not asked before. */
const OTHER = "/v1/boi/BOI-IR-LIQ-20-20";
/** In place of five seconds, so that a server that hangs is soon given up. */
const TIME_LIMIT_MS = 500;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly outage?: string;
  readonly err?: { readonly stack: string };
  readonly fromMemory?: number;
  readonly refused?: number;
}

interface Fault {
  stop(): Promise<void>;
  restart(): Promise<void>;
}

const title = serverAbsence === null ? "PostgreSQL" : `PostgreSQL (${serverAbsence})`;
describe.skipIf(serverAbsence !== null)(title, () => {
  let server: OwnPostgres;
  let service: TestService;
  let keys: KeyRing;
  let app: TestService["app"];
  let lines: Line[] = [];
  /** The clock of the keys in memory, which are read again after 30 seconds. */
  let monotonicMs = 0;

  beforeAll(async () => {
    server = await startOwnServer();
    service = await openService("sample", { database: { kind: "server", url: server.url } });
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
  });
  beforeEach(async () => {
    const logger = createLogger("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
    const circuit = new StoreCircuit(() => pingStore(service.database), {
      log: logger,
      timeLimitMs: TIME_LIMIT_MS,
    });
    keys = new KeyRing(service.database, () => TODAY, { circuit, nowMs: () => monotonicMs });
    const admissions = new AdmissionQueue(service.database, circuit);
    app = createApp({ ...service.deps, keys, admissions, logger, bodies: new BodyCache() });
    lines = [];
  });

  async function get(path: string, key: string, headers: Record<string, string> = {}): Promise<Response> {
    const request = new Request(`http://localhost${path}`, { headers: { "x-api-key": key, ...headers } });
    return await app.handle(request);
  }

  async function statuses(path: string, key: string, times: number): Promise<number[]> {
    const answers = Array.from({ length: times }, () => get(path, key));
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  const createdKey = async (terms: { monthlyQuota?: number } = {}) => {
    const key = await service.key("pro", { minuteLimit: 1000, ...terms });
    await keys.refresh();
    return key;
  };
  const usedBy = async (key: string) => (await readUsage(service.database, visibleStartOf(key)))?.utilise;
  const told = () => lines.filter(({ msg }) => msg !== "request");

  /** Without the store, once a first request, the only one that may wait for the time limit, has found it away. */
  async function without(
    key: string,
    work: () => Promise<void>,
    { stop, restart }: Fault = { stop: () => server.kill(), restart: () => server.revive() },
  ): Promise<void> {
    // Writes the latest counts, which a crash may forget.
    await service.database.$client.unsafe("checkpoint");
    await stop();
    try {
      expect(await statuses(OTHER, key, 2)).toEqual([503, 503]);
      await work();
    } finally {
      await restart();
    }
    await eventually(async () => expect(told().at(-1)?.msg).toContain("is back"));
  }

  for (const { fault, ...steps } of [
    { fault: "is killed", stop: () => server.kill(), restart: () => server.revive() },
    { fault: "hangs", stop: () => server.freeze(), restart: () => server.thaw() },
  ]) {
    test(`while the server ${fault}, kept answers go on and are counted on its return; the rest is 503; two lines are logged`, async () => {
      const key = await createdKey();
      const idle = await createdKey();
      expect((await get(KEPT, key)).status).toBe(200);
      await without(
        key,
        async () => {
          monotonicMs += 31_000;
          expect(await statuses(KEPT, key, 20)).toEqual(Array.from({ length: 20 }, () => 200));
          const kept = await get(KEPT, key);
          expect(kept.headers.get("ratelimit")).toContain(`"mois";r=${30_000 - 1 - 20 - 1};`);
          expect(kept.headers.get("x-corpus-revision")).not.toBeNull();
          const etag = kept.headers.get("etag") ?? "";
          expect((await get(KEPT, key, { "if-none-match": etag })).status).toBe(304);
          const refused = await get(OTHER, key);
          expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
          expect(await refused.json()).toMatchObject({ error: { code: "unavailable" } });
          for (const path of [KEPT, "/v1/compte"]) expect((await get(path, idle)).status).toBe(503);
          for (const path of ["/v1/compte", "/v1/boi/rien"]) expect((await get(path, key)).status).toBe(503);
        },
        steps,
      );
      expect((await get(OTHER, key)).status).toBe(200);
      // The first, those of the outage but for the 304, the last.
      expect(await usedBy(key)).toBe(1 + 21 + 1);
      expect(told().map(({ level, outage }) => [level, outage])).toEqual([
        [50, "postgres"],
        [30, "postgres"],
      ]);
      const [began, over] = told();
      expect(began?.err?.stack).toContain("at ");
      expect(over).toMatchObject({ fromMemory: 22, refused: 7 });
    });
  }

  test("the quota that was left is what is given without the store", async () => {
    const key = await createdKey({ monthlyQuota: 5 });
    expect((await get(KEPT, key)).status).toBe(200);
    await without(key, async () => {
      expect((await statuses(KEPT, key, 7)).sort()).toEqual([200, 200, 200, 200, 402, 402, 402]);
    });
    expect(await usedBy(key)).toBe(5);
    expect((await get(KEPT, key)).status).toBe(402);
  });

  test("a key that was known to be revoked before is not let in", async () => {
    const key = await createdKey();
    expect((await get(KEPT, key)).status).toBe(200);
    await revokeKey(service.database, visibleStartOf(key));
    await keys.refresh();
    await without(key, async () => {
      monotonicMs += 31_000;
      expect((await get(KEPT, key)).status).toBe(503);
    });
    expect((await get(KEPT, key)).status).toBe(401);
  });
});
