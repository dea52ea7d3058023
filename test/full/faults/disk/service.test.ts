import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { eventually } from "../../../eventually.ts";
import { type ApiProcess, startApi } from "../../../servers/api.ts";
import { findFreePort } from "../../../servers/free-port.ts";
import { mountDisk } from "./small-disk.ts";

/** The sample's stores take some 45 MB; the log may ask for segments of 16 MB beside. */
const DISK_MB = 200;
const MIN_FREE_MIB = 32;
const MIB = 1024 * 1024;
const ANSWER_LIMIT_MS = 5_000;
const PATHS = [
  "/v1/boi/BOI-IR-LIQ-20-10",
  "/v1/search?q=plus-value",
  "/v1/plan/IR",
  "/v1/changes?since=2020-01-01",
];

setDefaultTimeout(120_000);

const disk = mountDisk(DISK_MB);
const port = await findFreePort();

describe.skipIf(disk === null)("the embedded service on a disk that fills", () => {
  const variables = {
    DATA_DIR: join(disk?.folder ?? "", "data"),
    SOURCE: "sample",
    MIN_FREE_SPACE: String(MIN_FREE_MIB),
    // One address for all starts: answers contain it.
    PORT: String(port),
  };
  let api: ApiProcess;
  let key: string;
  let before: readonly string[];

  beforeAll(async () => {
    api = await startApi(variables);
    key = await createKey();
    before = await Promise.all(PATHS.map((path) => textOf(path)));
  });
  afterAll(async () => {
    disk?.leave(null);
    await api.stop();
    disk?.remove();
  });

  const ask = (path: string) =>
    fetch(api.url + path, { headers: { "x-api-key": key }, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });

  async function createKey(): Promise<string> {
    const command = ["create", "--name", "disque", "--plan", "pro", "--minute", "100000"];
    const child = Bun.spawn([process.execPath, "src/keys.ts", ...command], {
      env: { ...Bun.env, ...variables },
    });
    const printed = await new Response(child.stdout).text();
    const [key] = /boi_\w+/.exec(printed) ?? [];
    if (key === undefined) throw new Error(`no key: ${printed}`);
    return key;
  }

  async function textOf(path: string): Promise<string> {
    const answer = await ask(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return await answer.text();
  }

  const statusOf = async (path: string) => (await ask(path)).status;

  const ingest = () =>
    Bun.spawn([process.execPath, "ingest/index.ts", "--force"], {
      env: { ...Bun.env, ...variables, MODEL: "off" },
      stdout: "ignore",
      stderr: "pipe",
    });

  const isAsBefore = () =>
    eventually(async () => expect(await Promise.all(PATHS.map((path) => textOf(path)))).toEqual([...before]));

  test("with little room left, refuses what it cannot count and still shows its pages", async () => {
    disk?.leave((MIN_FREE_MIB - 8) * MIB);
    await eventually(async () => expect(await statusOf("/v1/plan/IR")).toBe(503));
    expect(await (await ask("/v1/plan/IR")).json()).toMatchObject({
      error: { message: expect.stringContaining("la place d'enregistrer") },
    });
    expect(await statusOf("/consultation/BOI-IR-LIQ-20-10")).toBe(200);
    expect(await (await ask("/v1/status")).json()).toMatchObject({ checks: { d1: { ok: false } } });
  });

  test("an ingestion is refused at once, in plain words", async () => {
    const refused = ingest();
    expect([await refused.exited, await new Response(refused.stderr).text()]).toEqual([
      1,
      expect.stringContaining("la place d'enregistrer"),
    ]);
  });

  test("once there is room, answers as before", async () => {
    disk?.leave(null);
    await isAsBefore();
  });

  test("filled to the last byte in the middle of an ingestion, it answers every request, and all is there after", async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const run = ingest();
      await Bun.sleep(300 + 400 * attempt);
      disk?.leave(0);
      for (let round = 0; round < 20; round += 1) {
        const answers = [...PATHS, "/consultation/BOI-IR-LIQ-20-10"].map(statusOf);
        expect([200, 503]).toContain(Math.max(...(await Promise.all(answers))));
        await Bun.sleep(50);
      }
      disk?.leave(null);
      await isAsBefore();
      await run.exited;
    }
  });

  test("SIGTERM ends it while the disk is full, and what it holds is there at the next start", async () => {
    disk?.leave(0);
    await ask("/v1/plan/IR").catch(() => {});
    await api.stop();
    disk?.leave(null);
    api = await startApi(variables);
    await isAsBefore();
  });
});
