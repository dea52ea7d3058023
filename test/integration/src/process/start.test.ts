import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";
import { createDataDir } from "../../../servers/pglite.ts";
import { copyOfSample } from "../../../servers/service.ts";
import { dating, TEN, writeExport } from "../../ingest/exports.ts";

const ROOT = join(import.meta.dir, "../../../..");
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A data folder before its first start. */
async function newFolder(): Promise<string> {
  const folder = await createDataDir();
  folders.push(folder);
  return folder;
}

/** Runs a command of the project as a newcomer does, in a separate process. */
function run(script: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const { DATABASE_URL: _, SOURCE: __, ...inherited } = Bun.env;
  return Bun.spawn([process.execPath, script, ...args], {
    cwd: ROOT,
    env: { ...inherited, PORT: "0", LOG_LEVEL: "silent", ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
}

type Process = ReturnType<typeof run>;

/** What the service printed up to the line with its address, and that address. */
async function untilReady(service: Process): Promise<{ readonly printed: string; readonly url: string }> {
  let printed = "";
  for await (const chunk of service.stdout) {
    printed += new TextDecoder().decode(chunk);
    const url = /répond sur (http:\S+)/.exec(printed)?.[1];
    if (url !== undefined) return { printed, url };
  }
  throw new Error(`the service stopped: ${printed}${await new Response(service.stderr).text()}`);
}

async function outcome(command: Process): Promise<{ code: number; printed: string; complaint: string }> {
  const [printed, complaint] = await Promise.all([
    new Response(command.stdout).text(),
    new Response(command.stderr).text(),
  ]);
  return { code: await command.exited, printed, complaint };
}

describe("a newcomer's service", () => {
  test("ingests the sample, gives a key once, answers, refuses a second owner, and leaves the folder free", async () => {
    const DATA_DIR = await newFolder();
    const service = run("src/index.ts", [], { DATA_DIR });
    const { printed, url } = await untilReady(service);
    const file = join(DATA_DIR, "cle-demonstration.txt");
    const key = readFileSync(file, "utf8").trim();
    expect(printed).toContain(`écrite dans ${file}`);
    expect(printed).not.toContain(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(printed.split(`curl -H "X-API-Key: $(cat '${file}')" 'http`)).toHaveLength(4);
    for (const address of [...printed.matchAll(/'(http:\S+)'/g)].map((found) => String(found[1]))) {
      expect((await fetch(address, { headers: { "x-api-key": key } })).status).toBe(200);
    }
    expect((await fetch(`${url}/docs`)).status).toBe(200);

    const second = await outcome(run("src/index.ts", [], { DATA_DIR }));
    expect([second.code, second.complaint]).toEqual([
      1,
      expect.stringContaining(`le processus ${service.pid}`),
    ]);
    const created = await outcome(
      run("src/keys.ts", ["create", "--name", "Essai", "--plan", "gratuit"], { DATA_DIR }),
    );
    const other = /boi_\w{38}/.exec(created.printed)?.[0] ?? "";
    expect((await fetch(`${url}/v1/plan`, { headers: { "x-api-key": other } })).status).toBe(200);

    const rebuilt = await outcome(run("ingest/reindex.ts", ["--fulltext"], { DATA_DIR }));
    expect([rebuilt.code, rebuilt.printed]).toEqual([
      0,
      expect.stringMatching(
        /^Index plein texte reconstruit : \d+ textes\.\nContrôle des index : .* conforme/,
      ),
    ]);
    const found = await fetch(`${url}/v1/search?q=impot`, { headers: { "x-api-key": key } });
    expect(await found.json()).toMatchObject({ total: expect.any(Number) });

    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    const again = run("src/index.ts", [], { DATA_DIR });
    const restarted = await untilReady(again);
    expect(restarted.printed).not.toContain("curl");
    expect(restarted.printed).not.toContain("Ingestion terminée");
    again.kill("SIGTERM");
    expect(await again.exited).toBe(0);
  }, 120_000);

  test("shows the key on a terminal, and writes it nowhere", async () => {
    const DATA_DIR = await copyOfSample();
    let printed = "";
    const ready = Promise.withResolvers<void>();
    const service = Bun.spawn([process.execPath, "src/index.ts"], {
      cwd: ROOT,
      env: { ...BARE_ENVIRONMENT, PORT: "0", LOG_LEVEL: "silent", DATA_DIR },
      terminal: {
        cols: 200,
        data(_, shown) {
          printed += new TextDecoder().decode(shown);
          if (printed.includes("Recherche par le sens")) ready.resolve();
        },
      },
    });
    await Promise.race([ready.promise, service.exited]);
    const key = /affichée cette seule fois\) : (boi_\w{38})/.exec(printed)?.[1] ?? "";
    expect(printed.split(`curl -H 'X-API-Key: ${key}' 'http`)).toHaveLength(4);
    expect(existsSync(join(DATA_DIR, "cle-demonstration.txt"))).toBe(false);
    // The language model is offered in one line: nothing is downloaded without being asked for.
    expect(printed).toContain(
      "« bun run model » apporte un modèle de langue qui l'améliore (30 Mo, Google, licence Apache-2.0",
    );
    expect(existsSync(join(DATA_DIR, "models"))).toBe(false);
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
  }, 120_000);

  test("goes without a key rather than leave one that nobody could read", async () => {
    const DATA_DIR = await copyOfSample();
    mkdirSync(join(DATA_DIR, "cle-demonstration.txt"));
    const service = run("src/index.ts", [], { DATA_DIR });
    const { printed, url } = await untilReady(service);
    expect(printed).not.toContain("curl");
    expect((await fetch(`${url}/v1/health`)).status).toBe(200);
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect(await new Response(service.stderr).text()).toContain("bun run keys create");
    expect((await outcome(run("src/keys.ts", ["list"], { DATA_DIR }))).printed).toBe("Aucune clé.\n");
  }, 120_000);

  test("serves what its data hold when SOURCE is another one, and says so", async () => {
    const DATA_DIR = await copyOfSample();
    const service = run("src/index.ts", [], { DATA_DIR, SOURCE: "/ailleurs/export.jsonl" });
    const { url } = await untilReady(service);
    expect(await (await fetch(`${url}/v1/status`)).json()).toMatchObject({
      checks: { ingestion: { detail: expect.stringContaining("SOURCE") } },
    });
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
  }, 120_000);
});

test("a service and a bare ingestion take the source that their data come from", async () => {
  const DATA_DIR = await newFolder();
  const source = writeExport([...TEN, dating("2021-01-31")]);
  expect((await outcome(run("ingest/index.ts", ["--source", source], { DATA_DIR }))).code).toBe(0);
  const service = run("src/index.ts", [], { DATA_DIR });
  const { url } = await untilReady(service);
  const again = await outcome(run("ingest/index.ts", [], { DATA_DIR }));
  expect([again.code, again.printed]).toEqual([0, expect.stringContaining("0 retiré")]);
  const statistics = await (await fetch(`${url}/v1/stats`)).json();
  expect(statistics).toMatchObject({ total_documents: 10 });
  service.kill("SIGTERM");
  expect(await service.exited).toBe(0);
}, 120_000);

describe("a start that can't be", () => {
  test("names every faulty variable at once", async () => {
    const { code, complaint } = await outcome(
      run("src/index.ts", [], { PORT: "abc", ADMIN_TOKEN: "court", DATABASE_URL: "mysql://x" }),
    );
    expect(code).toBe(1);
    for (const name of ["PORT", "ADMIN_TOKEN", "DATABASE_URL"]) expect(complaint).toContain(name);
    expect(complaint).not.toContain("court");
  });
  test("does not serve an empty corpus when the first source can't be read", async () => {
    const { code, complaint } = await outcome(
      run("src/index.ts", [], { DATA_DIR: await newFolder(), SOURCE: "/nulle/part.jsonl" }),
    );
    expect([code, complaint]).toEqual([1, expect.stringContaining("/nulle/part.jsonl")]);
  }, 60_000);
});
