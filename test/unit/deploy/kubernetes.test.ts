/** deploy/kubernetes: what its manifests must agree on with the program, with compose.yaml and with one another. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Static, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { readConfig } from "../../../config/config.ts";
import { KUSTOMIZATION, MANIFESTS, manifestFiles, readManifest, readObject } from "./manifests.ts";

const Labels = t.Record(t.String(), t.String());
const Probe = t.Object({
  httpGet: t.Object({ path: t.String(), port: t.String() }),
  periodSeconds: t.Integer(),
  failureThreshold: t.Optional(t.Integer()),
});
const Variable = t.Object({
  name: t.String(),
  value: t.Optional(t.String()),
  valueFrom: t.Optional(
    t.Object({
      secretKeyRef: t.Object({ name: t.String(), key: t.String(), optional: t.Optional(t.Boolean()) }),
    }),
  ),
});
const Container = t.Object({
  image: t.String(),
  args: t.Optional(t.Array(t.String())),
  env: t.Array(Variable),
  envFrom: t.Optional(t.Array(t.Object({ configMapRef: t.Object({ name: t.String() }) }))),
  startupProbe: t.Optional(Probe),
  livenessProbe: t.Optional(Probe),
  readinessProbe: t.Optional(Probe),
  resources: t.Object({ requests: Labels, limits: Labels }),
  securityContext: t.Unknown(),
  volumeMounts: t.Array(
    t.Object({ name: t.String(), mountPath: t.String(), readOnly: t.Optional(t.Boolean()) }),
  ),
});
const Workload = t.Object({
  spec: t.Object({
    replicas: t.Optional(t.Integer()),
    serviceName: t.Optional(t.String()),
    strategy: t.Optional(t.Object({ type: t.Optional(t.String()) })),
    template: t.Object({
      metadata: t.Object({ labels: Labels }),
      spec: t.Object({
        terminationGracePeriodSeconds: t.Integer(),
        automountServiceAccountToken: t.Literal(false),
        enableServiceLinks: t.Literal(false),
        securityContext: t.Object({ runAsNonRoot: t.Boolean(), seccompProfile: t.Unknown() }),
        containers: t.Tuple([Container]),
      }),
    }),
  }),
});
const Secret = t.Object({ stringData: t.Record(t.String(), t.String()) });
const ConfigMap = t.Object({ data: t.Record(t.String(), t.String()) });
const Compose = t.Object({ services: t.Record(t.String(), t.Object({ image: t.String() })) });
const Kustomization = t.Object({ namespace: t.String(), resources: t.Array(t.String()) });
const Scaler = t.Object({
  spec: t.Object({
    minReplicas: t.Integer(),
    maxReplicas: t.Integer(),
    scaleTargetRef: t.Object({ kind: t.String(), name: t.String() }),
  }),
});
const Budget = t.Object({
  spec: t.Object({ maxUnavailable: t.Integer(), selector: t.Object({ matchLabels: Labels }) }),
});
const Ingress = t.Object({
  spec: t.Object({
    tls: t.Array(t.Object({ hosts: t.Array(t.String()) })),
    rules: t.Array(t.Object({ host: t.String() })),
  }),
});

const WORKLOADS = [
  ["Deployment", "api"],
  ["Deployment", "worker"],
  ["StatefulSet", "meilisearch"],
  ["StatefulSet", "qdrant"],
] as const;
const SECRETS = {
  DATABASE_URL: "postgres://doctrine:p@a:5432,b:5432/doctrine",
  ADMIN_TOKEN: "0a".repeat(16),
  MEILI_KEY: "m".repeat(32),
  QDRANT_API_KEY: "q".repeat(32),
};
/** Contract, « Several machines »: a failover is found again in under 30 s. */
const FAILOVER_SECONDS = 30;
/** What a process that stops gives to what is under way: docs/operations.md. */
const UNDER_WAY_SECONDS = 10;
const CONNECTIONS_A_PROCESS = 10;
/** PostgreSQL's default. */
const MAX_CONNECTIONS = 100;

const configuration = (await readObject("ConfigMap", "doctrine", ConfigMap)).data;
const example = (await readObject("Secret", "doctrine", Secret)).stringData;

async function workload(kind: string, name: string): Promise<Static<typeof Workload>["spec"]> {
  return (await readObject(kind, name, Workload)).spec;
}

/** What Kubernetes gives a container, from its own variables, the ConfigMap and the Secret. */
function environmentOf(
  { env, envFrom = [] }: Static<typeof Container>,
  secrets: Readonly<Record<string, string>> = SECRETS,
): Record<string, string> {
  const environment: Record<string, string> = envFrom.length > 0 ? { ...configuration } : {};
  for (const { name, value, valueFrom } of env) {
    const given = value ?? secrets[valueFrom?.secretKeyRef.key ?? ""];
    if (given !== undefined) environment[name] = given;
    else if (valueFrom?.secretKeyRef.optional !== true) throw new Error(`${name}: nothing gives it`);
  }
  return environment;
}

describe("deploy/kubernetes", () => {
  test("gathers every manifest but the example of a secret", async () => {
    const text = await Bun.file(join(MANIFESTS, KUSTOMIZATION)).text();
    const { resources } = Value.Decode(Kustomization, Bun.YAML.parse(text));
    expect(resources.toSorted()).toEqual(manifestFiles().filter((name) => name !== "secret.example.yaml"));
  });

  test("runs the images of compose.yaml", async () => {
    const compose = Bun.YAML.parse(await Bun.file(join(MANIFESTS, "../../compose.yaml")).text());
    const { services } = Value.Decode(Compose, compose);
    for (const [kind, name] of WORKLOADS) {
      const [{ image }] = (await workload(kind, name)).template.spec.containers;
      expect([name, image]).toEqual([name, services[name]?.image ?? `no service ${name}`]);
    }
  });

  for (const name of ["api", "worker"]) {
    test(`gives the ${name} variables that it reads, and a configuration that starts`, async () => {
      const [container] = (await workload("Deployment", name)).template.spec.containers;
      const environment = environmentOf(container);
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
        fulltext: { kind: "meilisearch", key: name === "worker" ? SECRETS.MEILI_KEY : null },
        vectors: { kind: "qdrant" },
      });
      expect(Object.keys(environment).filter((key) => !asked.has(key))).toEqual([]);
    });
  }

  test("names no other secret than those of the example, whose values are refused until they are filled", async () => {
    const named = new Set<string>();
    for (const [kind, name] of WORKLOADS) {
      const [{ env }] = (await workload(kind, name)).template.spec.containers;
      for (const { valueFrom } of env)
        if (valueFrom !== undefined && valueFrom.secretKeyRef.optional !== true)
          named.add(valueFrom.secretKeyRef.key);
    }
    expect([...named].sort()).toEqual(Object.keys(example).toSorted());
    const [api] = (await workload("Deployment", "api")).template.spec.containers;
    expect(() => readConfig(environmentOf(api, example))).toThrow("ADMIN_TOKEN");
  });

  test("names every pod of its stores, and PostgreSQL outside", async () => {
    const addresses = { MEILI_URL: ["meilisearch", 7700], QDRANT_URL: ["qdrant", 6333] } as const;
    for (const [variable, [name, port]] of Object.entries(addresses)) {
      const { replicas = 1, serviceName } = await workload("StatefulSet", name);
      const pods = Array.from(
        { length: replicas },
        (_, pod) => `http://${name}-${pod}.${serviceName}:${port}`,
      );
      expect(configuration[variable]?.split(",")).toEqual(pods);
    }
    expect(Number(configuration["QDRANT_REPLICAS"])).toBeGreaterThan(1);
    expect(example["DATABASE_URL"]?.match(/\.example\.org:5432/g)).toHaveLength(3);
  });

  test("runs every pod without root, writing nowhere but in its volumes, its resources bounded", async () => {
    for (const [kind, name] of WORKLOADS) {
      const { template } = await workload(kind, name);
      const { securityContext, containers } = template.spec;
      expect([name, securityContext]).toMatchObject([
        name,
        { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      ]);
      for (const container of containers) {
        expect([name, container.securityContext]).toEqual([
          name,
          {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          },
        ]);
        expect(Object.keys(container.resources.limits).sort()).toEqual(["cpu", "memory"]);
        expect(Object.keys(container.resources.requests).sort()).toEqual(["cpu", "memory"]);
      }
    }
  });

  test("lets a pod of the API drain before it is killed, and keeps it through a failover", async () => {
    const { terminationGracePeriodSeconds, containers } = (await workload("Deployment", "api")).template.spec;
    const [{ env, startupProbe, livenessProbe, readinessProbe }] = containers;
    const drain = Number(env.find(({ name }) => name === "DRAIN_DELAY")?.value);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(drain + UNDER_WAY_SECONDS);
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path)).toEqual([
      "/ready",
      "/health",
      "/ready",
    ]);
    const { periodSeconds = 0, failureThreshold = 0 } = readinessProbe ?? {};
    expect(periodSeconds * failureThreshold).toBeGreaterThan(FAILOVER_SECONDS);
  });

  test("has one worker at a time, and as many processes of the API as PostgreSQL has connections for", async () => {
    expect(await workload("Deployment", "worker")).toMatchObject({
      replicas: 1,
      strategy: { type: "Recreate" },
    });
    // A number of replicas here would undo what the autoscaler decided.
    expect((await workload("Deployment", "api")).replicas).toBeUndefined();
    const { spec } = await readObject("HorizontalPodAutoscaler", "api", Scaler);
    expect(spec.scaleTargetRef).toMatchObject({ kind: "Deployment", name: "api" });
    expect(spec.minReplicas).toBeGreaterThan(1);
    // The worker has its own connections.
    expect((spec.maxReplicas + 1) * CONNECTIONS_A_PROCESS).toBeLessThan(MAX_CONNECTIONS);
  });

  test("lets machines be emptied one at a time", async () => {
    for (const name of ["api", "meilisearch", "qdrant"]) {
      const { spec } = await readObject("PodDisruptionBudget", name, Budget);
      expect(spec).toEqual({
        maxUnavailable: 1,
        selector: { matchLabels: { "app.kubernetes.io/name": name } },
      });
    }
  });

  test("is reached at the address that it prints in links", async () => {
    const { spec } = await readObject("Ingress", "api", Ingress);
    const host = new URL(configuration["PUBLIC_URL"] ?? "").hostname;
    expect([spec.rules.map((rule) => rule.host), spec.tls.flatMap(({ hosts }) => hosts)]).toEqual([
      [host],
      [host],
    ]);
  });

  test("closes every path of the network but those that it names", async () => {
    const [closed, ...opened] = await readManifest("network.yaml");
    expect(closed).toMatchObject({ spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"] } });
    expect(Object.keys(Object(Object(closed)["spec"])).sort()).toEqual(["podSelector", "policyTypes"]);
    expect(opened.length).toBeGreaterThan(0);
  });
});
