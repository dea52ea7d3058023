import { describe, expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { TAX_CODES } from "../../../bofip/law/codes.ts";
import { OFFICIAL_EXPORT, OFFICIAL_LAW, OFFICIAL_MANIFEST } from "../../../bofip/sources/official-sources.ts";
import { ConfigError, readApiAccess, readConfig } from "../../../config/config.ts";
import type { Environment } from "../../../config/environment-reader.ts";

describe("defaults", () => {
  test("nothing set gives the service that needs nothing installed", () => {
    const { trustedProxies, ...config } = readConfig({});
    expect(config).toEqual({
      host: "127.0.0.1",
      port: 3000,
      dataDir: resolve("./data"),
      erasureRegister: resolve("./data/effacements.jsonl"),
      proof: {
        keys: [],
        keyFile: resolve("./data/cle-de-preuve.pem"),
        origin: "localhost/preuves",
        checkpointFile: resolve("./data.tete-de-preuve.txt"),
        checkpointFallback: resolve("./data/tete-de-preuve.txt"),
        timestamping: null,
      },
      source: "sample",
      isSourceNamed: false,
      law: { source: "sample", codes: TAX_CODES },
      database: { kind: "embedded", minFreeBytes: 64 * 1024 * 1024 },
      isEmbedded: true,
      fulltext: { kind: "embedded" },
      vectors: { kind: "embedded" },
      embeddings: { kind: "corpus" },
      model: {
        modelsFolder: resolve("./data/models"),
        file: null,
        isFetched: false,
        threads: Math.ceil(availableParallelism() / 2),
      },
      reranking: null,
      adminToken: null,
      metricsPort: null,
      publicUrl: null,
      upgradeUrl: null,
      contactUrl: null,
      drainDelayMs: 0,
      visitorMsAMinute: 3_000,
      sourcesLateDays: 16,
      keptTextBytes: expect.any(Number),
      logLevel: "info",
      traces: null,
      ingestAllow: [],
      ingestCron: "0 4 * * *",
    });
    expect(trustedProxies.rules).toEqual([]);
  });

  test("an empty or blank variable counts as absent", () => {
    expect(readConfig({ PORT: "", HOST: "  ", DATABASE_URL: "" })).toEqual(readConfig({}));
  });

  test("Meilisearch runs with its address and its key", () => {
    const server = { MEILI_URL: "https://m.example.org/", MEILI_KEY: "cle" };
    const fulltext = { kind: "meilisearch", url: "https://m.example.org", key: "cle", index: "doctrine" };
    expect(readConfig(server)).toMatchObject({
      fulltext: { ...fulltext, keepsSettings: false },
      isEmbedded: true,
    });
    const kept = readConfig({ ...server, MEILI_KEEP_SETTINGS: "true", DATABASE_URL: "postgres://h/d" });
    expect(kept).toMatchObject({ fulltext: { ...fulltext, keepsSettings: true }, isEmbedded: false });
  });

  test("a process that only reads Meilisearch needs no key but the one to read; one that ingests needs its own", () => {
    const reading = { MEILI_URL: "https://m.example.org", MEILI_SEARCH_KEY: "lecture" };
    expect(readConfig({ ...reading, DATABASE_URL: "postgres://h/d" }).fulltext).toMatchObject({
      key: null,
      searchKey: "lecture",
    });
    expect(readConfig({ ...reading, MEILI_KEY: "cle" }).fulltext).toMatchObject({
      key: "cle",
      searchKey: "lecture",
    });
    expect(() => readConfig(reading)).toThrow("MEILI_KEY : une clé");
    expect(() => readConfig({ MEILI_SEARCH_KEY: "lecture" })).toThrow("MEILI_SEARCH_KEY : sans MEILI_URL");
    const byFile = { DATABASE_URL: "postgres://b/d", MEILI_URL: "https://m.example.org" };
    expect(readConfig({ ...byFile, MEILI_SEARCH_KEY_FILE: "cles/lecture" }).fulltext).toMatchObject({
      key: null,
      searchKeyFile: resolve("cles/lecture"),
    });
    expect(() => readConfig({ MEILI_URL: byFile.MEILI_URL, MEILI_SEARCH_KEY_FILE: "lecture" })).toThrow(
      "MEILI_KEY",
    );
    expect(() => readConfig({ MEILI_SEARCH_KEY_FILE: "lecture" })).toThrow("MEILI_SEARCH_KEY_FILE : sans");
  });

  test("the register of erasures may be elsewhere than the embedded engines", () => {
    expect(readConfig({ DATA_DIR: "/srv/d" }).erasureRegister).toBe("/srv/d/effacements.jsonl");
    expect(readConfig({ ERASURE_REGISTER: "/srv/r/x.jsonl" }).erasureRegister).toBe("/srv/r/x.jsonl");
  });

  test("how long engines may take is told in seconds, once for all of them", () => {
    const servers = {
      DATABASE_URL: "postgres://h/d",
      MEILI_URL: "http://m",
      MEILI_KEY: "cle",
      QDRANT_URL: "http://q",
    };
    const limit = { answerLimitMs: 5_000 };
    expect(readConfig({ ...servers, ENGINE_TIMEOUT: "5", MEILI_TASK_TIMEOUT: "90" })).toMatchObject({
      database: limit,
      fulltext: { ...limit, taskLimitMs: 90_000 },
      vectors: limit,
    });
  });

  test("a database server brings the official export and archives as source", () => {
    const { database, source } = readConfig({ DATABASE_URL: "postgres://u:p@h/d" });
    expect(database).toEqual({ kind: "server", url: "postgres://u:p@h/d" });
    expect(source.split(",")).toEqual([OFFICIAL_EXPORT, OFFICIAL_MANIFEST]);
  });
});

describe("values", () => {
  test("port 0 is accepted: any free port", () => {
    expect(readConfig({ PORT: "0" }).port).toBe(0);
  });

  test("the public address loses its trailing slashes", () => {
    expect(readConfig({ PUBLIC_URL: "https://api.example.org/doctrine//" }).publicUrl).toBe(
      "https://api.example.org/doctrine",
    );
  });

  test("prefixes of sources are a list, without blanks", () => {
    const { ingestAllow } = readConfig({ INGEST_ALLOW: " /srv/bofip , https://miroir.fr/bofip/ ," });
    expect(ingestAllow).toEqual(["/srv/bofip", "https://miroir.fr/bofip/"]);
  });

  test("proxies are believed by address and by prefix, in both families", () => {
    const { trustedProxies } = readConfig({ TRUST_PROXY: "10.0.0.1, 192.168.0.0/16, 2001:db8::/32" });
    expect(trustedProxies.check("10.0.0.1")).toBe(true);
    expect(trustedProxies.check("192.168.44.5")).toBe(true);
    expect(trustedProxies.check("2001:db8::1", "ipv6")).toBe(true);
    expect(trustedProxies.check("10.0.0.2")).toBe(false);
  });
});

describe("a Qdrant server", () => {
  test("is chosen by its address, with or without a key", () => {
    const url = "https://vecteurs.exemple.fr:6333";
    const alone = { kind: "qdrant", url, apiKey: null, shards: 1, replicas: 1, exact: false } as const;
    expect(readConfig({ QDRANT_URL: url }).vectors).toEqual(alone);
    expect(readConfig({ QDRANT_URL: url, QDRANT_API_KEY: "cle" }).vectors).toEqual({
      ...alone,
      apiKey: "cle",
    });
    const nodes = { QDRANT_URL: `${url}, https://b:6333` };
    expect(readConfig(nodes).vectors).toEqual({ ...alone, url: `${url},https://b:6333` });
    expect(() => readConfig({ QDRANT_URL: `${url},b` })).toThrow("QDRANT_URL : une adresse");
    const cluster = { QDRANT_URL: url, QDRANT_SHARDS: "6", QDRANT_REPLICAS: "2" };
    expect(readConfig(cluster).vectors).toEqual({ ...alone, shards: 6, replicas: 2 });
    expect(readConfig({ QDRANT_URL: url, QDRANT_EXACT: "on" }).vectors).toEqual({ ...alone, exact: true });
    expect(() => readConfig({ QDRANT_URL: url, QDRANT_EXACT: "oui" })).toThrow(/QDRANT_EXACT.*on, off/);
  });

  test.each([
    ["on", false],
    ["auto", true],
  ])("MODEL=%s fetches the language model at a start: %p", (MODEL, isFetched) => {
    expect(readConfig({ MODEL }).model).toMatchObject({ isFetched });
  });
  test("MODEL_FILE, brought by hand, is read at a start; MODEL=off has no model", () => {
    expect(readConfig({ MODEL_FILE: "/modele.whl" }).model).toMatchObject({
      file: "/modele.whl",
      isFetched: true,
    });
    expect(readConfig({ MODEL: "off" }).model).toBeNull();
    expect(() => readConfig({ MODEL: "oui" })).toThrow(/MODEL.*on, off, auto/);
  });
});

describe("an embedding service", () => {
  const service = { EMBEDDINGS_URL: "http://h:8080/", EMBEDDINGS_MODEL: "bge-m3" };

  test("is called at its address without trailing slash; key and prefixes are optional", () => {
    expect(readConfig(service).embeddings).toEqual({
      kind: "openai",
      url: "http://h:8080",
      model: "bge-m3",
      apiKey: null,
      queryPrefix: "",
      passagePrefix: "",
      textWeight: 1,
    });
  });

  test("receives the prefixes with their white space", () => {
    expect(readConfig({ ...service, EMBEDDINGS_PASSAGE_MODEL: "e5-passage" }).embeddings).toMatchObject({
      model: "bge-m3",
      passageModel: "e5-passage",
    });
    const prefixes = { EMBEDDINGS_QUERY_PREFIX: "query: ", EMBEDDINGS_PASSAGE_PREFIX: "passage: " };
    expect(readConfig({ ...service, ...prefixes }).embeddings).toMatchObject({
      queryPrefix: "query: ",
      passagePrefix: "passage: ",
    });
  });

  test("says how much the words of a question weigh beside its vectors", () => {
    expect(readConfig({ ...service, EMBEDDINGS_BETA: "0.2" }).embeddings).toMatchObject({ textWeight: 0.2 });
  });

  test("is refused without a model, or with a key that no header can carry, which is not repeated", () => {
    expect(faultsOf({ EMBEDDINGS_URL: "http://h" })).toEqual([
      "EMBEDDINGS_MODEL : le nom du modèle est attendu avec EMBEDDINGS_URL.",
    ]);
    expect(faultsOf({ ...service, EMBEDDINGS_API_KEY: "clé secrète" })).toEqual([
      "EMBEDDINGS_API_KEY : des caractères ASCII sans espace sont attendus.",
    ]);
    for (const weight of ["11", "-1", "0,5", "1e1"])
      expect(faultsOf({ ...service, EMBEDDINGS_BETA: weight })[0]).toContain("un nombre de 0 à 10");
  });
});

describe("a reranking service", () => {
  const service = { RERANK_URL: "https://r.example.org/" };

  test.each([
    ["https://r.example.org", "https://r.example.org/rerank"],
    ["https://api.example.org/v2/", "https://api.example.org/v2/rerank"],
    ["https://api.example.org/v1/rerank", "https://api.example.org/v1/rerank"],
  ])("at %s is asked at %s", (RERANK_URL, url) => {
    expect(readConfig({ RERANK_URL }).reranking).toEqual({
      url,
      model: null,
      apiKey: null,
      timeoutMs: 2_000,
      weight: 0.03,
    });
  });

  test("may have a model, a key, a delay and a weight", () => {
    const others = {
      RERANK_MODEL: "rerank-v3.5",
      RERANK_KEY: "cle",
      RERANK_TIMEOUT_MS: "500",
      RERANK_WEIGHT: "0.3",
    };
    expect(readConfig({ ...service, ...others }).reranking).toMatchObject({
      model: "rerank-v3.5",
      apiKey: "cle",
      timeoutMs: 500,
      weight: 0.3,
    });
  });

  test.each([
    [{ RERANK_URL: "r.example.org" }, "RERANK_URL : une adresse http://… ou https://… est attendue."],
    [{ RERANK_URL: "https://moi:secret@r.example.org" }, "RERANK_URL : une adresse sans utilisateur"],
    [{ RERANK_URL: "https://r.example.org/rerank?cle=secret" }, "RERANK_URL : une adresse sans utilisateur"],
    [
      { ...service, RERANK_KEY: "clé secrete" },
      "RERANK_KEY : des caractères ASCII sans espace sont attendus.",
    ],
    [{ ...service, RERANK_TIMEOUT_MS: "0" }, "RERANK_TIMEOUT_MS : « 0 » inattendu"],
    [{ ...service, RERANK_TIMEOUT_MS: "20000" }, "un nombre entier de 10 à 10000 est attendu"],
    [{ ...service, RERANK_WEIGHT: "0,3" }, "un nombre de 0 à 10 est attendu"],
    [{ RERANK_KEY: "secret" }, "RERANK_KEY : sans RERANK_URL, cette variable est sans effet."],
    [{ RERANK_MODEL: "m" }, "RERANK_MODEL : sans RERANK_URL"],
    [{ RERANK_TIMEOUT_MS: "100" }, "RERANK_TIMEOUT_MS : sans RERANK_URL"],
  ])("is refused with %o, which is not repeated where it may hold a secret", (environment, words) => {
    const [fault = "", ...others] = faultsOf(environment);
    expect(fault).toContain(words);
    expect(fault).not.toContain("secret@");
    expect(fault).not.toContain("cle=secret");
    expect(others).toEqual([]);
  });
});

describe("a client of the API", () => {
  test("asks the local service unless told otherwise", () => {
    expect(readApiAccess({ API_KEY: "boi_cle" })).toEqual({ url: "http://127.0.0.1:3000", key: "boi_cle" });
    const elsewhere = { API_URL: "https://api.example.org/", API_KEY: "boi_cle" };
    expect(readApiAccess(elsewhere)).toEqual({ url: "https://api.example.org", key: "boi_cle" });
  });

  for (const [environment, words] of [
    [{}, "API_KEY : une clé d'API du service est attendue"],
    [{ API_KEY: "clé accentuée" }, "API_KEY : des caractères ASCII"],
    [{ API_KEY: "boi_cle", API_URL: "localhost:3000" }, "API_URL : une adresse http:"],
  ] as const) {
    test(`is refused: ${words}`, () => expect(() => readApiAccess(environment)).toThrow(words));
  }
});

describe("the texts that a process keeps", () => {
  test.each([
    ["on a machine of 24 GB", {}, 24e9, 3_000_000_000],
    ["in a container of 1.5 GB", {}, 1.5e9, 224_000_000],
    ["as told, whatever the memory", { KEPT_TEXTS: "64" }, 24e9, 64_000_000],
  ])("are bounded %s", (_, environment, memory, bytes) => {
    expect(readConfig(environment, memory).keptTextBytes).toBe(bytes);
  });
});

describe("faults are named with what is expected", () => {
  test.each<[string, string, string]>([
    ["PORT", "65536", "0 à 65535"],
    ["PORT", "3e3", "0 à 65535"],
    ["PORT", "-1", "0 à 65535"],
    ["DRAIN_DELAY", "61", "0 à 60"],
    ["DRAIN_DELAY", "4s", "0 à 60"],
    ["KEPT_TEXTS", "0", "1 à 65536"],
    ["RATE_VISITOR_MS", "0", "100 à 60000"],
    ["SOURCES_LATE_DAYS", "0", "1 à 366"],
    ["MIN_FREE_SPACE", "15", "16 à 65536"],
    ["DATABASE_URL", "mysql://h/d", "postgres://"],
    ["DATABASE_URL", "h/d", "postgres://"],
    ["ADMIN_TOKEN", "x".repeat(31), "32 caractères"],
    ["ADMIN_TOKEN", "x".repeat(64), "un même caractère répété"],
    ["INGEST_ALLOW", "/srv/bofip,bofip", "l'élément n° 2"],
    ["INGEST_ALLOW", "https://moi:secret@exemple.fr/", "l'élément n° 1"],
    ["INGEST_ALLOW", "/srv/../etc", "chemins absolus"],
    ["PUBLIC_URL", "ftp://h", "https://"],
    ["UPGRADE_URL", "formules", "https://"],
    ["CONTACT_URL", "contact@example.org", "mailto:"],
    ["CONTACT_URL", "javascript:alert(1)", "mailto:"],
    ["TRUST_PROXY", "10.0.0.1, proxy.local", "proxy.local"],
    ["TRUST_PROXY", "10.0.0.0/33", "10.0.0.0/33"],
    ["TRUST_PROXY", "10.0.0.0/8/8", "10.0.0.0/8/8"],
    ["TRUST_PROXY", "10.0.0.0/", "10.0.0.0/"],
    ["LOG_LEVEL", "verbose", "debug"],
    ["MEILI_KEY", "cle", "sans MEILI_URL"],
    ["MEILI_KEEP_SETTINGS", "true", "sans MEILI_URL"],
    ["MEILI_TASK_TIMEOUT", "60", "sans MEILI_URL"],
    ["ENGINE_TIMEOUT", "0", "1 à 3600"],
    ["ENGINE_TIMEOUT", "1.5", "1 à 3600"],
    ["QDRANT_API_KEY", "cle", "QDRANT_URL"],
    ["QDRANT_EXACT", "on", "QDRANT_URL"],
    ["EMBEDDINGS_MODEL", "bge-m3", "EMBEDDINGS_URL"],
    ["EMBEDDINGS_PASSAGE_MODEL", "e5-passage", "EMBEDDINGS_URL"],
    ["EMBEDDINGS_API_KEY", "cle", "EMBEDDINGS_URL"],
    ["EMBEDDINGS_QUERY_PREFIX", "query: ", "EMBEDDINGS_URL"],
    ["EMBEDDINGS_PASSAGE_PREFIX", "passage: ", "EMBEDDINGS_URL"],
    ["EMBEDDINGS_BETA", "1", "EMBEDDINGS_URL"],
    ["INGEST_CRON", "tous les jours", "0 4 * * *"],
    ["SOURCE", "/srv/bofip\u001b[2J/export.jsonl", "caractère de contrôle"],
  ])("%s=%s", (name, value, expected) => {
    const [fault, ...others] = faultsOf({ [name]: value });
    expect(fault).toStartWith(`${name} : `);
    expect(fault).toContain(expected);
    expect(others).toEqual([]);
  });

  test("Meilisearch's own are told without its key", () => {
    expect(faultsOf({ MEILI_URL: "https://m.example.org" })).toEqual([
      "MEILI_KEY : une clé d'API Meilisearch est attendue avec MEILI_URL.",
    ]);
    const faults = faultsOf({ MEILI_URL: "m:7700", MEILI_KEY: "clé-à-taire", MEILI_KEEP_SETTINGS: "oui" });
    expect(faults).toEqual([
      "MEILI_URL : une adresse http://… ou https://… est attendue.",
      "MEILI_KEY : des caractères ASCII sans espace sont attendus.",
      "MEILI_KEEP_SETTINGS : « oui » inconnu ; attendu : true, false.",
    ]);
  });

  test("all are reported together", () => {
    const faults = faultsOf({ PORT: "x", LOG_LEVEL: "x", INGEST_CRON: "x", ADMIN_TOKEN: "x" });
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual([
      "PORT",
      "ADMIN_TOKEN",
      "LOG_LEVEL",
      "INGEST_CRON",
    ]);
  });

  test("secrets are not repeated", () => {
    const faults = faultsOf({ DATABASE_URL: "mysql://user:motdepasse@h", ADMIN_TOKEN: "jeton-court" });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toContain("motdepasse");
    expect(faults.join()).not.toContain("jeton-court");
  });
});

function faultsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe("traces", () => {
  const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collecteur:4318/" };
  const PARENT_BASED = { sampler: "parentbased_always_on", ratio: 1 };

  test.each<[string, Environment, object | null]>([
    ["an address sends them there", ENDPOINT, { url: "http://collecteur:4318/v1/traces", ...PARENT_BASED }],
    [
      "their own address is used as it is",
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://t.example.org/x" },
      { url: "https://t.example.org/x" },
    ],
    [
      "the exporter alone sends them to this machine",
      { OTEL_TRACES_EXPORTER: "otlp" },
      { url: "http://localhost:4318/v1/traces" },
    ],
    ["no exporter sends none", { ...ENDPOINT, OTEL_TRACES_EXPORTER: "none" }, null],
    ["disabled sends none", { ...ENDPOINT, OTEL_SDK_DISABLED: "true" }, null],
    ["a name alone asks for none", { OTEL_SERVICE_NAME: "doctrine" }, null],
    [
      "headers and attributes are read by pairs",
      {
        ...ENDPOINT,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YQ==, x-a=",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=essai",
      },
      {
        headers: { authorization: "Basic YQ==", "x-a": "" },
        resource: { "deployment.environment": "essai" },
      },
    ],
    [
      "a share is kept",
      { ...ENDPOINT, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" },
      { sampler: "traceidratio", ratio: 0.25 },
    ],
  ])("%s", (_, environment, traces) => {
    const read = readConfig(environment).traces;
    if (traces === null) expect(read).toBeNull();
    else expect(read).toMatchObject(traces);
  });

  test.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collecteur:4318"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "jeton-secret"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "jeton=secret%ff"],
    ["OTEL_TRACES_SAMPLER", "toujours"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
  ])("%s=%s stops the start, by its name alone", (name, value) => {
    const fault = faultOf({ [name]: value });
    expect(fault).toContain(name);
    expect(fault).not.toContain("secret");
  });
});

describe("several PostgreSQL servers", () => {
  const several = "postgres://u:p@a:5432,b,[::1]:5433/d";

  test.each([
    [several, `${several}?target_session_attrs=read-write`],
    [`${several}?sslmode=require`, `${several}?sslmode=require&target_session_attrs=read-write`],
    [`${several}?target_session_attrs=primary`, `${several}?target_session_attrs=primary`],
    [
      "postgres://u:target_session_attrs@a,b/d",
      "postgres://u:target_session_attrs@a,b/d?target_session_attrs=read-write",
    ],
    ["postgres://u:p@a/d", "postgres://u:p@a/d"],
  ])("DATABASE_URL %s is the one of them that may be written", (url, expected) => {
    expect(readConfig({ DATABASE_URL: url }).database).toMatchObject({ url: expected });
  });

  test.each([
    "postgres://u:secret@a:5432,:1/d",
    "postgres://u:secret@a,b:99999/d",
    "postgres://u:secret@a,,b/d",
    "postgres://u:secret@a,b/d?target_session_attrs=fastest",
  ])("DATABASE_URL %s is refused", (url) => {
    const fault = faultOf({ DATABASE_URL: url });
    expect(fault).toContain("DATABASE_URL : une adresse postgres://… ou postgresql://… est attendue");
    expect(fault).not.toContain("secret");
  });

  test("a replica is left past ten seconds, or as many as the operator says", () => {
    const read = { DATABASE_URL: "postgres://a/d", DATABASE_READ_URL: "postgres://b,c/d" };
    const url = "postgres://b,c/d?target_session_attrs=any";
    expect(readConfig(read).database).toMatchObject({ replica: { url, mostLagMs: 10_000 } });
    const lag = readConfig({ ...read, REPLICA_LAG_S: "3" }).database;
    expect(lag).toMatchObject({ replica: { mostLagMs: 3_000 } });
    expect(faultOf({ DATABASE_URL: "postgres://a/d", REPLICA_LAG_S: "3" })).toContain("REPLICA_LAG_S");
  });
});

test("the metrics of a worker need the operator's token", () => {
  expect(() => readConfig({ METRICS_PORT: "9464" })).toThrow("ADMIN_TOKEN");
  const token = "0123456789abcdef".repeat(2);
  expect(readConfig({ METRICS_PORT: "0", ADMIN_TOKEN: token }).metricsPort).toBe(0);
});

describe("the last checkpoint of the log of proof", () => {
  const placed = (environment: Environment) => {
    const { checkpointFile, checkpointFallback } = readConfig(environment).proof;
    return [checkpointFile, checkpointFallback];
  };

  test("is beside DATA_DIR by its name, else in it", () => {
    const inside = "/srv/doctrine/tete-de-preuve.txt";
    expect(placed({ DATA_DIR: "/srv/doctrine" })).toEqual(["/srv/doctrine.tete-de-preuve.txt", inside]);
    expect(placed({ DATA_DIR: "/srv/doctrine/", ERASURE_REGISTER: "/srv/doctrine/r/e.jsonl" })).toEqual([
      "/srv/doctrine.tete-de-preuve.txt",
      "/srv/doctrine/r/tete-de-preuve.txt",
    ]);
  });

  test("is beside a register that is elsewhere, and where the operator says", () => {
    const elsewhere = { DATA_DIR: "/srv/doctrine", ERASURE_REGISTER: "/srv/doctrine-registre/e.jsonl" };
    expect(placed(elsewhere)).toEqual(["/srv/doctrine-registre/tete-de-preuve.txt", null]);
    expect(placed({ ...elsewhere, PROOF_CHECKPOINT: "/srv/doctrine/t" })).toEqual(["/srv/doctrine/t", null]);
  });
});

/** What a start is refused with; empty when it is not. */
function faultOf(environment: Environment): string {
  try {
    readConfig(environment);
    return "";
  } catch (error) {
    return error instanceof ConfigError ? error.message : "";
  }
}

describe("the law of the day", () => {
  const lawOf = (environment: Environment) => readConfig(environment).law;
  const SERVER = "postgres://u@h/b";

  test.each<[string, Environment, string | null]>([
    ["is the sample's with the sample", {}, "sample"],
    ["is off with files in an embedded store", { SOURCE: "/srv/bofip" }, null],
    ["is DILA's with a server", { DATABASE_URL: SERVER }, OFFICIAL_LAW],
    ["is the sample's with the sample on a server", { DATABASE_URL: SERVER, SOURCE: "sample" }, "sample"],
    ["is off when asked", { DATABASE_URL: SERVER, LEGI_SOURCE: "off" }, null],
    ["is a folder, by its absolute path", { LEGI_SOURCE: "./legi" }, resolve("./legi")],
  ])("%s", (_title, environment, source) => expect(lawOf(environment)?.source ?? null).toBe(source));

  test("LEGI_CODES adds codes by their key or their LEGITEXT", () => {
    const law = lawOf({ LEGI_CODES: "code-civil, LEGITEXT000006072050,LEGITEXT000000000001,CGI" });
    expect(law?.codes.slice(TAX_CODES.length)).toEqual([
      { code: "code civil", text: "LEGITEXT000006070721" },
      { code: "code du travail", text: "LEGITEXT000006072050" },
      { code: "LEGITEXT000000000001", text: "LEGITEXT000000000001" },
    ]);
  });

  test.each<[string, Environment]>([
    ["an unknown code", { LEGI_CODES: "code-des-nuages" }],
    ["codes of no law", { LEGI_SOURCE: "off", LEGI_CODES: "code-civil" }],
  ])("%s is a fault", (_title, environment) => expect(() => readConfig(environment)).toThrow(ConfigError));
});
