/** Doors are judged in the right order, by one process of the embedded default and by two that share a PostgreSQL server. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { temporaryFolder } from "../../folders.ts";
import { exchangeRaw } from "../../raw-socket.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { createDatabase, serverAbsence } from "../../servers/postgres.ts";

const TIMEOUT_MS = 120_000;
const ADMIN_TOKEN = "un-jeton-d-administration-de-test";
/** Rounds of what is only lost when two processes cross. */
const ROUNDS = 10;
const AT_ONCE = 10;

const KINDS = [
  { kind: "one process, embedded", processes: 1, absence: null },
  { kind: "two processes on PostgreSQL", processes: 2, absence: serverAbsence },
];

for (const { kind, processes: count, absence } of KINDS)
  describe.skipIf(absence !== null)(absence === null ? kind : `${kind} (${absence})`, () => {
    let processes: ApiProcess[] = [];
    let drop = async () => {};

    beforeAll(async () => {
      let database = {};
      if (count > 1) {
        const created = await createDatabase();
        drop = created.drop;
        database = { DATABASE_URL: created.url };
      }
      const start = () =>
        startApi({ ...database, ADMIN_TOKEN, DATA_DIR: temporaryFolder(), SOURCE: "sample" });
      // The first one ingests.
      processes = [await start()];
      while (processes.length < count) processes.push(await start());
    }, TIMEOUT_MS);

    afterAll(async () => {
      await Promise.all(processes.map((process) => process.stop()));
      await drop();
    }, TIMEOUT_MS);

    /** Asks the processes in turn. */
    function ask(turn: number, path: string, init: RequestInit & { key?: string } = {}): Promise<Response> {
      const { key, ...rest } = init;
      const accept = "application/json, text/event-stream";
      const headers = { accept, "content-type": "application/json", ...(key && { "x-api-key": key }) };
      return fetch(`${processes[turn % processes.length]?.url}${path}`, { headers, ...rest });
    }

    const authorization = `Bearer ${ADMIN_TOKEN}`;
    function operate(method: string, path = "", body?: object): Promise<Response> {
      const headers = { authorization, "content-type": "application/json" };
      return ask(0, `/admin/keys${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    }

    async function createKey(terms: object = {}): Promise<string> {
      const answer = await operate("POST", "", { name: "Essai", plan: "gratuit", ...terms });
      expect(answer.status).toBe(201);
      return untilKnown(await keyOf(answer));
    }

    /** Every process has looked it up: each does so for a few new keys a second, and the others wait (503). */
    async function untilKnown(key: string): Promise<string> {
      for (const turn of processes.keys())
        while ((await ask(turn, "/v1/compte", { key })).status === 503) await Bun.sleep(100);
      return key;
    }

    async function addKey(turn: number, key: string): Promise<Response> {
      return ask(turn, "/v1/compte/cles", { method: "POST", key, body: '{"name":"Autre"}' });
    }

    /** How many live keys the operator sees of an account that `name` names. */
    async function liveKeys(name: string): Promise<number> {
      const listed: unknown = await (await operate("GET")).json();
      return [...JSON.stringify(listed).matchAll(/\{[^{}]*\}/g)].filter(
        ([row]) => row.includes(`"${name}"`) && row.includes('"revoked_at":null'),
      ).length;
    }

    test(
      "a key that the operator has just revoked makes no other, wherever it is still known",
      async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const name = `Révoquée ${round}`;
          const key = await createKey({ name });
          expect((await operate("DELETE", `/${key.slice(0, 12)}`)).status).toBe(200);
          for (const turn of processes.keys()) expect((await addKey(turn, key)).status).toBe(401);
          expect(await liveKeys(name)).toBe(0);
        }
      },
      TIMEOUT_MS,
    );

    test(
      "a stolen key that its account has just revoked makes no other, renames and revokes none",
      async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const own = await createKey();
          const stolen = await untilKnown(await keyOf(await addKey(0, own)));
          const path = `/v1/compte/cles/${stolen.slice(0, 12)}`;
          expect((await ask(0, path, { method: "DELETE", key: own })).status).toBe(200);
          for (const turn of processes.keys()) {
            expect((await addKey(turn, stolen)).status).toBe(401);
            const other = `/v1/compte/cles/${own.slice(0, 12)}`;
            expect((await ask(turn, other, { method: "DELETE", key: stolen })).status).toBe(401);
          }
          expect((await ask(round, "/v1/compte", { key: own })).status).toBe(200);
        }
      },
      TIMEOUT_MS,
    );

    test(
      "refused bodies count in the minute of all processes, which then refuse without a look at them",
      async () => {
        const key = await createKey({ minute_limit: 6 + processes.length });
        const bodies = [
          `{"references":[${"1,".repeat(260_000)}1]}`,
          `{"references":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
          `{"references":[${"{},".repeat(170_000)}{}]}`,
        ];
        const statuses = [];
        for (let turn = 0; turn < 9; turn += 1) {
          const body = bodies[turn % bodies.length] ?? "";
          statuses.push((await ask(turn, "/v1/suivi", { method: "POST", key, body })).status);
        }
        expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429, 429]);
      },
      TIMEOUT_MS,
    );

    test(
      "ten of them at once leave the service in health",
      async () => {
        const key = await createKey({ plan: "interne", minute_limit: 10_000 });
        const body = `{"references":[${"1,".repeat(260_000)}1]}`;
        const refused = Array.from({ length: AT_ONCE * processes.length }, (_, turn) =>
          ask(turn, "/v1/suivi", { method: "POST", key, body }),
        );
        for (const turn of processes.keys()) expect((await ask(turn, "/v1/health")).status).toBe(200);
        for (const answer of await Promise.all(refused)) expect(answer.status).toBe(400);
      },
      TIMEOUT_MS,
    );

    test(
      "an MCP call of forty thousand unknown arguments has one named, in few words",
      async () => {
        const key = await createKey();
        const unknown = Array.from({ length: 40_000 }, (_, rank) => `"x${rank}":1`).join(",");
        const call = { jsonrpc: "2.0", id: 1, method: "tools/call" };
        const body = JSON.stringify({ ...call, params: { name: "search", arguments: {} } });
        for (const turn of processes.keys()) {
          const long = body.replace('"arguments":{}', `"arguments":{"q":"taxe",${unknown}}`);
          const answer = await ask(turn, "/mcp", { method: "POST", key, body: long });
          expect((await answer.text()).length).toBeLessThan(2_000);
        }
      },
      TIMEOUT_MS,
    );

    test(
      "forty unfinished forms close no page",
      async () => {
        const form = `POST /compte/connexion HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 1000\r\n\r\ncle=`;
        const forms = processes.flatMap(({ url }) =>
          Array.from({ length: 40 }, () =>
            exchangeRaw(Number(new URL(url).port), [form], { limitMs: 8_000 }),
          ),
        );
        await Bun.sleep(500);
        for (const turn of processes.keys()) expect((await ask(turn, "/plan")).status).toBe(200);
        for (const { status } of await Promise.all(forms)) expect(status).toBe(400);
      },
      TIMEOUT_MS,
    );

    test.each(["\u001b[2J", "a\nb", "\u202Eabc", "\u0000"])(
      "a key named %j is refused at the door",
      async (name) => {
        const key = await createKey();
        for (const turn of processes.keys()) {
          const body = JSON.stringify({ name });
          expect((await ask(turn, "/v1/compte/cles", { method: "POST", key, body })).status).toBe(400);
        }
        expect((await operate("POST", "", { name, plan: "gratuit" })).status).toBe(400);
      },
      TIMEOUT_MS,
    );

    test("a trace that who has no key asks for decides nothing", async () => {
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
      for (const turn of processes.keys()) {
        const answer = await ask(turn, "/v1/plan", { headers: { traceparent } });
        expect(answer.status).toBe(401);
        expect(answer.headers.get("traceparent") ?? "").not.toContain("0af7651916cd43dd8448eb211c80319c");
      }
    });
  });

async function keyOf(answer: Response): Promise<string> {
  return /"key":"(boi_\w{38})"/.exec(await answer.text())?.[1] ?? "";
}
