import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLogger } from "../../../../db/engine/operator-acts.ts";
import { endRun, NO_COUNTS, type RunEnd, requestRun } from "../../../../db/runs/runs.ts";
import { createApp } from "../../../../src/app.ts";
import { eventually } from "../../../eventually.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../../servers/service.ts";

const SITE = "http://localhost";
const PAGE = { accept: "text/html" };
const lines: { msg: string; path: string; status: number }[] = [];
const logger = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
let service: TestService;
let app: ReturnType<typeof createApp>;
let cookie: string;

beforeAll(async () => {
  service = await openService(null);
  app = createApp({ ...service.deps, logger });
  const body = new URLSearchParams({ jeton_operateur: ADMIN_TOKEN });
  const init = { method: "POST", body, headers: { origin: SITE } };
  const signedIn = await app.handle(new Request(`${SITE}/admin/connexion`, init));
  cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = { ...PAGE, cookie }) =>
  app.handle(new Request(`${SITE}${path}`, { headers }));

/** The main part of a page of the dashboard. */
async function read(path: string): Promise<string> {
  return (await (await get(path)).text()).replace(/^[\s\S]*<main/, "");
}

describe("an address of the dashboard that matches nothing", () => {
  const NOWHERE = [
    "/admin/rien",
    "/admin/tableau",
    "/admin/tableau/cles/a/b",
    "/admin/tableau/ingestions/9999",
  ];
  test.each([...NOWHERE, "/admin/tableau/cles/boi_inconnue"])("%s is 404 in its frame", async (path) => {
    const answer = await get(path);
    const text = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
    for (const words of ["Tableau de bord", "Se déconnecter", "Page introuvable"])
      expect(text).toContain(words);
    expect(text).not.toContain("Chercher un document");
  });
  test.each(NOWHERE)("%s is logged 404", async (path) => {
    await get(path);
    await eventually(async () => {
      expect(lines.filter((line) => line.path === path)).toContainEqual(
        expect.objectContaining({ msg: "request", status: 404 }),
      );
    });
    expect(lines.map(({ status }) => status)).not.toContain(0);
  });
  test("tells nobody else that there is a dashboard, and leaves programs their JSON", async () => {
    for (const headers of [PAGE, { ...PAGE, cookie: "session_admin=1.a.b" }])
      expect(await (await get("/admin/rien", headers)).text()).not.toContain("Tableau de bord");
    expect(await (await get("/admin/rien", { cookie })).json()).toMatchObject({
      error: { code: "unknown_route" },
    });
    expect(await (await get("/rien")).text()).toContain("Chercher un document");
  });
});

test("a page that nothing answers is logged 404 outside the dashboard too, and has the headers of all", async () => {
  const answer = await get("/nulle-part", PAGE);
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  await eventually(async () => {
    expect(lines.findLast(({ path }) => path === "/nulle-part")).toMatchObject({ status: 404 });
  });
});

async function endedRun(end: Partial<RunEnd>): Promise<number> {
  const id = await requestRun(service.database, { source: "sample", forced: false });
  await service.database.$client`update runs set status = 'running' where id = ${id}`;
  const whole = {
    status: "succeeded",
    counts: NO_COUNTS,
    stages: [],
    proof: null,
    errors: [],
    message: null,
  } as const;
  await endRun(service.database, id, { ...whole, ...end });
  return id;
}

const NOTES = [1, 2, 3].map((line) => ({ line, identifiant: null, message: "Plusieurs numéros PGP." }));
const CAUSE = [
  "Ces données viennent de la source « sample », et SOURCE demande « /srv/<b>bofip ». Au choix :",
  "  bun run ingest --source '/srv/<b>bofip' --force    pour changer la source de ces données",
  "  DATA_DIR=./autre-dossier SOURCE=/srv bun run start    pour garder les deux",
].join("\n");

describe("a run that succeeded with remarks", () => {
  test("says remarks, never errors", async () => {
    const id = await endedRun({ errors: NOTES });
    const [list, page] = [
      await read("/admin/tableau/ingestions"),
      await read(`/admin/tableau/ingestions/${id}`),
    ];
    expect(list).toContain("3 remarques");
    expect(page).toContain("Remarques");
    for (const text of [list, page]) expect(text).not.toContain("Erreurs");
  });
  test("one is singular, none says nothing", async () => {
    await endedRun({ errors: NOTES.slice(0, 1) });
    const list = await read("/admin/tableau/ingestions");
    expect(list).toMatch(/1 remarque</);
    expect(list).not.toContain("0 remarque");
  });
});

describe("a run that failed", () => {
  test("shows its cause in the list and on its page, its commands as code", async () => {
    const id = await endedRun({ status: "failed", errors: NOTES, message: CAUSE });
    const [list, page] = [
      await read("/admin/tableau/ingestions"),
      await read(`/admin/tableau/ingestions/${id}`),
    ];
    for (const text of [list, page]) {
      expect(text).toContain("Ces données viennent de la source « sample »");
      expect(text).toContain("<code>bun run ingest --source &#x27;/srv/&lt;b&gt;bofip&#x27; --force</code>");
      expect(text).toContain("<code>DATA_DIR=./autre-dossier SOURCE=/srv bun run start</code>");
      expect(text).toContain("pour garder les deux");
    }
    expect(page).toContain("Cause");
  });
  test("shows a command inside a sentence as code", async () => {
    const id = await endedRun({
      status: "failed",
      message:
        "Trop de retraits : vérifiez la source, ou lancez « bun run ingest --force ». Rien n'est changé.",
    });
    const page = await read(`/admin/tableau/ingestions/${id}`);
    expect(page).toContain("« <code>bun run ingest --force</code> »");
  });
});

describe("a run", () => {
  test("that failed shows as code the program's own words and those of its faults", async () => {
    const message = "Erreur inattendue : relation <x> does not exist";
    const errors = [{ line: 3, identifiant: null, message: "unexpected token" }];
    const page = await read(
      `/admin/tableau/ingestions/${await endedRun({ status: "failed", errors, message })}`,
    );
    expect(page).toContain("Erreur inattendue : <code>relation &lt;x&gt; does not exist</code>");
    expect(page).toContain("<code>unexpected token</code>");
  });

  test("says only the counts that are not zero", async () => {
    const counts = { ...NO_COUNTS, records: 1234, created: 1 };
    const page = await read(`/admin/tableau/ingestions/${await endedRun({ counts })}`);
    const figures = page.match(/<dt>[^<]*<\/dt><dd>[^<]*<\/dd>/g);
    expect(figures).toEqual(["<dt>Enregistrements lus</dt><dd>1\u202f234</dd>", "<dt>Créés</dt><dd>1</dd>"]);
    expect(await read(`/admin/tableau/ingestions/${await endedRun({})}`)).toContain("Rien n&#x27;a été lu");
  });
});
