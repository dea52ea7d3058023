/** A start whose relational store goes away before the service listens. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";
import { eventually } from "../../../eventually.ts";
import { temporaryFolder } from "../../../folders.ts";
import { type FaultyProxy, openFaultyProxy } from "../../../servers/faulty-proxy.ts";
import { findFreePort } from "../../../servers/free-port.ts";
import { createDatabase, serverAbsence, type TestDatabase } from "../../../servers/postgres.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../../../..");

describe.skipIf(serverAbsence !== null)(`a store that is away ${serverAbsence ?? ""}`, () => {
  let database: TestDatabase;
  /** Between the service and where it reads the documents: what it writes to answers, so that it starts. */
  let network: FaultyProxy;
  let service: ReturnType<typeof run>;
  let port: number;
  let logged = "";
  let printed = "";

  beforeAll(async () => {
    database = await createDatabase();
    network = await openFaultyProxy(database.url);
    expect(await run("ingest/index.ts", {}).exited).toBe(0);
  });
  afterAll(async () => {
    await network.close();
    await database.drop();
  });

  const start = async (environment: Readonly<Record<string, string>>) => {
    port = await findFreePort();
    service = run("src/index.ts", { PORT: String(port), ...environment });
    [logged, printed] = ["", ""];
    void gather(service.stderr, (text) => (logged += text));
    void gather(service.stdout, (text) => (printed += text));
  };
  const startWithoutReads = async () => {
    network.behave("refuse");
    const read = new URL(database.url);
    read.host = new URL(network.url).host;
    await start({ DATABASE_READ_URL: read.href });
    await eventually(async () => expect(linesWith("waits before it listens")).toBe(1));
  };
  afterEach(async () => {
    service.kill("SIGKILL");
    await service.exited;
  });

  const DATA_DIR = temporaryFolder();
  const run = (script: string, environment: Readonly<Record<string, string>>) =>
    Bun.spawn([process.execPath, script], {
      cwd: ROOT,
      env: {
        ...BARE_ENVIRONMENT,
        MODEL: "off",
        SOURCE: "sample",
        DATABASE_URL: database.url,
        DATA_DIR,
        ...environment,
      },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  const linesWith = (words: string) => logged.split("\n").filter((line) => line.includes(words)).length;
  const ready = () => fetch(`http://127.0.0.1:${port}/ready`);
  const isRefused = () =>
    ready().then(
      () => false,
      (error: unknown) => error instanceof Error && "code" in error && error.code === "ECONNREFUSED",
    );

  test("is waited for with the port closed; the log says when it begins and when it is over", async () => {
    await startWithoutReads();
    expect(await isRefused()).toBe(true);
    network.behave("pass");
    await eventually(async () => expect(printed).toContain("répond sur"));
    expect((await ready()).status).toBe(200);
    expect([linesWith("waits before it listens"), linesWith("goes on starting")]).toEqual([1, 1]);
  });

  test("delays no stop: a signal ends the wait, with code 0", async () => {
    await startWithoutReads();
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect([await isRefused(), printed]).toEqual([true, ""]);
  });

  test("is waited for, unlike an index: documents are answered without it", async () => {
    await start({ MEILI_URL: `http://127.0.0.1:${await findFreePort()}`, MEILI_KEY: "une-cle-de-test" });
    await eventually(async () => expect(printed).toContain("répond sur"));
    expect((await ready()).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/consultation/BOI-IR-LIQ-20-10`)).status).toBe(200);
    expect(linesWith("waits before it listens")).toBe(0);
  });
});

async function gather(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
}
