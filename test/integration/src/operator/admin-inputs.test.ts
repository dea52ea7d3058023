import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { UNPRINTABLE } from "../../../fixtures/unprintable.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../../servers/service.ts";

const SITE = "http://localhost";
const NUL = "\u0000";
const LONE_SURROGATE = "\ud800";
const KEY = { name: "Cabinet", plan: "pro" };

let service: TestService;
let cookie: string;
let jeton: string;

beforeAll(async () => {
  service = await openService(null);
  const signedIn = await form("/admin/connexion", { jeton_operateur: ADMIN_TOKEN });
  cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await service.get("/admin/tableau/cles", undefined, { headers: { cookie } });
  jeton = /name="jeton" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
});
afterAll(() => service.close());

function ask(method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return service.get(path, undefined, init);
}

function form(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ jeton: jeton ?? "", ...fields });
  return service.get(path, undefined, {
    method: "POST",
    body,
    headers: { origin: SITE, cookie: cookie ?? "" },
  });
}

describe("what no store can hold is refused in words, by the JSON routes", () => {
  test.each([
    ["a name with NUL", { ...KEY, name: `a${NUL}b` }, "nom"],
    ["a name with half a character", { ...KEY, name: `a${LONE_SURROGATE}b` }, "nom"],
    ["a plan with NUL", { ...KEY, plan: `pro${NUL}` }, "n'existe pas"],
    ["a plan with half a character", { ...KEY, plan: LONE_SURROGATE }, "n'existe pas"],
    ["a term before the first year", { ...KEY, expires_at: "0000-01-01" }, "expires_at"],
    ["a term of the first centuries", { ...KEY, expires_at: "0099-01-01" }, "à partir de 2000"],
    ["an instant before the first year", { ...KEY, expires_at: "0000-06-01T12:00Z" }, "expires_at"],
    ["a term beyond four digits", { ...KEY, expires_at: "+010000-01-01" }, "expires_at"],
    ["a term with NUL", { ...KEY, expires_at: `2027-01-01${NUL}` }, "expires_at"],
    ["a quota beyond the integers", { ...KEY, quota: 2 ** 53 }, "quota"],
    ["a name beyond a hundred characters", { ...KEY, name: "é".repeat(101) }, "name"],
    ["a name of fifty thousand characters", { ...KEY, name: "a".repeat(50_000) }, "name"],
  ])("a key with %s: 400", async (_, body, words) => {
    const answer = await ask("POST", "/admin/keys", body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(words);
  });

  test("the last term that the store can hold makes a key", async () => {
    const expires_at = "9999-12-31";
    const created = await ask("POST", "/admin/keys", { ...KEY, expires_at });
    expect(created.status).toBe(201);
    expect(await (await ask("GET", "/admin/keys")).text()).toContain(expires_at);
  });

  test.each([`a${NUL}b`, `/export${LONE_SURROGATE}.jsonl`, `http://exemple.fr/${NUL}`])(
    "a source %j: 400",
    async (source) => {
      const answer = await ask("POST", "/admin/ingest", { source });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("source");
    },
  );

  const starts = ["boi_%00", "%00", "boi_%00abcdefg", "é".repeat(100), "boi_'--"];
  test.each(starts)("a visible start %s names no key: 404", async (start) => {
    const path = `/admin/keys/${start}`;
    const answers = [
      await ask("DELETE", path),
      await ask("PATCH", path, { plan: "pro" }),
      await ask("GET", `${path}/usage`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("unknown_key");
    }
  });
});

describe("what would act on whoever reads it is refused in words", () => {
  test.each(UNPRINTABLE)(
    "%s: in the name of a key, by the routes and the forms of both sides",
    async (_, character) => {
      const name = `a${character}b`;
      const by = await service.key("pro");
      const headers = { "content-type": "application/json" };
      const asked = await ask("POST", "/admin/keys", { ...KEY, name });
      const own = await service.get("/v1/compte/cles", by, {
        method: "POST",
        headers,
        body: JSON.stringify({ name }),
      });
      for (const answer of [asked, own]) {
        expect(answer.status).toBe(400);
        expect(JSON.parse(await answer.text())).toMatchObject({
          error: { code: "invalid_parameter", message: expect.stringContaining("« name »") },
        });
      }
      // A form has no half character: what a browser sends is UTF-8.
      if (!name.isWellFormed()) return;
      const shown = await form("/admin/tableau/cles", { nom: name, formule: "pro" });
      expect([shown.status, await shown.text()]).toEqual([400, expect.stringContaining('role="alert"')]);
      expect(JSON.stringify(await (await ask("GET", "/admin/keys")).json())).not.toContain(
        JSON.stringify(name),
      );
    },
  );

  test.each(UNPRINTABLE)("%s: in the source of a run", async (_, character) => {
    const answer = await ask("POST", "/admin/ingest", { source: `/nulle/a${character}b` });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Le champ « source » contient un caractère de contrôle");
  });
});

describe("and by the forms of the dashboard", () => {
  test.each([
    ["a name with NUL", { nom: `a${NUL}`, formule: "pro" }],
    ["a plan with NUL", { nom: "a", formule: `pro${NUL}` }],
    ["a plan of fifty thousand characters", { nom: "a", formule: "p".repeat(50_000) }],
    ["a term before the first year", { nom: "a", formule: "pro", expiration: "0000-01-01" }],
    ["a term with NUL", { nom: "a", formule: "pro", expiration: NUL }],
  ])("a key with %s: 400, in words", async (_, fields) => {
    const answer = await form("/admin/tableau/cles", fields);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('role="alert"');
  });
  test.each(["%00", "boi_%00", "boi_%E2%82%AC"])("a key %s: 404", async (start) => {
    const page = await service.get(`/admin/tableau/cles/${start}`, undefined, { headers: { cookie } });
    expect(page.status).toBe(404);
    expect((await form(`/admin/tableau/cles/${start}/revocation`, {})).status).toBe(404);
  });
  test.each(["%ff", "%ed%a0%80", "%"])("an address that is no UTF-8, %s: 400", async (start) => {
    expect((await ask("GET", `/admin/keys/${start}/usage`)).status).toBe(400);
    for (const path of ["cles", "ingestions"]) {
      const init = { headers: { cookie } };
      expect((await service.get(`/admin/tableau/${path}/${start}`, undefined, init)).status).toBe(400);
    }
    expect((await form(`/admin/tableau/cles/${start}/revocation`, {})).status).toBe(400);
  });
  test("an ingestion %00: 404", async () => {
    const page = await service.get("/admin/tableau/ingestions/%00", undefined, { headers: { cookie } });
    expect(page.status).toBe(404);
  });
});
