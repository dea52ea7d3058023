import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateKey } from "../../../../db/keys/stored-key.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import { KeyRing } from "../../../../src/access/api-key.ts";
import { AttemptLimiter } from "../../../../src/access/attempt-limiter.ts";
import { createApp } from "../../../../src/app.ts";
import { ATTRIBUTION } from "../../../../src/http/attribution.ts";
import { eventually } from "../../../eventually.ts";
import { ADMIN_TOKEN, openService, type TestService, TODAY } from "../../../servers/service.ts";

/** Valid terms for the operator's routes. */
const GOOD_KEY = { name: "Cabinet", plan: "pro" };

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

async function usage(key: string): Promise<number | undefined> {
  return (await readUsage(service.database, key.slice(0, 12)))?.utilise;
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { error: { code: string } }).error.code;
}

describe("keys", () => {
  const wrongKeys = {
    malformed: "boi_x",
    "of a wrong checksum": `boi_${"a".repeat(38)}`,
    "of another service": "sk-12345",
  };
  test("a missing key is 401, before the parameters are judged", async () => {
    const answer = await service.get("/v1/search?q=a");
    expect([answer.status, await codeOf(answer)]).toEqual([401, "missing_api_key"]);
  });
  test("a key in Authorization is 401, and told where it goes", async () => {
    const headers = { authorization: `Bearer ${await service.key("pro")}` };
    const answer = await service.get("/v1/search?q=impot", undefined, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: {
        code: "missing_api_key",
        message: expect.stringContaining("attendue dans l'en-tête X-API-Key"),
      },
    });
  });
  for (const [name, key] of Object.entries(wrongKeys)) {
    test(`a key ${name} is 401, with the one message for all`, async () => {
      const answer = await service.get("/v1/search?q=impot", key);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual(await (await service.get("/v1/search?q=impot", "autre")).json());
    });
  }
  test("a key past its term is 401, with the same message", async () => {
    const key = await service.key("pro", { expiresAt: TODAY });
    const answer = await service.get("/v1/search?q=impot", key);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual(await (await service.get("/v1/search?q=impot", "autre")).json());
  });
  test("a wrong key on a public route is ignored", async () => {
    expect((await service.get("/v1/health", "boi_x")).status).toBe(200);
  });
  test("an unknown route is refused without a key and never charged", async () => {
    const key = await service.key("gratuit");
    expect((await service.get("/v1/nulle-part", key)).status).toBe(404);
    expect(await usage(key)).toBe(0);
  });
});

describe("what is charged", () => {
  for (const [name, path, status, charged] of [
    ["an answer", "/v1/search?q=taxe", 200, 1],
    ["an empty answer", "/v1/search?q=introuvable", 200, 1],
    ["an unknown document", "/v1/boi/BOI-IR-ABSENT", 404, 1],
    ["an invalid parameter", "/v1/search?q=a", 400, 0],
    ["an invalid query", "/v1/search?q=taxe%20AND", 400, 0],
  ] as const) {
    test(`${name} is ${charged === 1 ? "charged" : "not charged"}, and counts in the minute`, async () => {
      const key = await service.key("gratuit");
      const answer = await service.get(path, key);
      expect([answer.status, await usage(key)]).toEqual([status, charged]);
      expect(answer.headers.get("x-ratelimit-remaining")).toBe("59");
      expect(answer.headers.get("ratelimit")).toContain(`"mois";r=${1000 - charged};`);
    });
  }
  test("HEAD is charged like GET", async () => {
    const key = await service.key("gratuit");
    await service.get("/v1/search?q=taxe", key, { method: "HEAD" });
    expect(await usage(key)).toBe(1);
  });
  test("a 304 gives its unit back", async () => {
    const key = await service.key("gratuit");
    const etag = (await service.get("/v1/boi/BOI-IR", key)).headers.get("etag") ?? "";
    const answer = await service.get("/v1/boi/BOI-IR", key, { headers: { "if-none-match": etag } });
    expect([answer.status, await usage(key)]).toEqual([304, 1]);
    expect(answer.headers.get("ratelimit")).toContain('"mois";r=999;');
  });
});

describe("limits", () => {
  test("the sixty-first request of a minute is 429, with Retry-After, and is not charged", async () => {
    const key = await service.key("gratuit");
    const answers = [];
    for (let count = 0; count < 61; count++) answers.push(await service.get("/v1/suggest?q=taxe", key));
    // A minute may end in between: the window then still covers most of the previous one.
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(61);
    const refused = answers.find(({ status }) => status === 429);
    if (refused === undefined) return;
    expect([refused.headers.get("retry-after"), await codeOf(refused)]).toEqual(["60", "rate_limited"]);
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("x-ratelimit-reset")).toBe("60");
    expect(refused.headers.get("ratelimit")).toStartWith('"minute";r=0;t=60, ');
    expect(await usage(key)).toBe(60);
  });
  test("a quota that is used up is 402, with the address to upgrade", async () => {
    const key = await service.key("gratuit");
    await service.get("/v1/suggest?q=taxe", key);
    await service.database
      .$client`update usage_months set used = 1000 where key_id = (select max(id) from api_keys)`;
    const answer = await service.get("/v1/suggest?q=taxe", key);
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({
      error: { code: "quota_exceeded", message: expect.stringContaining("1000 requêtes") },
      upgrade_url: "http://localhost/docs",
    });
    expect((await service.get("/v1/search?q=a", key)).status).toBe(400);
  });
  test("a plan without quota has no month in its headers", async () => {
    const answer = await service.get("/v1/suggest?q=taxe", await service.key("interne"));
    expect(answer.headers.get("ratelimit-policy")).toBe('"minute";q=6000;w=60');
  });
  test("sixty wrong keys from an address are followed by 429 for wrong ones, never for a good one", async () => {
    const atSecond41 = () => Date.UTC(2026, 10, 20, 12, 0, 41);
    const attempts = new AttemptLimiter(undefined, atSecond41);
    const app = createApp({ ...service.deps, attempts });
    const ask = (key: string, headers = {}) =>
      app.handle(
        new Request("http://localhost/v1/suggest?q=taxe", { headers: { "x-api-key": key, ...headers } }),
      );
    const wrong = [];
    for (let count = 0; count < 62; count++) wrong.push(await ask("boi_faux"));
    expect(wrong.map(({ status }) => status)).toEqual([...Array(60).fill(401), 429, 429]);
    const [refused] = wrong.slice(-1);
    expect(refused?.headers.get("retry-after")).toBe("19");
    expect(await refused?.json()).toMatchObject({
      error: { code: "rate_limited", message: expect.stringContaining("dans 19 secondes") },
    });
    expect((await ask(await service.key("pro"))).status).toBe(200);
    // Their address can't be known.
    expect((await ask("boi_faux", { "x-forwarded-for": "203.0.113.9" })).status).toBe(401);
  });
  test("unknown keys beyond what a process looks up are 503, with Retry-After", async () => {
    const keys = new KeyRing(service.database, () => TODAY, { nowMs: () => 0 });
    const app = createApp({ ...service.deps, keys, attempts: new AttemptLimiter() });
    const ask = () =>
      app.handle(
        new Request("http://localhost/v1/suggest?q=taxe", { headers: { "x-api-key": generateKey() } }),
      );
    for (let count = 0; count < 20; count++) expect((await ask()).status).toBe(401);
    const answer = await ask();
    expect([answer.status, answer.headers.get("retry-after"), await codeOf(answer)]).toEqual([
      503,
      "5",
      "unavailable",
    ]);
  });
});

describe("the account", () => {
  const read = async (key: string) => {
    const answer = await service.get("/v1/compte", key);
    return { status: answer.status, body: await answer.json() };
  };
  test("tells the plan, the limits and the use of the key, counts in the minute and is never charged", async () => {
    const key = await service.key("gratuit");
    await service.get("/v1/suggest?q=taxe", key);
    const { status, body } = await read(key);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z$/);
    expect(status).toBe(200);
    expect(body).toEqual({
      cle: key.slice(0, 12),
      nom: "essai",
      plan: "gratuit",
      semantique: false,
      expiration: null,
      minute: { limite: 60, restant: 58, reinitialisation: day },
      mois: {
        mois: new Date().toISOString().slice(0, 7),
        quota: 1000,
        utilise: 1,
        restant: 999,
        reinitialisation: expect.stringMatching(/-01T00:00:00.000Z$/),
      },
      source: ATTRIBUTION,
    });
    expect(await usage(key)).toBe(1);
  });
  test("answers when the quota is used up, and for a key without quota", async () => {
    const key = await service.key("gratuit", { monthlyQuota: 1 });
    await service.get("/v1/suggest?q=taxe", key);
    expect((await service.get("/v1/suggest?q=taxe", key)).status).toBe(402);
    expect(await read(key)).toMatchObject({ status: 200, body: { mois: { utilise: 1, restant: 0 } } });
    expect(await read(await service.key("interne"))).toMatchObject({
      status: 200,
      body: { semantique: true, mois: { quota: null, utilise: 0, restant: null } },
    });
  });
  test("is no way around the minute limit", async () => {
    const key = await service.key("gratuit", { minuteLimit: 1 });
    const statuses = [await read(key), await read(key)].map(({ status }) => status);
    expect(statuses).toEqual([200, 429]);
  });
  test("demands a key", async () => expect((await read("boi_faux")).status).toBe(401));
});

describe("the operator's routes", () => {
  const operator = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
  const post = (path: string, body: unknown, headers: Record<string, string> = operator) =>
    service.get(path, undefined, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  for (const [name, headers] of [
    ["no token", {}],
    ["a wrong token", { authorization: "Bearer non" }],
    ["a token without its scheme", { authorization: ADMIN_TOKEN }],
  ] as const) {
    test(`${name} is 401`, async () =>
      expect((await service.get("/admin/keys", undefined, { headers })).status).toBe(401));
  }
  test("a key is created, listed, followed and revoked", async () => {
    const created = await post("/admin/keys", { name: "Cabinet", plan: "pro" });
    const { key, visible_start } = (await created.json()) as { key: string; visible_start: string };
    expect([created.status, key.slice(0, 12)]).toEqual([201, visible_start]);
    await service.get("/v1/suggest?q=taxe", key);
    const listed = await (await service.get("/admin/keys", undefined, { headers: operator })).json();
    expect(listed).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ visible_start, name: "Cabinet" })]),
    });
    const followed = await service.get(`/admin/keys/${visible_start}/usage`, undefined, {
      headers: operator,
    });
    expect(await followed.json()).toMatchObject({ visible_start, plan: "pro", utilise: 1, quota: 30_000 });
    const revoked = await service.get(`/admin/keys/${visible_start}`, undefined, {
      method: "DELETE",
      headers: operator,
    });
    expect(await revoked.json()).toMatchObject({ visible_start, revoked_at: expect.any(String) });
  });
  for (const [name, body, status, code] of [
    ["an unknown plan", { name: "x", plan: "or" }, 400, "invalid_parameter"],
    ["an unknown field", { name: "x", plan: "pro", nom: "y" }, 400, "invalid_parameter"],
    ["a missing field", { name: "x" }, 400, "invalid_parameter"],
    ["a day that does not exist", { ...GOOD_KEY, expires_at: "2027-02-30" }, 400, "invalid_parameter"],
    ["a day that has passed", { ...GOOD_KEY, expires_at: "2020-01-01" }, 400, "invalid_parameter"],
    ["an instant without a zone", { ...GOOD_KEY, expires_at: "2027-02-01T10:00" }, 400, "invalid_parameter"],
    ["a minute limit of zero", { ...GOOD_KEY, minute_limit: 0 }, 400, "invalid_parameter"],
    ["half a request a month", { ...GOOD_KEY, quota: 0.5 }, 400, "invalid_parameter"],
    ["an empty name", { name: "  ", plan: "pro" }, 400, "invalid_parameter"],
    ["a list", [], 400, "invalid_body"],
    ["broken JSON", "{", 400, "invalid_body"],
    ["a body of more than 64 KiB", { name: "x".repeat(70_000), plan: "pro" }, 413, "payload_too_large"],
  ] as const) {
    test(`a key asked for with ${name} is ${status} ${code}`, async () => {
      const answer = await post("/admin/keys", body);
      expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
    });
  }
  test.each([
    [{ ...GOOD_KEY, plan: "or" }, "plan"],
    [{ ...GOOD_KEY, name: " " }, "name"],
    [{ ...GOOD_KEY, quota: -1 }, "quota"],
    [{ ...GOOD_KEY, minute_limit: "x" }, "minute_limit"],
    [{ ...GOOD_KEY, expires_at: "demain" }, "expires_at"],
    [{ name: "x" }, "plan"],
    [{ ...GOOD_KEY, nom: "x" }, "nom"],
  ])("the refusal of a key asked for as %p names « %s »", async (body, parameter) => {
    const { error } = (await (await post("/admin/keys", body)).json()) as { error: { message: string } };
    expect(error.message).toContain(`« ${parameter} »`);
  });
  test("another media type than JSON is refused", async () => {
    const answer = await post("/admin/keys", "name=x", {
      ...operator,
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([answer.status, await codeOf(answer)]).toEqual([400, "invalid_body"]);
  });
  test("a key's terms are set, changed and taken away", async () => {
    const created = await post("/admin/keys", { ...GOOD_KEY, quota: 500, expires_at: "2099-01-01" });
    const { visible_start } = (await created.json()) as { visible_start: string };
    const change = async (body: object) => {
      const init = { method: "PATCH", headers: operator, body: JSON.stringify(body) };
      const answer = await service.get(`/admin/keys/${visible_start}`, undefined, init);
      return [answer.status, await answer.json()];
    };
    expect(await change({ plan: "gratuit", minute_limit: 10 })).toEqual([
      200,
      expect.objectContaining({
        plan: "gratuit",
        quota: 500,
        minute_limit: 10,
        expires_at: "2099-01-01T00:00:00.000Z",
        last_used_at: null,
      }),
    ]);
    expect(await change({ quota: null, expires_at: null })).toEqual([
      200,
      expect.objectContaining({ plan: "gratuit", quota: null, minute_limit: 10, expires_at: null }),
    ]);
    expect(await change({})).toEqual([
      400,
      expect.objectContaining({
        error: { code: "invalid_parameter", message: expect.stringContaining("« plan », « quota »") },
      }),
    ]);
    for (const refused of [{ plan: "or" }, { nom: "y" }])
      expect(await change(refused)).toEqual([400, expect.anything()]);
  });
  test("a run is accepted, followed and listed", async () => {
    const accepted = await post("/admin/ingest", {});
    const { id } = (await accepted.json()) as { id: number };
    expect(accepted.status).toBe(202);
    const run = await (await service.get(`/admin/runs/${id}`, undefined, { headers: operator })).json();
    expect(run).toMatchObject({ id, origine: "sample", force: false, erreurs: [] });
    const listed = await service.get("/admin/runs", undefined, { headers: operator });
    const { runs } = (await listed.json()) as { runs: object[] };
    expect(runs).toContainEqual(expect.objectContaining({ id, nombre_erreurs: 0 }));
    expect(runs.some((view) => "erreurs" in view)).toBe(false);
  });
  test("a run that ended tells its stages, its proof, and why it failed", async () => {
    const answer = await post("/admin/ingest", { source: "/nulle/part.jsonl", force: true });
    const { id } = (await answer.json()) as { id: number };
    await eventually(async () => {
      const run = await (await service.get(`/admin/runs/${id}`, undefined, { headers: operator })).json();
      expect(run).toMatchObject({
        statut: "failed",
        message: expect.stringContaining("/nulle/part.jsonl"),
        etapes: expect.arrayContaining([
          expect.objectContaining({ etape: "fulltext", ajoutes: 0, ecartes: 0 }),
        ]),
        preuve: { plein_texte: { conforme: true }, vecteurs: { conforme: true } },
      });
    });
  });
  for (const path of ["/admin/runs/999999", "/admin/keys/boi_inconnue/usage"]) {
    test(`${path} is 404`, async () =>
      expect((await service.get(path, undefined, { headers: operator })).status).toBe(404));
  }
});
