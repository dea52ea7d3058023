import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../../config/command-line.ts";
import { OperatorFault } from "../../../config/operator-fault.ts";
import { type FolderLock, lockFolder } from "../../../db/data-folder/lock.ts";
import { listKeys } from "../../../db/keys/keys.ts";
import { isWellFormedKey } from "../../../db/keys/stored-key.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { parseCommand } from "../../../src/keys/command.ts";
import { executeCommand } from "../../../src/keys/execute.ts";
import { storeKeyAdmin } from "../../../src/keys/store.ts";
import { commandAct, splitActs } from "../../operator-acts.ts";
import { rejectionOf } from "../../rejection.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { openEmbedded } from "../../servers/stores.ts";

const SCRIPT = join(import.meta.dir, "../../../src/keys.ts");

/** Every command reopens the store. */
setDefaultTimeout(60_000);

let dataDir: string;
let files: string;

beforeAll(async () => {
  dataDir = await createDataDir();
  files = mkdtempSync(join(tmpdir(), "doctrine-keys-"));
});

afterAll(() => {
  for (const folder of [dataDir, files]) rmSync(folder, { recursive: true });
});

describe("without a running service", () => {
  test("a key is created, listed, read, moved and revoked in the folder itself", async () => {
    const created = await keys("create", "--name", "Cabinet Martin", "--plan", "pro");
    const key = created.output.trimEnd().split("\n").at(-1) ?? "";
    expect(created.exitCode).toBe(0);
    expect(isWellFormedKey(key)).toBe(true);
    const start = key.slice(0, 12);

    const listed = await keys("list");
    const [header, row] = listed.output.split("\n");
    expect(row).toStartWith(`${start}  pro      `);
    expect(row?.indexOf("Cabinet Martin")).toBe(header?.indexOf("NOM"));
    expect(listed.output).not.toContain(key);

    expect((await keys("usage", start)).output).toContain("0 requêtes sur 30000");

    const terms = ["--plan", "gratuit", "--quota", "500", "--minute", "20", "--expire", "2099-01-01"];
    const changed = await keys("change", start, ...terms);
    expect(changed.output).toMatch(/gratuit +500 +20 .* — +2099-01-01 00:00 +— +Cabinet Martin\n/);
    expect((await keys("usage", start)).output).toContain("0 requêtes sur 500");
    await keys("change", start, "--plan", "pro", "--quota", "aucun", "--expire", "aucun");
    expect((await keys("list")).output).toMatch(/pro +— +20 .* — +— +— +Cabinet Martin\n/);

    const file = join(files, "cles.json");
    expect(await keys("export", file)).toMatchObject({ exitCode: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain(key);
    expect((await keys("import", file)).output).toContain("0 clé ajoutée, 1 déjà connue.");

    expect(await keys("revoke", start)).toMatchObject({ exitCode: 0 });
    expect((await keys("list")).output).toMatch(/20 +[-\d]+ [:\d]+ +— +— +\d{4}-\d\d-\d\d/);
  });

  test("each act leaves the line that the dashboard's would, and never a key", async () => {
    const { output, errors } = await keys("create", "--name", "Étude Petit", "--plan", "gratuit");
    const key = output.trimEnd().split("\n").at(-1) ?? "";
    const start = key.slice(0, 12);
    const file = join(files, "toutes.json");
    await keys("export", file);
    const written = [
      errors,
      (await keys("change", start, "--minute", "30")).errors,
      (await keys("list")).errors,
      (await keys("usage", start)).errors,
      (await keys("import", file)).errors,
      (await keys("revoke", start)).errors,
      (await keys("change", start, "--plan", "inconnue")).errors,
    ].join("");
    const { acts, rest } = splitActs(written);
    expect(acts).toEqual([
      commandAct("key created", { name: "Étude Petit", plan: "gratuit", key: start }),
      commandAct("key changed", { key: start, change: { minute_limit: 30 } }),
      commandAct("keys imported", { added: 0, known: expect.any(Number) }),
      commandAct("key revoked", { key: start }),
    ]);
    expect(written).not.toContain(key);
    expect(rest.trim().split("\n")).toHaveLength(1);
  });

  test("what can't be done is refused with exit code 1 and the reason alone", async () => {
    const { exitCode, output, errors } = await keys("revoke", "boi_inconnue");
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: "" });
    expect(errors).toBe("Aucune clé ne commence par « boi_inconnue ».\n");
  });

  test("a command at work in the folder is not disturbed", async () => {
    const lock = lockFolder(dataDir);
    const { exitCode, errors } = await keys("list");
    lock.release();
    expect(exitCode).toBe(1);
    expect(errors).toContain(`processus ${process.pid}`);
  });
});

describe("on an open store", () => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await openEmbedded();
  });
  afterAll(() => store.close());

  const ask = async (...args: string[]): Promise<string> => {
    const command = parseCommand(args);
    if (command.verb === "help") throw new Error("a command was expected");
    return await executeCommand(
      storeKeyAdmin(store.database, () => {}),
      command,
    );
  };
  const refusalOf = async (...args: string[]): Promise<string> => {
    const refusal = await rejectionOf(ask(...args));
    return refusal instanceof OperatorFault ? refusal.message : `no refusal for the operator: ${refusal}`;
  };

  test.each([
    [["create", "--name", "x", "--plan", "platine"], "formules possibles : gratuit, interne, pro"],
    [
      ["create", "--name", "x", "--plan", "pro", "--expire", "2020-01-01"],
      "--expire : cette date est passée (2020-01-01)",
    ],
    [["create", "--name", "a\u001b[2Jb", "--plan", "pro"], "« name »"],
    [["change", "boi_inconnue", "--expire", "2020-01-01"], "--expire : cette date est passée (2020-01-01)"],
    [["change", "boi_inconnue", "--plan", "pro"], "Aucune clé ne commence par « boi_inconnue »"],
    [["revoke", "boi_inconnue"], "Aucune clé ne commence par « boi_inconnue »"],
    [["import", "/absent.json"], "/absent.json ne peut pas être lu"],
  ])("%j is refused with the reason", async (args, reason) => {
    expect(await refusalOf(...args)).toContain(reason);
  });

  test("a beginning that several keys share is refused, naming them", async () => {
    for (const name of ["Un", "Deux", "Trois"]) await ask("create", "--name", name, "--plan", "pro");
    const before = await ask("list");
    const starts = before
      .split("\n")
      .slice(1)
      .map((row) => row.slice(0, 12));
    expect(starts).toHaveLength(3);
    for (const [verb = "", ...options] of [["usage"], ["revoke"], ["change", "--plan", "gratuit"]]) {
      const refusal = await refusalOf(verb, "boi_", ...options);
      expect(refusal).toContain("3 clés commencent par « boi_ » : ");
      for (const start of starts) expect(refusal).toContain(start);
      expect(refusal).toContain("12 premiers caractères");
    }
    const [start = ""] = starts;
    expect(await refusalOf("usage", start.slice(0, 11))).toContain(
      `Une clé commence par « ${start.slice(0, 11)} » : ${start}`,
    );
    expect(await refusalOf("revoke", "boi_absen")).toContain("Aucune clé ne commence par « boi_absen »");
    expect(await ask("list")).toBe(before);
  });

  test("a name stored by an older version is written out wherever it is shown, and comes back so", async () => {
    const stored = "a\u001b[2J\n\u202eb";
    const written = "a\\u001b[2J\\u000a\\u202eb";
    const { output } = { output: await ask("create", "--name", "Ancien", "--plan", "pro") };
    const start = output.match(/boi_\w{8}/)?.[0] ?? "";
    await store.database.$client`update api_keys set name = ${stored} where visible_start = ${start}`;
    const rows = (await ask("list")).split("\n");
    expect(rows.filter((row) => row.startsWith(start))).toEqual([expect.stringContaining(written)]);
    expect(await ask("usage", start)).toContain(`(${written}, pro)`);

    const file = join(files, "ancien.json");
    await ask("export", file);
    const other = await openEmbedded();
    const imported = parseCommand(["import", file]);
    if (imported.verb === "help") throw new Error("a command was expected");
    await executeCommand(
      storeKeyAdmin(other.database, () => {}),
      imported,
    );
    expect((await listKeys(other.database)).map(({ name }) => name)).toContain(written);
    await other.close();
  });

  test("a file that is no export is refused", async () => {
    const file = join(files, "autre.json");
    writeFileSync(file, "{]");
    expect(await refusalOf("import", file)).toContain("Ce n'est pas un export de clés valide");
  });
});

describe("a wrong command line", () => {
  test("is refused with exit code 2, the reason and the usage", async () => {
    const { exitCode, errors } = await keys("delete");
    expect(exitCode).toBe(2);
    expect(errors).toContain("Commande inconnue : « delete »");
    expect(errors).toContain("Usage : bun run keys");
  });

  test.each([
    [[], "Il manque une commande"],
    [["delete"], "Commande inconnue : « delete »"],
    [["create", "--name", "x"], "Il manque --plan"],
    [["create", "--nom", "x"], "Option inconnue"],
    [["create", "--name"], "--name attend une valeur"],
    [["list", "--plan", "pro"], "ne vont qu'avec « create » et « change »"],
    [["create", "--name", "x", "--plan", "pro", "--quota", "-1"], "--quota attend"],
    [["create", "--name", "x", "--plan", "pro", "--quota", "mille"], "--quota attend un nombre"],
    [["change"], "Il manque le début de la clé"],
    [["change", "boi_a", "--name", "y"], "--name ne va qu'avec « create »"],
    [["list", "tout"], "Argument en trop : « tout »"],
    [["revoke"], "Il manque le début de la clé"],
    [["revoke", "boi_a", "boi_b"], "Argument en trop : « boi_b »"],
    [["import"], "Il manque le fichier"],
  ])("%j is refused with the reason", (args, reason) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
    expect(() => parseCommand(args)).toThrow(reason);
  });

  test("--help is no fault", async () => {
    const { exitCode, output } = await keys("--help");
    expect(exitCode).toBe(0);
    expect(output).toContain("create --name NOM --plan FORMULE");
  });
});

describe("while a service owns the folder", () => {
  const key = {
    visible_start: "boi_abcdefgh",
    account: "boi_abcdefgh",
    name: "Cabinet\u009b2J",
    plan: "pro",
    created_at: "2026-11-03T08:00:00Z",
    last_used_at: "2026-11-04T09:30:00Z",
    expires_at: null,
    quota: 9,
    minute_limit: null,
  };
  const exported = { format: 1, exported_at: "2026-11-03T08:00:00Z", keys: [] };
  /** As an older version of the service would give it. */
  const ancient = {
    ...exported,
    keys: [
      { ...key, hash: "0".repeat(64), account: null, revoked_at: null, usage_months: [], usage_days: [] },
    ],
  };
  const requests: string[] = [];
  let lock: FolderLock;
  let service: ReturnType<typeof startService>;

  beforeAll(() => {
    lock = lockFolder(dataDir);
    const socket = join(dataDir, "control.sock");
    service = startService(socket);
    lock.announceSocket(socket);
  });

  afterAll(async () => {
    await service.stop(true);
    lock.release();
  });

  test.each([
    [
      ["create", "--name", "Cabinet", "--plan", "pro"],
      'POST /admin/keys {"name":"Cabinet","plan":"pro"}',
      "boi_entière",
    ],
    [
      ["create", "--name", "Cabinet", "--plan", "pro", "--quota", "9", "--expire", "2027-01-01"],
      'POST /admin/keys {"name":"Cabinet","plan":"pro","quota":9,"expires_at":"2027-01-01"}',
      "boi_entière",
    ],
    [
      ["list"],
      "GET /admin/keys ",
      /^boi_abcdefgh {2}pro {6}9 {6}— {8}2026-11-03 08:00 {2}2026-11-04 09:30 .*Cabinet\\u009b2J$/m,
    ],
    [
      ["change", "boi_abcdefgh", "--minute", "aucun"],
      'PATCH /admin/keys/boi_abcdefgh {"minute_limit":null}',
      "vaut partout dans la minute",
    ],
    [["revoke", "boi_abcdefgh"], "DELETE /admin/keys/boi_abcdefgh ", "révoquée"],
    [
      ["usage", "boi_abcdefgh"],
      "GET /admin/keys/boi_abcdefgh/usage ",
      "7 requêtes sans quota\n  2026-11-03  7",
    ],
    [["export"], "GET /admin/export-keys ", '"name": "Cabinet\\\\u009b2J"'],
    [["import", "FILE"], `POST /admin/import-keys ${JSON.stringify(exported)}`, "2 clés ajoutées"],
  ])("%j goes through its control socket", async (args, request, printed) => {
    const file = join(files, "socket.json");
    writeFileSync(file, JSON.stringify(exported));
    requests.length = 0;
    const { exitCode, output } = await keys(...args.map((arg) => (arg === "FILE" ? file : arg)));
    expect(requests).toEqual([request]);
    expect(output).toMatch(printed);
    expect(exitCode).toBe(0);
  });

  test("its refusals are passed on", async () => {
    const { exitCode, errors } = await keys("revoke", "boi_inconnue");
    expect(exitCode).toBe(1);
    expect(errors).toBe("Aucune clé de ce nom\\u001b[2J.\n");
  });

  test("its silence is told", async () => {
    await service.stop(true);
    const { exitCode, errors } = await keys("list");
    expect(exitCode).toBe(1);
    expect(errors).toContain("ne répond pas sur son socket");
  });

  /** The admin routes, with the service's answers. */
  function startService(socket: string) {
    const usage = {
      ...key,
      mois: "2026-11",
      utilise: 7,
      quota: null,
      par_jour: [{ date: "2026-11-03", utilise: 7 }],
    };
    const answers: Record<string, object> = {
      "POST /admin/keys": { key: "boi_entière", visible_start: key.visible_start, plan: "pro" },
      "GET /admin/keys": { keys: [{ ...key, revoked_at: null }] },
      "PATCH /admin/keys/boi_abcdefgh": { ...key, revoked_at: null },
      "DELETE /admin/keys/boi_abcdefgh": { ...key, revoked_at: "2026-11-04T08:00:00Z" },
      "GET /admin/keys/boi_abcdefgh/usage": usage,
      "GET /admin/export-keys": ancient,
      "POST /admin/import-keys": { added: 2, known: 0 },
    };
    return Bun.serve({
      unix: socket,
      async fetch(request) {
        const route = `${request.method} ${new URL(request.url).pathname}`;
        requests.push(`${route} ${await request.text()}`);
        const answer = answers[route];
        if (answer !== undefined) return Response.json({ ...answer, source: "…" });
        return Response.json(
          { error: { code: "unknown_key", message: "Aucune clé de ce nom\u001b[2J." } },
          { status: 404 },
        );
      },
    });
  }
});

async function keys(...args: string[]) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = Bun.spawn([process.execPath, SCRIPT, ...args], {
    env: { ...inherited, DATA_DIR: dataDir },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { output, errors, exitCode };
}
