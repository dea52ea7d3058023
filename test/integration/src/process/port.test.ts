/** One service per port, between processes started as operators start them. */
import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { PortUnavailable, reservePort } from "../../../../src/process/port.ts";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { findFreePort } from "../../../servers/free-port.ts";
import { openHeldSource } from "../../../servers/held-source.ts";
import { createDataDir } from "../../../servers/pglite.ts";
import { dating, TEN } from "../../ingest/exports.ts";
import { copyOfSample } from "../service.ts";

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
async function reservationRefusal(hostname: string): Promise<string> {
  const refusal = await rejectionOf(reservePort({ hostname, port }));
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
      for (const hostname of HOSTS) complaints.push(await reservationRefusal(hostname));
      for (const complaint of complaints) {
        expect(complaint).toContain(`Le port ${port}`);
        expect(complaint).toContain("une autre instance de ce service");
        expect(complaint).toContain("PORT=0");
      }
    },
  );
});

test("a port that another program holds is told as such", async () => {
  const program = createServer((socket) => socket.end("bonjour\r\n"));
  await new Promise<void>((resolve) => program.listen(port, "127.0.0.1", resolve));
  expect(await refusalOf({})).toContain(`Le port ${port} est déjà pris par un autre programme`);
  expect(await reservationRefusal("::1")).toContain("un autre programme");
  program.close();
});

test("a service that starts holds its port, and says that it is not ready", async () => {
  const source = await openHeldSource([...TEN, dating("2021-01-31")]);
  start({ DATA_DIR: await createDataDir(), SOURCE: source.url });
  await source.asked;
  const answer = await fetch(`http://127.0.0.1:${port}/v1/health`);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({
    error: { code: "not_ready" },
    source: expect.stringContaining("DGFiP"),
  });
  expect(await refusalOf({})).toContain("une autre instance de ce service");
  source.close();
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
