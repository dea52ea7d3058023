/** A text that must go by law goes from a service that runs, through its control socket, and from its indexes. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { fingerprint } from "../../../db/bofip/fingerprint.ts";
import { temporaryFolder } from "../../folders.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../../..");
const DOCUMENT = "BOI-IR-LIQ-20-10";
/** Words of its text. */
const WORDS = '"Mécanisme du barème"';

describe("bun run erase", () => {
  const DATA_DIR = join(temporaryFolder(), "data");
  let api: ApiProcess;
  let key: string;
  beforeAll(async () => {
    api = await startApi({ DATA_DIR, SOURCE: "sample" });
    key =
      (await run("keys", "create", "--name", "essai", "--plan", "pro")).output.match(/boi_\w{38}/)?.[0] ?? "";
  });
  afterAll(() => api.stop());

  async function run(...args: readonly string[]) {
    const child = Bun.spawn([process.execPath, "run", ...args], {
      cwd: ROOT,
      env: { PATH: Bun.env["PATH"], DATA_DIR, SOURCE: "sample" },
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

  test("removes it from the running service, and brings the indexes in step", async () => {
    const search = `/v1/search?q=${encodeURIComponent(WORDS)}`;
    const { contenu_texte } = JSON.parse(await get(`/v1/boi/${DOCUMENT}`));
    const found = `"boi_id":"${DOCUMENT}"`;
    expect(await get(search)).toContain(found);
    const { code, output } = await run("erase", fingerprint(contenu_texte), "--reason", "jugement");
    expect([code, output]).toEqual([0, expect.stringContaining("1 rédaction(s) effacée(s)")]);
    expect(await get(`/v1/boi/${DOCUMENT}`)).not.toContain("Mécanisme");
    expect(await get(search)).not.toContain(found);
  });
});
