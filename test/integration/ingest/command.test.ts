import { afterEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { controlSocketPath } from "../../../db/data-folder/control-client.ts";
import { lockFolder } from "../../../db/data-folder/lock.ts";
import { NO_COUNTS } from "../../../db/runs/runs.ts";
import type { RunView } from "../../../db/runs/view.ts";
import { openFullTextReader } from "../../../search/fulltext/open.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { temporaryFolder } from "../../folders.ts";
import { commandAct, splitActs } from "../../operator-acts.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { dating, TEN, writeExport } from "./exports.ts";

const ROOT = join(import.meta.dir, "../../..");
const TIMEOUT_MS = 30_000;

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

async function command(script: string, dataDir: string, ...args: string[]): Promise<Ended> {
  const child = Bun.spawn([process.execPath, `ingest/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", SOURCE: "" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output, errors };
}

describe("the ingestion command", () => {
  test(
    "ingests, tells its progress in plain lines, then a summary; reindex rebuilds the index from the store",
    async () => {
      const dataDir = await createDataDir();
      const source = writeExport([...TEN, dating("2021-01-31")]);
      const first = await command("index", dataDir, "--source", source);
      expect(first).toMatchObject({
        code: 0,
        output: expect.stringContaining(
          "11 enregistrements lus (10 éditions de documents, 1 actualité, 0 écarté)",
        ),
      });
      const { acts, rest } = splitActs(first.errors);
      expect(acts).toEqual([commandAct("ingestion asked", { run: 1, source, force: false })]);
      expect(rest).toMatch(/^(?:[\p{L} ]+…\n)+$/u);
      rmSync(join(dataDir, "fulltext.sqlite"));
      const rebuilt = await command("reindex", dataDir);
      expect(rebuilt).toMatchObject({ code: 0, output: expect.stringContaining("10 textes") });
      const stores = ["fulltext", "postings", "vectors"];
      expect(splitActs(rebuilt.errors).acts).toEqual([commandAct("reindex asked", { stores })]);
      const reader = openFullTextReader({ ...EMBEDDED_ENGINES, dataDir });
      await reader.ping();
      await reader.close();
      const other = await command("index", dataDir, "--source", writeExport(TEN));
      expect(other).toMatchObject({ code: 1, output: expect.stringContaining("--force") });
      expect(splitActs(other.errors).rest).toBe("");
      const bare = await command("index", dataDir);
      expect(bare).toMatchObject({ code: 0, output: expect.stringContaining("0 créé,") });
      rmSync(dataDir, { recursive: true });
    },
    TIMEOUT_MS,
  );

  test("refuses a source that would act on whoever reads it", async () => {
    expect(await command("index", temporaryFolder(), "--source", "/srv/a\u001b[2Jb")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("L'option --source contient un caractère de contrôle"),
    });
  });

  test("explains its usage", async () => {
    expect(await command("index", temporaryFolder(), "--sorce", "sample")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("Usage : bun run ingest"),
    });
  });
});

describe("the ingestion command, while a service owns the folder", () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  const stored = { nombre: 4, empreinte: "0a" };
  const proof = (conforme: boolean) => {
    const store = { conforme, attendu: stored, tenu: stored };
    return { plein_texte: store, racines: store, vecteurs: store };
  };

  test("has the service execute the run, and ends as the run does", async () => {
    const dataDir = temporaryFolder();
    const comptes = { ...NO_COUNTS, created: 4 };
    const requests = serve(dataDir, { statut: "succeeded", comptes, preuve: proof(true) });
    const ended = await command("index", dataDir, "--source", "sample", "--force");
    expect(requests).toEqual([{ source: "sample", force: true }]);
    expect(ended).toMatchObject({ code: 0, output: expect.stringContaining("4 créés") });
  });

  test("leaves the source to the service when none is named", async () => {
    const dataDir = temporaryFolder();
    const requests = serve(dataDir, { statut: "succeeded", preuve: proof(true) });
    expect((await command("index", dataDir)).code).toBe(0);
    expect(requests).toEqual([{ force: false }]);
  });

  test("fails when a store is left behind", async () => {
    const dataDir = temporaryFolder();
    serve(dataDir, { statut: "succeeded", preuve: proof(false) });
    expect((await command("index", dataDir)).code).toBe(1);
  });

  test("is refused with the pid when the owner listens to no command", async () => {
    const dataDir = temporaryFolder();
    const lock = lockFolder(dataDir);
    closing.push(() => lock.release());
    const ended = await command("index", dataDir);
    expect(ended).toMatchObject({ code: 1, errors: expect.stringContaining(String(process.pid)) });
  });

  /** A service that answers the admin routes; the run has ended when polled a second time. */
  function serve(dataDir: string, end: Partial<RunView>): unknown[] {
    const requests: unknown[] = [];
    const running: RunView = {
      id: 7,
      statut: "running",
      etape: "store",
      avancement: null,
      origine: "sample",
      force: false,
      demande: "2026-11-03T08:00:00.000Z",
      debut: "2026-11-03T08:00:00.000Z",
      fin: null,
      date_reference: null,
      comptes: NO_COUNTS,
      etapes: [],
      preuve: null,
      dettes: [],
      erreurs: [],
      message: null,
    };
    const answers = [running, { ...running, ...end }];
    const lock = lockFolder(dataDir);
    const server = Bun.serve({
      unix: controlSocketPath(dataDir),
      routes: {
        "/admin/ingest": {
          POST: async (request) => {
            requests.push(await request.json());
            return Response.json({ id: 7 }, { status: 202 });
          },
        },
        "/admin/runs/7": () => Response.json(answers.length > 1 ? answers.shift() : answers[0]),
      },
    });
    lock.announceSocket(controlSocketPath(dataDir));
    closing.push(
      () => lock.release(),
      () => void server.stop(true),
    );
    return requests;
  }
});
