/** The pages of an account, as a person uses them: forms and a cookie, no script. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { createApp } from "../../../src/app.ts";
import { openService, type TestService } from "../../servers/service.ts";

const SITE = "http://localhost";
let service: TestService;
let app: ReturnType<typeof createApp>;
let key: string;
let cookie: string;

beforeAll(async () => {
  service = await openService(null);
  // The store counts by its own clock.
  app = createApp({ ...service.deps, clock: () => new Date(), logger: createLogger("silent") });
});
beforeEach(async () => {
  key = await service.key("pro", { monthlyQuota: 1000 });
  cookie = await signIn(key);
});
afterAll(() => service.close());

async function send(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const init = { method: "POST", body: new URLSearchParams(form), headers: { origin: SITE, ...headers } };
  return await app.handle(new Request(`${SITE}${path}`, init));
}

async function signIn(cle: string): Promise<string> {
  const answer = await send("/compte/connexion", { cle });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** What a reader sees, with plain spaces and apostrophes. */
async function readWords(answer: Response): Promise<string> {
  return (await answer.text()).replaceAll("&#x27;", "'").replaceAll(/\s/g, " ");
}

async function page(with_ = cookie): Promise<string> {
  const answer = await app.handle(new Request(`${SITE}/compte`, { headers: { cookie: with_ } }));
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  return (await readWords(answer)).replace(/^.*<main/, "");
}

/** Sends a form of the page, with its token. */
async function act(path: string, form: Record<string, string> = {}) {
  const [, jeton = ""] = /name="jeton" value="([^"]+)"/.exec(await page()) ?? [];
  const answer = await send(path, { jeton, ...form }, { cookie });
  await service.deps.keys.refresh();
  return answer;
}

const newKeyOf = async (answer: Response) =>
  /class="new-key">(boi_\w+)</.exec(await answer.text())?.[1] ?? "";
const isAccepted = async (one: string) => (await service.get("/v1/compte", one)).status === 200;

describe("who is not signed in", () => {
  test("gets the form, and nothing of any account", async () => {
    const text = await page("");
    expect(text).toContain('name="cle"');
    expect(text).not.toContain(key.slice(0, 12));
  });

  test.each([
    ["no key", ""],
    ["garbage", "boi_abc"],
    ["a key that no account has", `boi_${"a".repeat(38)}`],
  ])("is refused with %s, in words for a reader", async (_, cle) => {
    const answer = await send("/compte/connexion", { cle });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
    expect(await readWords(answer)).toContain("Cette clé n'est pas valide");
  });

  test("is refused from another site, and can act on nothing", async () => {
    expect((await send("/compte/connexion", { cle: key }, { origin: "https://ailleurs.fr" })).status).toBe(
      403,
    );
    const answer = await send("/compte/cles", { nom: "Prise" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/compte"]);
  });

  test("can't make a cookie out of another account's", async () => {
    const other = await service.key("pro");
    const [, session = ""] = /=boi_\w+?\.(.+)$/.exec(cookie) ?? [];
    expect(await page(`session_compte=${other.slice(0, 12)}.${session}`)).toContain('name="cle"');
  });
});

describe("who is signed in with a key", () => {
  test("sees the plan, the limits, the usage of the month and what is left", async () => {
    await app.handle(new Request(`${SITE}/v1/plan`, { headers: { "x-api-key": key } }));
    const text = await page();
    for (const words of [
      "Formule : pro",
      "300 requêtes par minute",
      "1 000 réponses par mois",
      "il en reste 999",
    ])
      expect(text).toContain(words);
    expect(text).toContain(key.slice(0, 12));
    expect(text).not.toContain(key.slice(12));
  });

  test("sees refusals by day and code", async () => {
    const asked = { headers: { "x-api-key": key } };
    for (const path of ["/v1/search", "/v1/search", "/v1/boi/BOI-INCONNU"])
      await app.handle(new Request(`${SITE}${path}`, asked));
    await Bun.sleep(0);
    await service.deps.traffic.flush();
    const rows = [...(await page()).matchAll(/erreurs#(\w+)">\w+<\/a><\/td><td class="number">(\d+)</g)];
    expect(rows.map(([, code, count]) => [code, count])).toEqual([
      ["invalid_parameter", "2"],
      ["unknown_document", "1"],
    ]);
  });

  test("creates a key, shown this once", async () => {
    const created = await act("/compte/cles", { nom: "Recette <b>" });
    expect(created.status).toBe(201);
    const added = await newKeyOf(created);
    expect(await isAccepted(added)).toBe(true);
    const text = await page();
    expect(text).toContain("Recette &lt;b&gt;");
    expect(text).not.toContain(added.slice(12));
  });

  test("renames a key, replaces it, revokes it", async () => {
    const start = key.slice(0, 12);
    expect((await act(`/compte/cles/${start}/nom`, { nom: "Production" })).status).toBe(303);
    const added = await newKeyOf(await act(`/compte/cles/${start}/remplacement`));
    expect([await isAccepted(key), await isAccepted(added)]).toEqual([true, true]);
    const text = await page();
    expect(text.split("Production").length).toBeGreaterThan(2);
    expect(text).toContain("jusqu'au");
    expect((await act(`/compte/cles/${start}/revocation`)).status).toBe(303);
  });

  test.each([
    ["to revoke the last key", () => `/compte/cles/${key.slice(0, 12)}/revocation`, {}, 409, "dernière clé"],
    ["an empty name", () => "/compte/cles", { nom: " " }, 400, "1 à 100 caractères"],
    [
      "a name that hides an escape",
      () => "/compte/cles",
      { nom: "a\u001b[2Jb" },
      400,
      "caractère de contrôle",
    ],
    [
      "another name that turns the text round",
      () => `/compte/cles/${key.slice(0, 12)}/nom`,
      { nom: "a\u202eb" },
      400,
      "caractère de contrôle",
    ],
    [
      "a key that is not the account's",
      () => "/compte/cles/boi_inconnue/nom",
      { nom: "x" },
      404,
      "votre compte",
    ],
  ])("is told why not: %s", async (_, path, form, status, words) => {
    const answer = await act(path(), form);
    expect(answer.status).toBe(status);
    expect(await readWords(answer)).toContain(words);
  });

  test.each([
    ["/compte/cles", { nom: "Prise" }],
    ["/compte/cles/START/nom", { nom: "Prise" }],
    ["/compte/cles/START/remplacement", {}],
    ["/compte/cles/START/revocation", {}],
  ])("and whose key was revoked since, signs in again, and changes nothing: %s", async (path, form) => {
    const spare = await newKeyOf(await act("/compte/cles", { nom: "Réserve" }));
    const [, jeton = ""] = /name="jeton" value="([^"]+)"/.exec(await page()) ?? [];
    const init = { method: "DELETE" };
    expect((await service.get(`/v1/compte/cles/${key.slice(0, 12)}`, spare, init)).status).toBe(200);
    const before = await (await service.get("/v1/compte/cles", spare)).text();
    const answer = await send(path.replace("START", spare.slice(0, 12)), { jeton, ...form }, { cookie });
    expect(answer.status).toBe(401);
    const text = await readWords(answer);
    expect(text).toContain('name="cle"');
    expect(text).not.toContain("new-key");
    expect(await (await service.get("/v1/compte/cles", spare)).text()).toBe(before);
  });

  test("sends forms of this page alone", async () => {
    expect((await send("/compte/cles", { jeton: "faux", nom: "x" }, { cookie })).status).toBe(403);
    const foreign = { cookie, origin: "https://ailleurs.fr" };
    expect((await send("/compte/deconnexion", {}, foreign)).status).toBe(403);
  });

  test("signs out everywhere", async () => {
    const answer = await act("/compte/deconnexion");
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
    expect(await page()).toContain('name="cle"');
  });
});
