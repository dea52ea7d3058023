import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { newKey } from "../../fixtures/proof.ts";
import { temporaryFolder } from "../../folders.ts";
import type { DockerEngine } from "../../servers/docker.ts";
import { findFreePort } from "../../servers/free-port.ts";

const ROOT = join(import.meta.dir, "../../..");
const IMAGE = "doctrine-fiscale-api:local";
const START_LIMIT_MS = 180_000;

/** A container of the installation. */
interface Container {
  readonly ID: string;
  readonly Service: string;
  readonly State: string;
  /** Empty for one without a health check. */
  readonly Health: string;
}

/** compose.yaml on an engine, under a name and with secrets of its own. */
export interface Installation {
  /** Address of the proxy. */
  readonly url: string;
  /** Runs a line of shell as an operator would, and returns what it prints. @throws with its output when it fails. */
  run(line: string): Promise<string>;
  /** Builds the image of the program in a folder, under the name that compose.yaml gives it. */
  build(folder: string): Promise<void>;
  containers(): Promise<Container[]>;
  /** Waits until every container runs and every health check passes. @throws after three minutes. */
  untilHealthy(): Promise<void>;
  /** Removes containers, networks and volumes. */
  remove(): Promise<void>;
}

export async function createInstallation(
  { environment }: DockerEngine,
  composeFiles = [join(ROOT, "compose.yaml")],
): Promise<Installation> {
  const folder = temporaryFolder();
  const port = await findFreePort();
  const randomByte = () => crypto.getRandomValues(new Uint8Array(1))[0];
  const secret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("hex");
  const settings = {
    POSTGRES_PASSWORD: secret(),
    MEILI_KEY: secret(),
    QDRANT_API_KEY: secret(),
    ADMIN_TOKEN: secret(),
    PROOF_KEY: newKey(),
    SOURCE: "sample",
    PUBLIC_URL: `http://localhost:${port}`,
    HTTP_PORT: port,
    HTTPS_PORT: await findFreePort(),
    MEILI_PORT: await findFreePort(),
    // Outside the addresses that an engine gives to networks which ask for none.
    EDGE_SUBNET: `10.${randomByte()}.${randomByte()}.0/24`,
    MODEL: "off",
  };
  const envFile = join(folder, ".env");
  await Bun.write(
    envFile,
    Object.entries(settings)
      .map((setting) => `${setting.join("=")}\n`)
      .join(""),
  );
  const env = {
    ...BARE_ENVIRONMENT,
    ...environment,
    COMPOSE_PROJECT_NAME: `doctrine-test-${secret().slice(0, 8)}`,
    COMPOSE_FILE: composeFiles.join(":"),
    COMPOSE_ENV_FILES: envFile,
  };

  async function run(line: string): Promise<string> {
    const { stdout, stderr, exitCode } = await Bun.$`sh -euc ${line}`.cwd(folder).env(env).quiet().nothrow();
    if (exitCode !== 0) throw new Error(`« ${line} » ended with ${exitCode}:\n${stdout}\n${stderr}`);
    return stdout.toString();
  }

  async function containers(): Promise<Container[]> {
    const listed = await run("docker compose ps --all --format json");
    return listed.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  }

  async function untilHealthy(): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    for (;;) {
      const states = (await containers()).map(
        ({ Service, State, Health }) => `${Service} ${State} ${Health}`,
      );
      if (states.every((state) => / running (healthy)?$/.test(state))) return;
      if (performance.now() > deadline)
        throw new Error(`${states.join("\n")}\n${await run("docker compose logs --tail 20")}`);
      await Bun.sleep(500);
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    run,
    // A build reaches the registries as this machine does, by the network of the host.
    build: async (program) => void (await run(`docker build --network host -t ${IMAGE} '${program}'`)),
    containers,
    untilHealthy,
    remove: async () =>
      void (await run("docker compose --profile backup down --volumes --remove-orphans --timeout 20")),
  };
}
