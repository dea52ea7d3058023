import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLogger } from "../../../../db/engine/operator-acts.ts";
import { createApp } from "../../../../src/app.ts";
import { createControlApp } from "../../../../src/process/control.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../../servers/service.ts";

const SITE = "http://localhost";
const OFFICE = "203.0.113.7";
const ELSEWHERE = "198.51.100.9";
/** Second of the minute at which requests arrive. */
const SECOND = 20;

let service: TestService;
const lines: Record<string, unknown>[] = [];
const logger = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  service = await openService(null);
});
afterAll(() => service.close());

/** A separate service, at a separate minute, behind a proxy that names the clients. */
function openApp() {
  lines.splice(0);
  const app = createApp({
    ...service.deps,
    logger,
    clock: () => new Date(`2026-11-20T12:00:${SECOND}Z`),
    clientAddress: (request) => request.headers.get("x-client") ?? OFFICE,
  });
  return (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    app.handle(new Request(`${SITE}${path}`, { ...init, headers }));
}
type Ask = ReturnType<typeof openApp>;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Every entry where a token can be tried. */
const DOORS: readonly (readonly [string, (ask: Ask, token: string, client?: string) => Promise<Response>])[] =
  [
    [
      "the JSON routes",
      (ask, token, client = OFFICE) => ask("/admin/keys", { ...bearer(token), "x-client": client }),
    ],
    [
      "the measures",
      (ask, token, client = OFFICE) => ask("/metrics", { ...bearer(token), "x-client": client }),
    ],
    [
      "the form of the dashboard",
      (ask, token, client = OFFICE) =>
        ask(
          "/admin/connexion",
          { origin: SITE, "x-client": client },
          { method: "POST", body: new URLSearchParams({ jeton_operateur: token }) },
        ),
    ],
  ];

describe("from the 61st wrong token of an address in a minute, whatever the door", () => {
  test.each(DOORS)(
    "%s refuses wrong ones with the seconds left, and takes the right one",
    async (_, door) => {
      const ask = openApp();
      for (let attempt = 0; attempt < 60; attempt += 1) {
        const [, anyDoor = door] = DOORS[attempt % DOORS.length] ?? [];
        expect((await anyDoor(ask, `faux-${attempt}`)).status).toBe(401);
      }
      const refused = await door(ask, "faux-60");
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String(60 - SECOND)]);
      expect(await refused.text()).toContain(`${60 - SECOND} secondes`);
      expect([200, 303]).toContain((await door(ask, ADMIN_TOKEN)).status);
      expect((await door(ask, "faux", ELSEWHERE)).status).toBe(401);
    },
  );
});

test.each(DOORS)("a wrong token at %s is logged with the address, never itself", async (_, door) => {
  const ask = openApp();
  await door(ask, "presque-le-bon-jeton-d-administration");
  const warned = lines.filter(({ level }) => level === 40);
  expect(warned).toMatchObject([{ address: OFFICE, msg: "wrong operator token" }]);
  expect(JSON.stringify(lines)).not.toContain("presque");
});

test("the token alone, or with another scheme, opens nothing", async () => {
  const ask = openApp();
  for (const authorization of [ADMIN_TOKEN, `Basic ${ADMIN_TOKEN}`, `bearer ${ADMIN_TOKEN} `])
    expect((await ask("/admin/keys", { authorization })).status).toBe(401);
});

test("a request without a token is refused and is no attempt", async () => {
  const ask = openApp();
  for (let attempt = 0; attempt < 70; attempt += 1) expect((await ask("/admin/keys", {})).status).toBe(401);
  expect(lines.filter(({ level }) => level === 40)).toEqual([]);
});

/** The log lines of the acts. */
function acts() {
  return lines.filter(({ msg }) => msg === "operator act");
}

/** A response body of the admin routes. */
async function bodyOf(answer: Response) {
  return (await answer.json()) as { visible_start: string; key: string; id: number; keys: unknown[] };
}

const json = (body: object) => ({ method: "POST", body: JSON.stringify(body) });
const JSON_TYPE = { "content-type": "application/json" };
const KEY = { name: "Cabinet", plan: "pro" };

describe("each act of an operator leaves one line with who, what and the address", () => {
  test("by the JSON routes", async () => {
    const ask = openApp();
    const headers = { ...bearer(ADMIN_TOKEN), ...JSON_TYPE };
    const created = await bodyOf(await ask("/admin/keys", headers, json(KEY)));
    const key = created.visible_start;
    await ask(`/admin/keys/${key}`, headers, { ...json({ quota: 5 }), method: "PATCH" });
    await ask(`/admin/keys/${key}`, headers, { method: "DELETE" });
    const { id: run } = await bodyOf(await ask("/admin/ingest", headers, json({ force: true })));
    const by = { who: "token", address: OFFICE };
    expect(acts()).toMatchObject([
      { ...by, act: "key created", key, plan: "pro" },
      { ...by, act: "key changed", key, change: { quota: 5 } },
      { ...by, act: "key revoked", key },
      { ...by, act: "ingestion asked", run, force: true },
    ]);
    expect(JSON.stringify(lines)).not.toContain(created.key);
  });

  test("none when it is refused", async () => {
    const ask = openApp();
    const headers = { ...bearer(ADMIN_TOKEN), ...JSON_TYPE };
    expect((await ask("/admin/keys", headers, json({ ...KEY, plan: "or" }))).status).toBe(400);
    expect((await ask("/admin/keys/boi_inconnue", headers, { method: "DELETE" })).status).toBe(404);
    expect(acts()).toEqual([]);
  });

  test("by the dashboard", async () => {
    const ask = openApp();
    const [, , [, door] = []] = DOORS;
    const cookie = (await door?.(ask, ADMIN_TOKEN))?.headers.get("set-cookie")?.split(";")[0] ?? "";
    const headers = { origin: SITE, cookie };
    const page = await (await ask("/admin/tableau/cles", headers)).text();
    const jeton = /name="jeton" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const send = (path: string, form: Record<string, string>) =>
      ask(path, headers, { method: "POST", body: new URLSearchParams({ jeton, ...form }) });
    const made = await (await send("/admin/tableau/cles", { nom: "Cabinet", formule: "pro" })).text();
    const key = /boi_\w{38}/.exec(made)?.[0].slice(0, 12) ?? "";
    await send(`/admin/tableau/cles/${key}/conditions`, { formule: "gratuit", quota: "5" });
    await send(`/admin/tableau/cles/${key}/revocation`, {});
    await send("/admin/tableau/ingestions", {});
    const by = { who: "dashboard session", address: OFFICE };
    expect(acts()).toMatchObject([
      { ...by, act: "key created", key, plan: "pro" },
      { ...by, act: "key changed", key, change: { plan: "gratuit", quota: 5 } },
      { ...by, act: "key revoked", key },
      { ...by, act: "ingestion asked", run: expect.any(Number) },
    ]);
  });

  test("by the control socket", async () => {
    lines.splice(0);
    const { fulltext: _, ...deps } = service.deps;
    const proof = { agrees: true, expected: { count: 0, digest: "" }, held: null };
    const app = createControlApp({
      ...deps,
      ...service.deps.admin,
      logger,
      rebuild: async () => ({ fulltext: proof, vectors: proof }),
    });
    const ask = (path: string, init: RequestInit = {}) =>
      app.handle(new Request(`${SITE}${path}`, { headers: JSON_TYPE, ...init }));
    const created = await bodyOf(await ask("/admin/keys", json(KEY)));
    const exported = await bodyOf(await ask("/admin/export-keys"));
    await ask("/admin/import-keys", json(exported));
    await ask("/admin/reindex", json({ stores: ["vectors"] }));
    const by = { who: "control socket", address: "local" };
    expect(acts()).toMatchObject([
      { ...by, act: "key created", key: created.visible_start },
      { ...by, act: "keys imported", added: 0, known: exported.keys.length },
      { ...by, act: "reindex asked", stores: ["vectors"] },
    ]);
  });
});
