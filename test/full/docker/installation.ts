import { expect } from "bun:test";
import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { newKey } from "../../fixtures/proof.ts";
import { temporaryFolder } from "../../folders.ts";
import type { DockerEngine } from "../../servers/docker.ts";
import { findFreePort } from "../../servers/free-port.ts";

const ROOT = join(import.meta.dir, "../../..");
const IMAGE = "doctrine-fiscale-api:local";
export const DOCUMENT = "/v1/boi/BOI-IR-LIQ-20-10";
export const SEARCH = "/v1/search?q=plus-value";
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
  /** Of its Compose project. */
  readonly name: string;
  /** Address of the proxy. */
  readonly url: string;
  /** Runs a line of shell as an operator would, and returns what it prints. @throws with its output when it fails. */
  run(line: string): Promise<string>;
  /** Builds the image of the program in a folder, under the name that compose.yaml gives it. */
  build(folder: string): Promise<void>;
  /** Changes settings of its `.env`. */
  set(changed: Readonly<Record<string, string>>): Promise<void>;
  containers(): Promise<Container[]>;
  /** Waits until every container runs and every health check passes. @throws after three minutes. */
  untilHealthy(): Promise<void>;
  /** Removes containers, networks and volumes. */
  remove(): Promise<void>;
}

/** @param own settings of its `.env`, beside or in the place of the usual ones */
export async function createInstallation(
  { environment }: DockerEngine,
  composeFiles = [join(ROOT, "compose.yaml")],
  own: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const folder = temporaryFolder();
  const name = `doctrine-test-${secret().slice(0, 8)}`;
  const port = await findFreePort();
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
    ...own,
  };
  const envFile = join(folder, ".env");
  const set = (changed: Readonly<Record<string, string>>) =>
    Bun.write(
      envFile,
      Object.entries(Object.assign(settings, changed))
        .map((setting) => `${setting.join("=")}\n`)
        .join(""),
    );
  await set({});
  const env = {
    ...BARE_ENVIRONMENT,
    ...environment,
    COMPOSE_PROJECT_NAME: name,
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
    name,
    url: `http://127.0.0.1:${port}`,
    run,
    // A build reaches the registries as this machine does, by the network of the host.
    build: async (program) => void (await run(`docker build --network host -t ${IMAGE} '${program}'`)),
    set: async (changed) => void (await set(changed)),
    containers,
    untilHealthy,
    remove: async () =>
      void (await run("docker compose --profile backup down --volumes --remove-orphans --timeout 20")),
  };
}

/** Letters and digits, as settings want them. */
export function secret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("hex");
}

export function randomByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}

/** An ingestion waits for the one under way, and ends well when every store is in step. */
export async function untilIngested({ run }: Installation): Promise<void> {
  await run("docker compose exec -T worker bun ingest/index.ts");
}

export async function createKey({ run }: Installation): Promise<string> {
  const created = await run("docker compose exec -T api bun src/keys.ts create --name Essai --plan interne");
  return /boi_\w{38}/.exec(created)?.[0] ?? "";
}

export function ask({ url }: Installation, key: string, path: string): Promise<Response> {
  return fetch(url + path, { headers: { "x-api-key": key } });
}

export async function read(installation: Installation, key: string, path: string): Promise<unknown> {
  const answer = await ask(installation, key, path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

export async function totalOf(installation: Installation, key: string): Promise<number> {
  return Number(Object(await read(installation, key, SEARCH)).total);
}

/** The status of an answer received whole, or the name of the error that cut it. */
export async function statusOf(asked: Promise<Response>): Promise<string> {
  try {
    const answer = await asked;
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

/** The first commands of the documentation after some words, to the letter, divided where a comment is. */
export async function documented(words: string): Promise<string[]> {
  const text = await Bun.file(join(ROOT, "docs/operations.md")).text();
  const [, section = ""] = text.split(words);
  const [, commands = ""] = /```sh\n([^`]*)```/.exec(section) ?? [];
  return commands.split(/^#.*$/m);
}
