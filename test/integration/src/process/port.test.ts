/** One service per port, between processes started as operators start them. */
import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { lockFolder } from "../../../../db/data-folder/lock.ts";
import { checkPort, PortUnavailable } from "../../../../src/process/port.ts";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { findFreePort } from "../../../servers/free-port.ts";
import { type HeldSource, openHeldSource } from "../../../servers/held-source.ts";
import { createDataDir } from "../../../servers/pglite.ts";
import { copyOfSample } from "../../../servers/service.ts";
import { dating, TEN } from "../../ingest/exports.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../../../..");
const HOSTS = ["127.0.0.1", "localhost", "::1"] as const;

type Service = Bun.Subprocess<"ignore", "pipe", "pipe">;
const started: Service[] = [];
let port: number;

beforeAll(async () => {
  port = await findFreePort();
});
afterEach(async () => {
  for (const service of started.splice(0)) {
    service.kill("SIGKILL");
    await service.exited;
  }
});

function start(environment: Readonly<Record<string, string>>): Service {
  const service = Bun.spawn([process.execPath, "src/index.ts"], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, MODEL: "off", PORT: String(port), LOG_LEVEL: "silent", ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  started.push(service);
  return service;
}

async function untilReady(service: Service): Promise<void> {
  let printed = "";
  for await (const chunk of service.stdout) {
    printed += new TextDecoder().decode(chunk);
    if (printed.includes("répond sur")) return;
  }
  throw new Error(`the service stopped: ${await service.stderr.text()}`);
}

/** The status of an answer, or why there is none. */
function statusOf(path: string): Promise<number | string> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
  );
}

/** Another program, on the port of the service. */
async function holdPort(): Promise<Server> {
  const program = createServer((socket) => socket.end("bonjour\r\n"));
  await new Promise<void>((resolve) => program.listen(port, "127.0.0.1", resolve));
  return program;
}

/** Starts a service that must fail; returns what it printed, and checks that it touched nothing. */
async function refusalOf(environment: Readonly<Record<string, string>>): Promise<string> {
  const DATA_DIR = join(temporaryFolder(), "data");
  const service = start({ DATA_DIR, ...environment });
  const [complaint, printed, code] = await Promise.all([
    service.stderr.text(),
    service.stdout.text(),
    service.exited,
  ]);
  expect([code, printed, existsSync(DATA_DIR)]).toEqual([1, "", false]);
  return complaint;
}

/** The message of a start, which checks the port first. */
async function checkRefusal(hostname: string): Promise<string> {
  const refusal = await rejectionOf(checkPort({ hostname, port }));
  return refusal instanceof PortUnavailable ? refusal.message : String(refusal);
}

describe("a port that another instance of the service holds", () => {
  let DATA_DIR: string;
  beforeAll(async () => {
    DATA_DIR = await copyOfSample();
  });

  test.each([
    ["127.0.0.1", "localhost"],
    ["localhost", "::1"],
    ["::1", "127.0.0.1"],
  ])(
    "on %s stops the start before the data folder is opened, on %s and every name of the machine",
    async (HOST, other) => {
      await untilReady(start({ DATA_DIR, HOST }));
      const complaints = [await refusalOf({ HOST: other })];
      for (const hostname of HOSTS) complaints.push(await checkRefusal(hostname));
      for (const complaint of complaints) {
        expect(complaint).toContain(`Le port ${port}`);
        expect(complaint).toContain("une autre instance de ce service");
        expect(complaint).toContain("PORT=0");
      }
    },
  );
});

test("a port that another program holds is told as such", async () => {
  const program = await holdPort();
  expect(await refusalOf({})).toContain(`Le port ${port} est déjà pris par un autre programme`);
  expect(await checkRefusal("::1")).toContain("un autre programme");
  program.close();
});

describe("a service that fills its folder before it serves", () => {
  let source: HeldSource;
  let DATA_DIR: string;
  let service: Service;
  beforeEach(async () => {
    source = await openHeldSource([...TEN, dating("2021-01-31")]);
    DATA_DIR = await createDataDir();
    service = start({ DATA_DIR, SOURCE: source.url });
    await source.asked;
  });
  afterEach(() => source.close());

  const isFolderFree = () => {
    lockFolder(DATA_DIR).release();
    return true;
  };

  test("refuses connections until it is ready, then answers at once", async () => {
    expect(await statusOf("/v1/health")).toBe("ECONNREFUSED");
    const seen = new Set<number | string>();
    const ready = untilReady(service);
    source.answer();
    while (!seen.has(200) && service.exitCode === null) seen.add(await statusOf("/ready"));
    await ready;
    expect([...seen].sort()).toEqual([200, "ECONNREFUSED"]);
  });

  test("stops when its port is taken meanwhile, and leaves the folder to the next one", async () => {
    const program = await holdPort();
    source.answer();
    const complaint = await service.stderr.text();
    expect([await service.exited, isFolderFree()]).toEqual([1, true]);
    expect(complaint).toContain(`Le port ${port} est déjà pris par un autre programme`);
    expect(complaint).toContain("ce qui était ouvert est refermé");
    program.close();
    expect(existsSync(join(DATA_DIR, "cle-demonstration.txt"))).toBe(false);
    await untilReady(start({ DATA_DIR }));
  });

  test("stops cleanly at a signal, and is filled by the next one", async () => {
    service.kill("SIGTERM");
    expect([await service.exited, isFolderFree()]).toEqual([0, true]);
    expect(await service.stderr.text()).not.toMatch(/interrompue|Error/);
    source.answer();
    await untilReady(start({ DATA_DIR, SOURCE: source.url }));
  });
});

test("of two services started together on one port, one at most serves", async () => {
  const outcomes = await Promise.all(
    [1, 2].map(async () => {
      const service = start({ DATA_DIR: await copyOfSample() });
      return await Promise.race([
        untilReady(service).then(
          () => "ready",
          () => "refused",
        ),
        service.exited,
      ]);
    }),
  );
  expect(outcomes.filter((outcome) => outcome === "ready")).toHaveLength(1);
});

test.each([
  ["192.0.2.1", "HOST"],
  ["nulle.part.invalid", "HOST"],
])("an address that is not of this machine, %s, stops the start naming %s", async (HOST, variable) => {
  expect(await refusalOf({ HOST })).toContain(variable);
});
