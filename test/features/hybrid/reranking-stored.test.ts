/** The second stage by the vectors that an embeddings service has filled: nothing is asked of it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { announceChange } from "../../../db/queries/corpus.ts";
import { fillBeside } from "../../../ingest/derived/filler.ts";
import { findEncoder } from "../../../ingest/derived/vectors/language-model.ts";
import { openReranker } from "../../../search/reranking/open.ts";
import type { Reranker } from "../../../search/reranking/port.ts";
import type { VectorQuery } from "../../../search/vectors/port.ts";
import { createApp } from "../../../src/app.ts";
import { dot } from "../../fixtures/vectors.ts";
import { startEmbeddingService, vectorOf } from "../../servers/embeddings.ts";
import { openService, type TestService } from "../../servers/service.ts";

const DIMENSIONS = 384;
const QUESTION = "Comment déclarer un don ?";
const service384 = startEmbeddingService(0, DIMENSIONS);
const embeddings = {
  kind: "openai",
  url: service384.url,
  model: "essai",
  apiKey: null,
  queryPrefix: "",
  passagePrefix: "",
  textWeight: 1,
} as const;

let service: TestService;
let key: string;
let reranker: Reranker;
const compared: VectorQuery[] = [];

beforeAll(async () => {
  service = await openService("sample", { embeddings });
  const { database, vectors } = service.deps;
  const encoder = await findEncoder(database, { embeddings });
  if (encoder === null) throw new Error("a service is configured");
  const filling = { database, encoder, index: null, clock: () => new Date() };
  await fillBeside({ ...filling, signal: new AbortController().signal, judged() {} });
  const search = (query: VectorQuery) => {
    compared.push(query);
    return vectors.search(query);
  };
  const config = { reranking: null, embeddings };
  const opened = openReranker(config, { database, vectors: { search }, logger: createLogger("silent") });
  if (opened === null) throw new Error("a service is configured");
  reranker = opened;
  key = await service.key("pro");
});
afterAll(async () => {
  await service.close();
  await service384.stop();
});

async function ask(): Promise<string | null> {
  const app = createApp({ ...service.deps, reranker });
  const request = new Request("http://localhost/v1/search/hybride", {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ question: QUESTION }),
  });
  const response = await app.handle(request);
  expect(response.status).toBe(200);
  return response.headers.get("x-reranking");
}

test("judges twelve documents by the part of the question that is the service's, which is asked for it once", async () => {
  const before = service384.requests.length;
  expect(await ask()).toBe("applied");
  expect(service384.requests.slice(before).map(({ input }) => input)).toEqual([[QUESTION]]);
  const [query, ...others] = compared.splice(0);
  expect(others).toEqual([]);
  expect(query?.among).toHaveLength(12);
  const own = vectorOf(QUESTION, DIMENSIONS);
  const part = query?.vector.subarray(0, DIMENSIONS);
  expect(dot(part, own) / Math.sqrt(dot(own, own))).toBeCloseTo(1, 5);
  expect(query?.vector.subarray(DIMENSIONS).every((component) => component === 0)).toBe(true);
});

test("is off while the corpus model answers", async () => {
  await announceChange(service.database);
  service384.mishaps.push(...Array.from({ length: 3 }, () => () => new Response("non", { status: 401 })));
  expect(await ask()).toBe("off");
  expect(compared).toEqual([]);
});
