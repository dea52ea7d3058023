/** A text that must go by law goes from a service that runs, through its control socket, and from its indexes. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { readConfig } from "../../../config/config.ts";
import { controlSocketPath } from "../../../db/data-folder/control-client.ts";
import { openWriterSession } from "../../../db/ingestion/writer-session.ts";
import { openRelational } from "../../../db/postgres/open.ts";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { temporaryFolder } from "../../folders.ts";
import { commandAct, splitActs } from "../../operator-acts.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { createDatabase, serverAbsence } from "../../servers/postgres.ts";
import { copyOfSample } from "../../servers/service.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../../..");
const SOURCE = "/absente/export.jsonl";
const OTHER = "BOI-TVA-DECLA";
const DOCUMENT = "BOI-IR-LIQ-20-10";
/** Words of its text. */
const WORDS = '"Mécanisme du barème"';

describe("bun run erase", () => {
  let DATA_DIR: string;
  let api: ApiProcess;
  let key: string;
  beforeAll(async () => {
    DATA_DIR = await copyOfSample();
    // Not the store's: it is served all the same, and no ingestion succeeds any more.
    api = await startApi({ DATA_DIR, SOURCE });
    key =
      (await run("keys", "create", "--name", "essai", "--plan", "pro")).output.match(/boi_\w{38}/)?.[0] ?? "";
  });
  afterAll(() => api.stop());

  const run = (...args: readonly string[]) => runIn(DATA_DIR, args);

  async function runIn(folder: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const child = Bun.spawn([process.execPath, "run", ...args], {
      cwd: ROOT,
      env: { ...BARE_ENVIRONMENT, DATA_DIR: folder, SOURCE, ...more },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, output, errors };
  }

  const get = async (path: string): Promise<string> =>
    await (await fetch(api.url + path, { headers: { "x-api-key": key } })).text();

  test("refuses a text that it does not hold", async () => {
    const { code, errors } = await run("erase", "0".repeat(64), "--reason", "jugement");
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining("Aucun texte à effacer sous l'empreinte 000"),
    ]);
  });

  test("refuses a reason that would act on whoever reads it", async () => {
    const reason = "jugement\u001b[2J";
    const { code, errors } = await run("erase", "0".repeat(64), "--reason", reason);
    expect([code, errors]).toEqual([
      2,
      expect.stringContaining("L'option --reason contient un caractère de contrôle"),
    ]);
    const answer = await fetch("http://localhost/admin/erase", {
      unix: controlSocketPath(DATA_DIR),
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ empreinte: "0".repeat(64), reason }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("Le champ « reason » contient"),
    ]);
  });

  test("erases nothing when its register cannot be written", async () => {
    const before = await get(`/v1/boi/${DOCUMENT}`);
    const print = fingerprint(JSON.parse(before).contenu_texte);
    const refused = await runIn(DATA_DIR, ["erase", print, "--reason", "jugement"], {
      ERASURE_REGISTER: "/dev/null/effacements.jsonl",
    });
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining("rien n'est effacé")]);
    expect(await get(`/v1/boi/${DOCUMENT}`)).toBe(before);
  });

  test("removes it from the running service, and brings the indexes in step", async () => {
    const search = `/v1/search?q=${encodeURIComponent(WORDS)}`;
    const { contenu_texte } = JSON.parse(await get(`/v1/boi/${DOCUMENT}`));
    const found = `"boi_id":"${DOCUMENT}"`;
    expect(await get(search)).toContain(found);
    const { code, output } = await run("erase", fingerprint(contenu_texte), "--reason", "jugement");
    expect([code, output]).toEqual([0, expect.stringContaining("1 rédaction effacée")]);
    expect(output).toContain("Effacement prouvé");
    expect(await get(`/v1/boi/${DOCUMENT}`)).not.toContain("Mécanisme");
    expect(await get(search)).not.toContain(found);
    expect(JSON.parse(await get("/v1/status")).status).toBe("operational");
    expect(await get("/v1/journal?evenement=effacement")).toContain(found);
  });

  test("asked again says that it is proved", async () => {
    const [line = ""] = readFileSync(join(DATA_DIR, "effacements.jsonl"), "utf8").split("\n");
    const { empreinte } = JSON.parse(line);
    const { code, output } = await run("erase", empreinte, "--reason", "jugement");
    expect([code, output]).toEqual([0, expect.stringContaining("Effacement prouvé")]);
  });

  test("works without a source that answers, and says no more than what is proved", async () => {
    const { contenu_texte } = JSON.parse(await get(`/v1/boi/${OTHER}`));
    const { code, output } = await run("erase", fingerprint(contenu_texte), "--reason", "jugement");
    expect([code, output]).toEqual([0, expect.stringContaining("Effacement prouvé")]);
  });

  test("is applied again from its register to a store that never knew of it", async () => {
    const register = join(DATA_DIR, "effacements.jsonl");
    expect(readFileSync(register, "utf8").trim().split("\n")).toHaveLength(2);
    const restored = await copyOfSample();
    const again = async (...args: readonly string[]) => runIn(restored, args);
    // A reason that an older version let in.
    const older = readFileSync(register, "utf8").replaceAll('"jugement"', '"jugement\\u001b[2J"');
    await Bun.write(register, older);
    const erased = { reason: "jugement\\u001b[2J", wordings: 1 };
    const { code, output, errors } = await again("erase", "--again", register);
    expect(splitActs(errors).acts).toMatchObject([
      commandAct("wording erased", erased),
      commandAct("wording erased", erased),
    ]);
    expect([code, output]).toEqual([0, expect.stringContaining("Effacement prouvé")]);
    expect(output.match(/1 rédaction effacée/g)).toHaveLength(2);
    expect((await again("erase", "--again", join(restored, "absent"))).errors).toContain(
      "Registre introuvable",
    );
  });

  test("a register that names nothing is said to, and nothing is called proved", async () => {
    const register = join(temporaryFolder(), "effacements.jsonl");
    await Bun.write(register, "");
    const { code, output } = await runIn(await copyOfSample(), ["erase", "--again", register]);
    expect([code, output]).toEqual([0, expect.stringContaining("Le registre ne nomme aucun texte")]);
    expect(output).not.toContain("prouvé");
  });

  describe.each([
    ["an embedded store", null],
    ["a server", serverAbsence],
  ])("on %s", (kind, absence) => {
    test.skipIf(absence !== null)(
      `a register is applied to a copy taken during an ingestion, but not beside a true one${absence ? ` (${absence})` : ""}`,
      async () => {
        const folder = kind === "a server" ? await createDataDir() : await copyOfSample();
        const server = kind === "a server" ? await createDatabase() : null;
        const settings = server === null ? {} : { DATABASE_URL: server.url, SOURCE: "sample" };
        if (server !== null) expect((await runIn(folder, ["ingest"], settings)).code).toBe(0);
        const store = await openRelational(readConfig({ DATA_DIR: folder, ...settings }));
        await store.database.$client`update runs set status = 'running', ended_at = null`;
        await store.close();

        const register = join(temporaryFolder(), "effacements.jsonl");
        const [print, day] = ["ab".repeat(32), "2026-01-01T00:00:00.000Z"];
        const line = { empreinte: print, empreintes: [print], motif: "jugement", effacee_le: day };
        await Bun.write(register, JSON.stringify(line));
        const again = () => runIn(folder, ["erase", "--again", register], settings);
        if (server !== null) {
          const worker = await openWriterSession(server);
          expect(await again()).toMatchObject({
            code: 1,
            errors: expect.stringContaining("Une ingestion est en cours"),
          });
          await worker?.close();
        }
        const { code, output } = await again();
        expect([code, output]).toEqual([0, expect.stringContaining("Effacement prouvé")]);
        await server?.drop();
      },
    );
  });
});
