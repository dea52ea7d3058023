import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { inSpan, onBehalfOf, type Span } from "../../../../db/tracing/span.ts";
import { activateEmbedder } from "../../../../search/embeddings/fillings.ts";
import { openaiEncoder, requestEmbeddings } from "../../../../search/embeddings/openai/embedder.ts";
import { DIMENSIONS } from "../../../../search/embeddings/port.ts";
import { openMeilisearchReader } from "../../../../search/fulltext/meilisearch/reader.ts";
import { openQdrantReader } from "../../../../search/vectors/open.ts";
import { rejectionOf } from "../../../rejection.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../../servers/service.ts";

/** Request identifiers received by an engine that does nothing else, and traces. */
const seen: (string | null)[] = [];
const traces: (string | null)[] = [];
const engine = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    seen.push(request.headers.get("x-request-id"));
    traces.push(request.headers.get("traceparent"));
    return new Response("{}", { status: 403, headers: { "content-type": "application/json" } });
  },
});
const url = `http://127.0.0.1:${engine.port}`;

beforeEach(() => {
  seen.length = 0;
  traces.length = 0;
});
afterAll(() => engine.stop(true));

const fulltext = openMeilisearchReader({ url, key: "cle", index: "doctrine", keepsSettings: false });
const vectors = openQdrantReader({ url, apiKey: null, prefix: "doctrine" });
const embeddings = {
  kind: "openai",
  url,
  model: "m",
  apiKey: null,
  queryPrefix: "",
  passagePrefix: "",
  textWeight: 1,
} as const;

const SPAN: Span = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  headers: { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" },
  child: () => SPAN,
  describe() {},
  end() {},
};

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  "full text": () => fulltext.suggest("quotient", 5),
  vectors: () => vectors.search({ vector: new Float32Array(1024), version: "v", domaine: null, limit: 1 }),
  embeddings: () =>
    requestEmbeddings(
      embeddings,
      { model: "m", texts: ["texte"], dimensions: null },
      AbortSignal.timeout(5000),
    ),
};

test.each(Object.keys(CALLS))("%s: every call says the request that it is made for", async (name) => {
  const call = CALLS[name] ?? (() => Promise.resolve());
  await Promise.all([rejectionOf(onBehalfOf("requete-1", call)), rejectionOf(onBehalfOf("requete-2", call))]);
  expect(new Set(seen)).toEqual(new Set(["requete-1", "requete-2"]));
});

test.each(Object.keys(CALLS))("%s: every call says the trace that it is part of", async (name) => {
  const call = CALLS[name] ?? (() => Promise.resolve());
  await rejectionOf(inSpan(SPAN, () => onBehalfOf("requete-1", call)));
  expect(new Set(traces)).toEqual(new Set(Object.values(SPAN.headers)));
  expect(new Set(seen)).toEqual(new Set(["requete-1"]));
});

test("a call made for no request says none", async () => {
  await rejectionOf(CALLS["embeddings"]?.() ?? Promise.resolve());
  expect(seen).toEqual([null]);
  expect(traces).toEqual([null]);
});

describe("the identifier that a caller reads in X-Request-Id is the one that engines were told", () => {
  const fulltext = { kind: "meilisearch", url, key: "cle", index: "doctrine", keepsSettings: false } as const;
  let service: TestService;
  beforeAll(async () => {
    service = await openService(null, { fulltext, embeddings });
    await activateEmbedder(service.database, openaiEncoder(embeddings, DIMENSIONS).version);
  });
  afterAll(() => service.close());

  const question = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Qui est imposable ?" }),
  };
  test.each<[path: string, init: RequestInit]>([
    ["/v1/search?q=quotient", {}],
    ["/v1/suggest?q=quotient", {}],
    ["/v1/search/semantic", question],
    ["/v1/status", {}],
    ["/?q=quotient", {}],
  ])("%s", async (path, init) => {
    const answer = await service.get(path, await service.key("pro"), init);
    expect(answer.status).toBe(503);
    expect(new Set(seen)).toEqual(new Set([answer.headers.get("x-request-id")]));
  });

  test("/admin, to an operator", async () => {
    const body = new URLSearchParams({ jeton_operateur: ADMIN_TOKEN });
    const headers = { origin: "http://localhost", "sec-fetch-site": "same-origin" };
    const signedIn = await service.get("/admin/connexion", undefined, { method: "POST", headers, body });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const answer = await service.get("/admin", undefined, { headers: { cookie } });
    expect(await answer.text()).toContain("État du service");
    expect(new Set(seen)).toEqual(new Set([answer.headers.get("x-request-id")]));
  });
});
