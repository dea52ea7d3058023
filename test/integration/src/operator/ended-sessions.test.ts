import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { endSession, isSessionEnded } from "../../../../db/keys/ended-sessions.ts";
import { connectServer, disconnect } from "../../../../db/postgres/client.ts";
import { createApp } from "../../../../src/app.ts";
import { SESSION_SECONDS } from "../../../../src/sessions/cookie.ts";
import { ADMIN_TOKEN, openService, type TestService, TODAY } from "../../../servers/service.ts";

const SITE = "http://localhost";
let service: TestService;
type App = ReturnType<typeof createApp>;

beforeAll(async () => {
  service = await openService(null);
});
afterAll(() => service.close());

function ask(app: App, path: string, cookie: string, form?: Record<string, string>): Promise<Response> {
  const body = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
  return app.handle(new Request(`${SITE}${path}`, { ...body, headers: { origin: SITE, cookie } }));
}

async function signIn(): Promise<{ readonly cookie: string; readonly jeton: string }> {
  const answer = await ask(service.app, "/admin/connexion", "", { jeton_operateur: ADMIN_TOKEN });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const home = await (await ask(service.app, "/admin/tableau/cles", cookie)).text();
  return { cookie, jeton: /name="jeton" value="([^"]+)"/.exec(home)?.[1] ?? "" };
}

test("signing out ends the session in every process, for whoever kept its cookie, and ends no other", async () => {
  const elsewhere = createApp(service.deps);
  const [left, kept] = [await signIn(), await signIn()];
  const out = await ask(service.app, "/admin/deconnexion", left.cookie, { jeton: left.jeton });
  expect([out.status, out.headers.get("set-cookie")]).toEqual([
    303,
    "session_admin=; Path=/admin; Max-Age=0; HttpOnly; SameSite=Strict",
  ]);
  for (const app of [service.app, elsewhere]) {
    expect((await ask(app, "/admin/tableau/cles", left.cookie)).status).toBe(303);
    expect(await (await ask(app, "/admin", left.cookie)).text()).toContain("Connexion de l&#x27;opérateur");
    expect((await ask(app, "/admin/tableau/cles", kept.cookie)).status).toBe(200);
  }
  const form = { jeton: left.jeton, nom: "Intrus", formule: "pro" };
  expect((await ask(elsewhere, "/admin/tableau/cles", left.cookie, form)).status).toBe(303);
  expect(await (await ask(elsewhere, "/admin/tableau/cles", kept.cookie)).text()).not.toContain("Intrus");
});

test("while the store that tells ended sessions is away, nobody is let in nor told to be signed out", async () => {
  const { cookie, jeton } = await signIn();
  const away = connectServer({ url: "postgres://personne@127.0.0.1:1/rien" });
  const app = createApp({ ...service.deps, primary: away });
  try {
    for (const path of ["/admin", "/admin/tableau/cles", "/admin/tableau/ingestions"]) {
      const answer = await ask(app, path, cookie);
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        503,
        "text/html; charset=utf-8",
      ]);
    }
    const out = await ask(app, "/admin/deconnexion", cookie, { jeton });
    expect([out.status, out.headers.get("set-cookie")]).toEqual([503, null]);
    expect((await ask(app, "/admin/tableau/cles", "session_admin=1.faux.faux")).status).toBe(303);
  } finally {
    await disconnect(away);
  }
});

test("what is kept of an ended session goes once the session would have ended by itself", async () => {
  const { database } = service;
  const after = (seconds: number) => new Date(TODAY.getTime() + seconds * 1000);
  const [old, recent] = [new Uint8Array([1]), new Uint8Array([2])];
  await endSession(database, old, after(SESSION_SECONDS), TODAY);
  await endSession(database, recent, after(2 * SESSION_SECONDS), after(1));
  expect([await isSessionEnded(database, old), await isSessionEnded(database, recent)]).toEqual([true, true]);
  await endSession(database, recent, after(2 * SESSION_SECONDS), after(SESSION_SECONDS));
  const [row] = await database.execute<{ held: number }>(
    sql`select count(*)::int as held from ended_sessions where hash in (${old}, ${recent})`,
  );
  expect([await isSessionEnded(database, recent), row?.held]).toEqual([true, 1]);
});
