import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readRuns } from "../../../../db/runs/runs.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../../servers/service.ts";

const SITE = "http://localhost";
let service: TestService;
let cookie: string;
let formToken: string;

beforeAll(async () => {
  service = await openService();
  const signedIn = await post("/admin/connexion", { jeton_operateur: ADMIN_TOKEN }, { cookie: "" });
  cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  formToken = /name="jeton" value="([^"]+)"/.exec(await read("/admin"))?.[1] ?? "";
});
afterAll(() => service.close());

async function read(path: string): Promise<string> {
  return await (await service.get(path, undefined, { headers: { cookie } })).text();
}

/** Sends a form as a browser does from the dashboard, unless `headers` override it. */
function post(
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({ ...(formToken ? { jeton: formToken } : {}), ...form });
  return service.get(path, undefined, {
    method: "POST",
    body,
    headers: { origin: SITE, cookie, ...headers },
  });
}

describe("signing in", () => {
  test("takes the operator's token and gives a cookie out of reach of scripts and other sites", async () => {
    const answer = await post("/admin/connexion", { jeton_operateur: ADMIN_TOKEN });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin"]);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^session_admin=.*; Path=\/admin; .*HttpOnly; SameSite=Strict$/,
    );
  });
  test("with another token is refused, and no session is given", async () => {
    const answer = await post("/admin/connexion", { jeton_operateur: "un autre" });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
    expect(await answer.text()).toContain("pas celui de l&#x27;opérateur");
  });
  test("from another site is refused", async () => {
    const answer = await post(
      "/admin/connexion",
      { jeton_operateur: ADMIN_TOKEN },
      { origin: "https://ailleurs.fr" },
    );
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  });
});

describe("without a session", () => {
  test.each(["/admin/tableau/cles", "/admin/tableau/ingestions", "/admin/tableau/ingestions/1"])(
    "%s leads to the entry, which tells nothing",
    async (path) => {
      const answer = await service.get(path);
      expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([
        303,
        "/admin",
        "",
      ]);
      expect(await (await service.get("/admin")).text()).not.toContain("documents en vigueur");
    },
  );
  test("no form does anything", async () => {
    const before = await readRuns(service.database, 100);
    const answer = await post("/admin/tableau/ingestions", {}, { cookie: "" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin"]);
    expect(await readRuns(service.database, 100)).toHaveLength(before.length);
  });
  test("the session is no key of the JSON routes", async () => {
    expect((await service.get("/admin/keys", undefined, { headers: { cookie } })).status).toBe(401);
  });
});

describe("a form that is not the dashboard's", () => {
  test.each([
    ["of another site", {}, { origin: "https://ailleurs.fr" }],
    ["of a page without origin", {}, { origin: "null" }],
    ["without its token", { jeton: "" }, {}],
    ["with the token of another session", { jeton: "A".repeat(43) }, {}],
  ])("%s is refused and makes no key", async (_, form, headers) => {
    const answer = await post("/admin/tableau/cles", { nom: "Intrus", formule: "pro", ...form }, headers);
    expect(answer.status).toBe(403);
    expect(await read("/admin/tableau/cles")).not.toContain("Intrus");
  });
});

describe("keys", () => {
  test("are made, shown once, used, drawn, and revoked", async () => {
    const form = { nom: "Cabinet <b>Durand</b>", formule: "gratuit", expiration: "2027-01-31" };
    const created = await post("/admin/tableau/cles", form);
    const page = await created.text();
    const [key = ""] = /boi_\w{38}/.exec(page) ?? [];
    const start = key.slice(0, 12);
    expect([created.status, created.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(page).toContain("Cabinet &lt;b&gt;Durand&lt;/b&gt;");
    expect(page).toContain("31 janv. 2027");

    expect((await service.get("/v1/plan", key)).status).toBe(200);
    const shown = await read(`/admin/tableau/cles/${start}`);
    expect(shown).not.toContain(key);
    expect(shown).toContain("1 réponse en 30 jours");
    expect(shown.match(/class="chart-bar"/g)).toHaveLength(30);

    const revoked = await post(`/admin/tableau/cles/${start}/revocation`, {});
    expect(revoked.headers.get("location")).toBe(`/admin/tableau/cles/${start}`);
    expect(await read(`/admin/tableau/cles/${start}`)).toContain("Révoquée");
  });
  test.each([
    ["an empty name", { nom: " ", formule: "pro" }, "de 1 à 100 caractères"],
    ["an unknown plan", { nom: "a", formule: "or" }, "n&#x27;existe pas"],
    ["a day that does not exist", { nom: "a", formule: "pro", expiration: "2027-02-30" }, "AAAA-MM-JJ"],
  ])("with %s are refused in words", async (_, form, words) => {
    const answer = await post("/admin/tableau/cles", form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(words);
  });
  describe("have their plan and their quota changed where they are read", () => {
    const path = (start: string) => `/admin/tableau/cles/${start}`;
    let start: string;
    beforeAll(async () => {
      start = (await service.key("gratuit")).slice(0, 12);
    });
    const row = async () =>
      new RegExp(`<tr id="${start}">.*?</tr>`, "s").exec(await read("/admin/tableau/cles"))?.[0] ?? "";

    test("the list tells what each used this month, of what it may", async () => {
      expect(await row()).toContain(`<td class="number">0 sur 1\u202f000</td>`);
    });
    test.each([
      ["the list", "liste", () => `/admin/tableau/cles#${start}`],
      ["its page", "cle", () => path(start)],
    ])("from %s, which shows the change", async (_, page, target) => {
      const changed = await post(`${path(start)}/conditions`, { page, formule: "pro", quota: "5000" });
      expect([changed.status, changed.headers.get("location")]).toEqual([303, target()]);
      for (const text of [await row(), await read(path(start))]) {
        expect(text).toContain('<option value="pro" selected>');
        expect(text).toContain('value="5000"');
      }
      expect(await row()).toContain("0 sur 5\u202f000");
    });
    test("an empty quota is that of the plan", async () => {
      await post(`${path(start)}/conditions`, { page: "liste", formule: "interne", quota: " " });
      expect(await row()).toContain('<td class="number">0</td>');
    });
    test.each(["-1", "1,5", "beaucoup", "9999999999"])(
      "a quota of « %s » is refused in words, and changes nothing",
      async (quota) => {
        for (const page of ["liste", "cle"]) {
          const answer = await post(`${path(start)}/conditions`, { page, formule: "pro", quota });
          expect(answer.status).toBe(400);
          expect(await answer.text()).toContain("Le champ « quota » doit être un entier");
        }
        expect(await row()).toContain('<option value="interne" selected>');
      },
    );
    test("a form of another site changes nothing", async () => {
      const form = { page: "liste", formule: "pro", quota: "1" };
      const answer = await post(`${path(start)}/conditions`, form, { origin: "https://ailleurs.fr" });
      expect(answer.status).toBe(403);
      expect(await row()).toContain('<option value="interne" selected>');
    });
    test("a key that does not exist is 404", async () => {
      expect((await post(`${path("boi_inconnue")}/conditions`, { formule: "pro" })).status).toBe(404);
    });
    test("a revoked key keeps its terms", async () => {
      await post(`${path(start)}/revocation`, {});
      for (const text of [await row(), await read(path(start))]) expect(text).not.toContain("/conditions");
    });
  });
  test("that do not exist have no page", async () => {
    const answer = await service.get("/admin/tableau/cles/boi_inconnue", undefined, { headers: { cookie } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("ingestions", () => {
  test("are launched and followed", async () => {
    const answer = await post("/admin/tableau/ingestions", {});
    expect(answer.headers.get("location")).toMatch(/^\/admin\/tableau\/ingestions\/\d+$/);
    const page = await read(answer.headers.get("location") ?? "");
    expect(page).toContain("<code>sample</code>");
  });
  test("that ended tell their stages, their counts and the agreement of the indexes", async () => {
    const page = await read("/admin/tableau/ingestions/1");
    for (const words of [
      "Réussie",
      "Lecture",
      "Index vectoriel",
      "Enregistrements lus",
      "Conforme",
      "À juger : 1 document court",
    ])
      expect(page).toContain(words);
  });
  test.each(["999999", "abc"])("%s has no page", async (id) => {
    const answer = await service.get(`/admin/tableau/ingestions/${id}`, undefined, { headers: { cookie } });
    expect(answer.status).toBe(404);
  });
});

test("the entry shows the components, the extent of the corpus and the latest ingestions", async () => {
  const page = await read("/admin");
  for (const words of ["documents en vigueur", "Index plein texte", "En ordre", "Lancer une ingestion"])
    expect(page).toContain(words);
});

describe("the requests of the service", () => {
  test("are drawn on the entry, once they are written, refusals and times with them", async () => {
    await service.get("/v1/plan");
    await service.get("/v1/plan", await service.key("pro"));
    // Answers are counted after they are sent.
    await service.deps.traffic.stop();
    const page = await read("/admin");
    expect(page).toContain("La dernière heure");
    expect(page.match(/class="chart-bar"/g)).toHaveLength(2 * (60 + 30));
    for (const words of [
      "<dt>requêtes</dt>",
      "<dt>refus (401, 402, 403, 429)</dt>",
      "Temps que 95 % des réponses",
    ])
      expect(page).toContain(words);
    expect(page).not.toContain("erreurs du service");
  });

  test("are told to programs by a route of the operator", async () => {
    expect((await service.get("/admin/traffic")).status).toBe(401);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await service.get("/admin/traffic", undefined, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { heure: { requetes: expect.any(Number), p95_ms: expect.any(Number) }, trente_jours: { erreurs: 0 } },
    ]);
  });
});
