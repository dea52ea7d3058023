/** deploy/cluster: what its files ask for, on top of the services of compose.yaml that they extend. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { readConfig } from "../../../config/config.ts";
import { interpolate, readEnvFile, variablesOf } from "./interpolate.ts";

const FOLDER = join(import.meta.dir, "../../../deploy/cluster");
const FILES = ["stores.yaml", "api.yaml", "worker.yaml"] as const;

const Texts = Type.Array(Type.String());
const Service = Type.Object({
  extends: Type.Optional(Type.Object({ file: Type.String(), service: Type.String() })),
  image: Type.Optional(Type.String()),
  environment: Type.Optional(Type.Record(Type.String(), Type.String())),
  ports: Type.Optional(Texts),
  volumes: Type.Optional(Texts),
  networks: Texts,
  depends_on: Type.Optional(Type.Object({}, { additionalProperties: false })),
});
const Compose = Type.Object({
  services: Type.Record(Type.String(), Service),
  volumes: Type.Record(Type.String(), Type.Null()),
});
const Base = Type.Object({
  services: Type.Record(
    Type.String(),
    Type.Object({
      environment: Type.Optional(Type.Record(Type.String(), Type.String())),
      volumes: Type.Optional(Texts),
    }),
  ),
});

const read = (name: string) => Bun.file(join(FOLDER, name)).text();
const sources = new Map(await Promise.all(FILES.map(async (name) => [name, await read(name)] as const)));
const base = await read("../../compose.yaml");
const example = readEnvFile(await read(".env.example"));
const SECRETS = ["POSTGRES_PASSWORD", "PATRONI_PASSWORD", "MEILI_KEY", "QDRANT_API_KEY", "ADMIN_TOKEN"];
const filled = {
  ...example,
  ...Object.fromEntries(SECRETS.map((name) => [name, `${name.length}a`.repeat(16)])),
};

function composeOf(name: (typeof FILES)[number], variables: Record<string, string> = filled) {
  // Compose's own tags only say how a value joins the one it extends.
  const text = (sources.get(name) ?? "").replace(/ !(?:reset|override)(?=\s)/g, "");
  return Value.Decode(Compose, interpolate(Bun.YAML.parse(text), variables));
}

/** The environment of a service with the one it extends. */
function environmentOf(name: (typeof FILES)[number], service: string): Record<string, string> {
  const extended = Value.Decode(Base, interpolate(Bun.YAML.parse(base), filled)).services[service];
  return { ...extended?.environment, ...composeOf(name).services[service]?.environment };
}

describe("deploy/cluster", () => {
  test("asks for the secrets and the addresses, and for nothing that its .env.example does not name", () => {
    for (const name of ["MACHINE_1", "LAN_ADDRESS", "POSTGRES_PASSWORD"])
      expect(() => composeOf("stores.yaml", { ...filled, [name]: "" })).toThrow(name);
    for (const name of ["API_ADDRESSES", "LAN_SUBNET", "MACHINE_3"])
      expect(() => composeOf("api.yaml", { ...filled, [name]: "" })).toThrow(name);
    const asked = new Set([...sources.values()].flatMap((text) => [...variablesOf(text)]));
    // Compose reads the whole file of what is extended; those of services that no machine runs have their defaults.
    const unused = new Set(["EMBEDDINGS_CPUS", "MEILI_PORT", "COMPOSE_FILE"]);
    const named = new Set(Object.keys(example));
    expect(
      [...asked.union(variablesOf(base))].filter((name) => !named.has(name) && !unused.has(name)),
    ).toEqual([]);
    expect(
      [...named].filter((name) => !asked.union(variablesOf(base)).has(name) && !unused.has(name)),
    ).toEqual([]);
  });

  test("gives the API and the worker every machine's stores, and a configuration that starts", () => {
    const api = readConfig(environmentOf("api.yaml", "api"));
    const worker = readConfig(environmentOf("worker.yaml", "worker"));
    for (const config of [api, worker]) {
      expect(config.isEmbedded).toBe(false);
      const told = JSON.stringify([config.database, config.fulltext, config.vectors]);
      for (const port of [5432, 7700, 6333])
        for (const rank of [1, 2, 3]) expect(told).toContain(`10.0.0.${rank}:${port}`);
    }
    expect(worker.vectors).toMatchObject({ shards: 3, replicas: 2 });
    expect(JSON.stringify(api)).not.toContain(String(Object(filled).MEILI_KEY));
  });

  test("believes the proxies of the machines, and them alone, about callers' addresses", () => {
    const { trustedProxies } = readConfig(environmentOf("api.yaml", "api"));
    const addresses = ["10.0.0.2", "172.16.30.1", "10.0.1.2", "203.0.113.9"];
    expect(addresses.map((address) => trustedProxies.check(address))).toEqual([true, true, false, false]);
  });

  test("opens to the private network alone", () => {
    for (const name of FILES)
      for (const { ports = [], networks } of Object.values(composeOf(name).services)) {
        expect(networks).toEqual(["machine"]);
        for (const port of ports) expect(port).toStartWith("10.0.0.1:");
      }
  });

  test("runs what compose.yaml runs, pinned, waits for no service of another machine, and mounts files that exist", () => {
    for (const name of FILES)
      for (const [service, { extends: extended, image, depends_on, volumes = [] }] of Object.entries(
        composeOf(name).services,
      )) {
        if (service !== "etcd") expect(extended).toEqual({ file: "../../compose.yaml", service });
        if (image !== undefined) expect(image).toMatch(/:(local|v\d+\.\d+\.\d+)$/);
        if (["api", "worker", "proxy", "backup"].includes(service)) expect(depends_on).toEqual({});
        for (const mounted of volumes.filter((volume) => volume.startsWith("./")))
          expect(existsSync(join(FOLDER, mounted.split(":")[0] ?? ""))).toBe(true);
      }
  });

  test("declares the volumes of what it extends", () => {
    const extended = Value.Decode(Base, interpolate(Bun.YAML.parse(base), filled)).services;
    for (const name of FILES) {
      const { services, volumes } = composeOf(name);
      const mounted = Object.entries(services).flatMap(([service, { volumes: own = [] }]) => [
        ...own,
        ...(extended[service]?.volumes ?? []),
      ]);
      const names = mounted
        .map((volume) => volume.split(":")[0] ?? "")
        .filter((volume) => !/^[./]/.test(volume));
      expect([...new Set(names)].toSorted()).toEqual(Object.keys(volumes).toSorted());
    }
  });

  test("has PostgreSQL of compose.yaml's version, and a Patroni that is pinned", async () => {
    const version = /image: postgres:([\d.]+)-/.exec(base)?.[1];
    expect(await read("postgres/Dockerfile")).toContain(`FROM postgres:${version}-`);
    expect(await read("postgres/requirements.txt")).toMatch(/^patroni==[\d.]+ --hash=sha256:[0-9a-f]{64}\n$/);
    const { bootstrap } = Object(Bun.YAML.parse(await read("postgres/patroni.yml")));
    const { ttl, loop_wait: pause, retry_timeout: retry, synchronous_mode: isSynchronous } = bootstrap.dcs;
    expect(isSynchronous).toBe(true);
    expect(ttl).toBeGreaterThanOrEqual(pause + 2 * retry);
  });
});
