/** Traces of a real API process and of its worker, sent to a collector of the test's own. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { generateKey } from "../../../db/keys/stored-key.ts";
import manifest from "../../../package.json";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { eventually } from "../../eventually.ts";
import { readAddress } from "../../servers/api.ts";
import { type ReceivedSpan, startCollector } from "../../servers/collector.ts";
import { ADMIN_TOKEN, copyOfSample } from "../../servers/service.ts";
import { startedInTime } from "../../servers/start-limit.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../../..");
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
/** Status of a span that is no fault of the service. */
const UNSET = 0;
const QUESTION = "quotient familial des contribuables";

/** An API process on a copy of the sample, with these variables, and what it wrote on standard error. */
async function startTraced(variables: Readonly<Record<string, string>>) {
  const DATA_DIR = await copyOfSample();
  const child = Bun.spawn([process.execPath, "src/index.ts"], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, DATA_DIR, ADMIN_TOKEN, PORT: "0", MODEL: "off", ...variables },
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = child.stderr.text();
  const url = await startedInTime("the traced API", readAddress(child.stdout));
  const created = await fetch(`${url}/admin/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "essai", plan: "pro" }),
  });
  const { key } = Value.Decode(Type.Object({ key: Type.String() }), await created.json());
  const stop = async () => {
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    return await errors;
  };
  return { url, key, stop };
}

function attribute({ attributes }: ReceivedSpan, name: string): unknown {
  const value = attributes.find(({ key }) => key === name)?.value ?? {};
  return Object.values(value)[0];
}

describe("a service that is asked for traces", () => {
  const collector = startCollector();
  let api: Awaited<ReturnType<typeof startTraced>>;
  beforeAll(async () => {
    api = await startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_HEADERS: "x-jeton=un%20secret",
      OTEL_SERVICE_NAME: "doctrine-essai",
      OTEL_BSP_SCHEDULE_DELAY: "50",
    });
  });
  afterAll(async () => {
    await collector.stop();
  });

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    fetch(api.url + path, { ...init, headers: { "x-api-key": api.key, ...headers } });
  /** The whole trace of an answer, once its first span has arrived. */
  const traceOf = async (answer: Response) => {
    const [, trace = "", span = ""] = answer.headers.get("traceresponse")?.split("-") ?? [];
    await eventually(async () => {
      expect(collector.spans.map(({ spanId }) => spanId)).toContain(span);
    });
    const spans = collector.spans.filter(({ traceId }) => traceId === trace);
    const first = spans.find(({ spanId }) => spanId === span);
    if (first === undefined) throw new Error("no first span");
    return { trace, first, spans, names: spans.map(({ name }) => name) };
  };

  test("a search that continues a caller's trace shows its admission, its engine, its texts and its excerpts", async () => {
    const answer = await ask(`/v1/search?q=${encodeURIComponent(QUESTION)}`, {
      traceparent: `00-${TRACE}-${CALLER}-01`,
    });
    expect(answer.status).toBe(200);
    const { trace, first, spans, names } = await traceOf(answer);
    expect(trace).toBe(TRACE);
    expect(first).toMatchObject({ name: "GET /v1/search", parentSpanId: CALLER, kind: 2 });
    expect(attribute(first, "http.response.status_code")).toBe(200);
    for (const name of ["admission", "relational admit", "fulltext search", "texts", "excerpts"])
      expect(names).toContain(name);
    const parentOf = (name: string) => {
      const parent = spans.find((span) => span.name === name)?.parentSpanId;
      return spans.find(({ spanId }) => spanId === parent)?.name;
    };
    expect(["admission", "relational admit", "excerpts"].map(parentOf)).toEqual([
      "GET /v1/search",
      "admission",
      "GET /v1/search",
    ]);
  });

  test.each<[string, string, Record<string, string>]>([
    ["no key", "/v1/search?q=essai", {}],
    ["no key, on a page", "/", {}],
    ["a malformed key", "/v1/search?q=essai", { "x-api-key": "boi_fausse" }],
    ["a key that no account has", "/v1/health", { "x-api-key": generateKey() }],
    ["the operator's token, which is no key", "/v1/health", { authorization: `Bearer ${ADMIN_TOKEN}` }],
  ])("who has %s continues no trace, nor hides its own", async (_, path, headers) => {
    const traceparent = `00-${TRACE}-${CALLER}-00`;
    const tracestate = "ailleurs=1";
    const answer = await fetch(api.url + path, { headers: { ...headers, traceparent, tracestate } });
    const { trace, first } = await traceOf(answer);
    expect(trace).not.toBe(TRACE);
    expect(first.parentSpanId ?? "").toBe("");
  });

  test.each<[string, (key: string) => Record<string, string>]>([
    ["in its header", (key) => ({ "x-api-key": key })],
    ["as MCP clients send it", (key) => ({ authorization: `Bearer ${key}` })],
  ])("who sends a key %s continues its trace, whatever the address", async (_, headersOf) => {
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    const answer = await fetch(`${api.url}/v1/health`, { headers: { ...headersOf(api.key), traceparent } });
    expect((await traceOf(answer)).trace).toBe(TRACE);
  });

  test("a hybrid search shows its engines", async () => {
    const answer = await ask(
      "/v1/search/hybride",
      { "content-type": "application/json" },
      { method: "POST", body: JSON.stringify({ question: QUESTION }) },
    );
    expect(answer.status).toBe(200);
    const { names } = await traceOf(answer);
    for (const name of ["embeddings question", "postings rank", "vectors search", "hybrid reading"])
      expect(names).toContain(name);
  });

  test("an MCP tool's requests to the API are part of its own", async () => {
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search", arguments: { q: QUESTION } },
    };
    const answer = await ask(
      "/mcp",
      { "content-type": "application/json", accept: "application/json, text/event-stream" },
      { method: "POST", body: JSON.stringify(call) },
    );
    expect(answer.status).toBe(200);
    await answer.text();
    const { first, spans } = await traceOf(answer);
    const inner = spans.find(
      ({ name }) => name.startsWith("GET /v1/search") || name.startsWith("POST /v1/search"),
    );
    expect([first.name, inner?.parentSpanId]).toEqual(["POST /mcp", first.spanId]);
  });

  test("a refusal gives its trace in a header, and is named in its span", async () => {
    const answer = await fetch(`${api.url}/v1/search?q=essai`, { headers: { "x-api-key": "boi_fausse" } });
    expect(answer.status).toBe(401);
    const { first } = await traceOf(answer);
    expect([attribute(first, "doctrine.refusal"), first.status.code]).toEqual(["invalid_api_key", UNSET]);
  });

  test("an unknown address is one name, whatever it is", async () => {
    const { first } = await traceOf(await ask("/secret-de-dossier"));
    expect(first.name).toBe("GET unknown");
  });

  test("an ingestion is a trace of its stages", async () => {
    const asked = await fetch(`${api.url}/admin/ingest`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(asked.status).toBe(202);
    await eventually(async () => {
      expect(collector.spans.map(({ name }) => name)).toContain("ingestion");
    });
    const run = collector.spans.find(({ name }) => name === "ingestion");
    const stages = collector.spans.filter(({ parentSpanId }) => parentSpanId === run?.spanId);
    expect(stages.map(({ name }) => name)).toEqual(expect.arrayContaining(["read", "fulltext", "proof"]));
    for (const { startTimeUnixNano, endTimeUnixNano } of stages)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  });

  test("its stop sends what remains, its log names the traces, and nothing says what was asked nor a key", async () => {
    const answer = await ask(`/v1/boi/BOI-IR-LIQ-20-10?le=2020-01-01`);
    const [, trace = "", span = ""] = answer.headers.get("traceresponse")?.split("-") ?? [];
    const log = await api.stop();
    expect(collector.spans.map(({ spanId }) => spanId)).toContain(span);
    const lines = log.split("\n").filter((line) => line.includes('"request"'));
    expect(lines.filter((line) => line.includes(`"trace":"${trace}"`))).toHaveLength(1);
    expect(lines.some((line) => line.includes(`"trace":"${TRACE}"`))).toBe(true);
    expect(log).not.toContain("un secret");
    const sent = collector.requests.map(({ body }) => body).join("\n");
    for (const word of ["quotient", "boi_", "secret-de-dossier", "LIQ-20", ADMIN_TOKEN])
      expect(sent).not.toContain(word);
    for (const { path, headers } of collector.requests)
      expect([path, headers.get("x-jeton")]).toEqual(["/v1/traces", "un secret"]);
    expect(JSON.stringify(collector.resources)).toContain('{"stringValue":"doctrine-essai"}');
  });
});

test("traces go as protobuf by default; a sampler that keeps none sends none, and still tells the trace", async () => {
  const collector = startCollector();
  const ask = async (variables: Readonly<Record<string, string>>) => {
    const api = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables });
    const answer = await fetch(`${api.url}/v1/health`);
    await api.stop();
    return answer.headers.get("traceresponse");
  };
  expect(await ask({})).toEndWith("-01");
  const types = collector.requests.map(({ headers }) => headers.get("content-type"));
  expect(new Set(types)).toEqual(new Set(["application/x-protobuf"]));
  collector.requests.length = 0;
  expect(await ask({ OTEL_TRACES_SAMPLER: "always_off" })).toEndWith("-00");
  expect(collector.requests).toEqual([]);
  await collector.stop();
});

test("a trace is kept at a caller's request when it has a key, and never otherwise", async () => {
  const collector = startCollector();
  const api = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
  });
  const traceparent = `00-${TRACE}-${CALLER}-01`;
  const flags = await Array.fromAsync([{}, { "x-api-key": api.key }], async (headers) => {
    const answer = await fetch(`${api.url}/v1/health`, { headers: { ...headers, traceparent } });
    return answer.headers.get("traceresponse")?.slice(-2);
  });
  await api.stop();
  expect(flags).toEqual(["00", "01"]);
  await collector.stop();
});

test("a collector that is away costs a line at its beginning, no answer, and the stop a few seconds at most", async () => {
  const collector = startCollector();
  await collector.stop();
  const api = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect((await fetch(`${api.url}/v1/health`)).status).toBe(200);
  const log = await api.stop();
  expect(log.match(/traces not sent/g)?.length ?? 0).toBeLessThan(2);
});

describe("a service that is not asked for traces", () => {
  test("gives none; its metrics tell each store, its release, its pool and what it is answering", async () => {
    const api = await startTraced({});
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    const answer = await fetch(`${api.url}/v1/health`, { headers: { traceparent } });
    expect(answer.headers.has("traceresponse")).toBe(false);
    const scraped = await fetch(`${api.url}/metrics`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    const series = (await scraped.text()).split("\n");
    for (const line of [
      ...["relational", "fulltext", "vectors"].map((store) => `doctrine_up{store="${store}"} 1`),
      `doctrine_build_info{version="${manifest.version}"} 1`,
      'doctrine_pool_connections_max{pool="primary"} 1',
      "doctrine_requests_in_flight 1",
    ])
      expect(series).toContain(line);
    expect(await api.stop()).not.toContain('"trace"');
  });

  test("loads none of their libraries", async () => {
    const program = `
      const loaded = () => Object.keys(require.cache).filter((path) => /@opentelemetry\\/(?!api\\/)/.test(path)).length;
      for (const file of ["src/app", "src/process/serve", "ingest/worker", "db/tracing/open"]) await import("./" + file + ".ts");
      const before = loaded();
      await import("./db/tracing/opentelemetry.ts");
      console.log(JSON.stringify([before, loaded() > 0]));`;
    const child = Bun.spawn([process.execPath, "-e", program], {
      cwd: ROOT,
      env: BARE_ENVIRONMENT,
      stdout: "pipe",
    });
    expect(await child.stdout.text()).toBe("[0,true]\n");
  });
});
