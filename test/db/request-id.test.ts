import { afterAll, beforeEach, expect, test } from "bun:test";
import { requestEmbeddings } from "../../db/embeddings/openai/request.ts";
import { openMeilisearchReader } from "../../db/fulltext/meilisearch/reader.ts";
import { onBehalfOf } from "../../db/request-id.ts";
import { openQdrantReader } from "../../db/vectors/qdrant/reader.ts";
import { rejectionOf } from "../rejection.ts";
import { openService } from "../src/service.ts";

/** An engine that notes for whom it is asked, and is of no other use. */
const seen: (string | null)[] = [];
const engine = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    seen.push(request.headers.get("x-request-id"));
    return new Response("{}", { status: 500, headers: { "content-type": "application/json" } });
  },
});
const url = `http://127.0.0.1:${engine.port}`;

beforeEach(() => {
  seen.length = 0;
});
afterAll(() => engine.stop(true));

const fulltext = openMeilisearchReader({ url, key: "cle", index: "doctrine", keepsSettings: false });
const vectors = openQdrantReader({ url, apiKey: null, prefix: "doctrine" }, true);
const embeddings = {
  kind: "openai",
  url,
  model: "m",
  apiKey: null,
  queryPrefix: "",
  passagePrefix: "",
} as const;

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  "full text": () => fulltext.suggest("quotient", 5),
  vectors: () => vectors.search({ vector: new Float32Array(1024), version: "v", domaine: null, limit: 1 }),
  embeddings: () => requestEmbeddings(embeddings, ["texte"], AbortSignal.timeout(5000)),
};

test.each(Object.keys(CALLS))("%s: every call says the request that it is made for", async (name) => {
  const call = CALLS[name] ?? (() => Promise.resolve());
  await Promise.all([rejectionOf(onBehalfOf("requete-1", call)), rejectionOf(onBehalfOf("requete-2", call))]);
  expect(new Set(seen)).toEqual(new Set(["requete-1", "requete-2"]));
});

test("a call made for no request says none", async () => {
  await rejectionOf(CALLS["embeddings"]?.() ?? Promise.resolve());
  expect(seen).toEqual([null]);
});

test("the identifier that a caller reads in X-Request-Id is the one that the engine was told", async () => {
  const fulltext = { kind: "meilisearch", url, key: "cle", index: "doctrine", keepsSettings: false } as const;
  const service = await openService(null, { fulltext });
  const answer = await service.get("/v1/suggest?q=quotient", await service.key("pro"));
  expect(answer.status).toBe(503);
  expect(new Set(seen)).toEqual(new Set([answer.headers.get("x-request-id")]));
  await service.close();
});
