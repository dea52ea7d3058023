import { afterAll, beforeAll, expect, test } from "bun:test";
import { allowedSources } from "../../../../config/allowed-sources.ts";
import { createLogger } from "../../../../db/engine/operator-acts.ts";
import { readSource } from "../../../../db/queries/corpus.ts";
import { readRuns } from "../../../../db/runs/runs.ts";
import type { RunView } from "../../../../db/runs/view.ts";
import { logRunEvent } from "../../../../ingest/queue/payment-log.ts";
import { summarise } from "../../../../ingest/queue/progress.ts";
import { createApp } from "../../../../src/app.ts";
import { readAdminRun } from "../../../../src/operator/runs.ts";
import { eventually } from "../../../eventually.ts";
import { serveFiles, status } from "../../../servers/files.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../../servers/service.ts";

const files = await serveFiles();
const withSecret = (url: string) => url.replace("http://", "http://moi:se%20cret@");
/** The service's own source has a password; a file of another server may be requested. */
const own = withSecret(files.url("/propre/export.jsonl"));
const lines: string[] = [];
const logger = createLogger("trace", { write: (line) => void lines.push(line) });
let service: TestService;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  service = await openService(null);
  const allowed = allowedSources(own, [files.url("/ouvert"), "/nulle"]);
  const admin = { ...service.deps.admin, chooseSource: async () => own, allowed };
  app = createApp({ ...service.deps, logger, admin });
});
afterAll(async () => {
  files.close();
  await service.close();
});

async function ask(body: object): Promise<{ status: number; text: string; id: number }> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await app.handle(new Request("http://localhost/admin/ingest", init));
  const text = await answer.text();
  return { status: answer.status, text, id: Number(/"id":(\d+)/.exec(text)?.[1]) };
}

/** A run once it is over. */
async function ended(id: number): Promise<RunView> {
  await eventually(async () => {
    // The queue may have been about to end when the run was requested; a worker polls every two seconds.
    service.deps.admin.wakeWorker();
    expect(["failed", "succeeded"]).toContain((await readAdminRun(service.database, id)).statut);
  });
  return await readAdminRun(service.database, id);
}

test.each([
  "sample",
  "/etc/passwd",
  "/nulle/../etc/passwd",
  "/nullement/a.jsonl",
  " , ",
  "http://169.254.169.254/latest/meta-data",
  withSecret(files.url("/prive/a.jsonl")),
  `${files.url("/ouvert/a.jsonl")},/etc/passwd`,
])("%s is refused before any run is asked for", async (source) => {
  const before = await readRuns(service.database, 100);
  const answer = await ask({ source, force: true });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("INGEST_ALLOW");
  expect(answer.text).not.toContain("cret");
  expect(await readRuns(service.database, 100)).toHaveLength(before.length);
});

test("a redirection out of what is allowed fails the run, and is not asked for", async () => {
  files.files["/ouvert/ici"] = { body: "" };
  files.fail("/ouvert/ici", status(302, { Location: "/prive/a.jsonl" }));
  const { id } = await ask({ source: files.url("/ouvert/ici"), force: true });
  expect(await ended(id)).toMatchObject({
    statut: "failed",
    message: expect.stringContaining("INGEST_ALLOW"),
  });
  expect(files.requests.map(({ path }) => path)).toEqual(["/ouvert/ici"]);
});

test("the service's own source is asked for without its password, and downloaded with it", async () => {
  files.requests.splice(0);
  const { status: accepted, id } = await ask({ source: files.url("/propre/export.jsonl"), force: true });
  expect(accepted).toBe(202);
  await ended(id);
  expect(files.requests.map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${Buffer.from("moi:se cret").toString("base64")}`,
  ]);
});

test("a password is in no row, view, message, summary or log line", async () => {
  const asked = [
    await ask({ force: true }),
    await ask({ source: withSecret(files.url("/ouvert/absent.jsonl")), force: true }),
  ];
  for (const { id } of asked) {
    const run = await ended(id);
    // Before the comparison, which leaves its matcher in the object.
    lines.push(JSON.stringify(run), summarise(run));
    expect(run).toMatchObject({ statut: "failed", message: expect.stringContaining("répond 404") });
    expect(run.origine).toStartWith("http://***@127.0.0.1");
  }
  lines.push(JSON.stringify(await readRuns(service.database, 100)));
  lines.push(String(await readSource(service.database)));
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  for (const path of ["/admin/runs", ...asked.map(({ id }) => `/admin/runs/${id}`)])
    lines.push(await (await app.handle(new Request(`http://localhost${path}`, { headers }))).text());
  logRunEvent(logger, { kind: "started", id: 1, request: { source: own, forced: false } });
  logger.warn({ err: new Error(`lost ${own}`) }, "fault");
  expect(lines.filter((line) => line.includes("ingestion asked")).length).toBeGreaterThan(1);
  expect(lines.join("\n")).not.toMatch(/cret|moi:/);
});

test("a row of before, which holds a password in its message, shows none", async () => {
  const id = (await ask({ force: true })).id;
  await ended(id);
  await service.database
    .$client`update runs set source = ${own}, message = ${`away: ${own}`} where id = ${id}`;
  const run = await readAdminRun(service.database, id);
  expect(JSON.stringify(run)).not.toContain("cret");
});
