/** The messages of every command about a faulty setup: what to do about it, without a stack. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { lockFolder } from "../../db/data-folder/lock.ts";
import { BARE_ENVIRONMENT } from "../bare-environment.ts";
import { temporaryFolder } from "../folders.ts";
import { findFreePort } from "../servers/free-port.ts";
import { createDatabase, serverAbsence } from "../servers/postgres.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");
const COMMANDS = ["start", "worker", "ingest", "reindex", "keys list"];

const used = temporaryFolder();
const lock = lockFolder(used);
afterAll(() => lock.release());

async function complaintOf(command: string, environment: Readonly<Record<string, string>>) {
  const child = Bun.spawn([process.execPath, "run", ...command.split(" ")], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, PORT: "0", DATA_DIR: temporaryFolder(), ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = await child.stderr.text();
  return { command, code: await child.exited, errors };
}

async function expectTold(environment: Readonly<Record<string, string>>, told: string): Promise<void> {
  const complaints = await Promise.all(COMMANDS.map((command) => complaintOf(command, environment)));
  for (const { command, code, errors } of complaints) {
    expect([command, code, errors]).toEqual([command, 1, expect.stringContaining(told)]);
    expect([command, errors]).toEqual([command, expect.not.stringMatching(/^\s+at .+:\d+|Error:/m)]);
  }
}

test("a wrong setting is named", () =>
  expectTold({ INGEST_CRON: "souvent" }, "Configuration invalide :\n  - INGEST_CRON"));

test("a folder that another process uses is named, with its process", () =>
  expectTold({ DATA_DIR: used }, `déjà utilisé par le processus ${process.pid}`));

test("a server that does not answer is told, without its address", async () => {
  const port = await findFreePort();
  await expectTold({ DATABASE_URL: `postgres://personne@127.0.0.1:${port}/rien` }, "ne répond pas");
});

test.skipIf(serverAbsence !== null)(
  `a server that refuses what it is asked is told in its words ${serverAbsence ?? ""}`,
  async () => {
    const url = new URL((await createDatabase()).url);
    url.pathname = "/absente";
    await expectTold({ DATABASE_URL: url.href }, "La base de données répond par une erreur (3D000");
  },
);
