import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readUsage } from "../../../db/keys/usage.ts";
import { announceChange } from "../../../db/queries/corpus.ts";
import { startEmbeddingService } from "../../servers/embeddings.ts";
import { startQdrant } from "../../servers/qdrant.ts";
import { openService, type TestService } from "./service.ts";

const qdrant = startQdrant();
const embeddings = startEmbeddingService();

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService("sample", {
    vectors: { kind: "qdrant", url: qdrant.url, apiKey: null, shards: 1, replicas: 1, exact: false },
    embeddings: {
      kind: "openai",
      url: embeddings.url,
      model: "essai",
      apiKey: null,
      queryPrefix: "",
      passagePrefix: "",
      textWeight: 1,
    },
  });
  key = await service.key("pro");
});
afterEach(() => {
  qdrant.faults.delayMs = 0;
  embeddings.mishaps.length = 0;
});
afterAll(async () => {
  await service.close();
  await Promise.all([qdrant.stop(), embeddings.stop()]);
});

function ask(path = "/v1/search/semantic"): Promise<Response> {
  return service.app.handle(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ question: "Comment déclarer un don ?" }),
    }),
  );
}

async function usage(): Promise<number | undefined> {
  return (await readUsage(service.database, key.slice(0, 12)))?.utilise;
}

async function vectorize(): Promise<[status: number, ok: boolean]> {
  const answer = await service.get("/v1/status");
  const { checks } = (await answer.json()) as { checks: { vectorize: { ok: boolean } } };
  return [answer.status, checks.vectorize.ok];
}

test("with its engines, a question is answered and the status is in order", async () => {
  const answer = await ask();
  const { results } = (await answer.json()) as { results: unknown[] };
  expect([answer.status, results.length]).toEqual([200, 10]);
  expect(await vectorize()).toEqual([200, true]);
});

function slowDown(delayMs: number): void {
  qdrant.faults.delayMs = delayMs;
}

const refusal = () => new Response("non", { status: 401 });
for (const [name, breakIt, mend] of [
  ["a vector store that is away", () => qdrant.refuse(), () => qdrant.resume()],
  ["a vector store that is too slow", () => slowDown(20_000), () => slowDown(0)],
  ["an embedder that refuses", () => void embeddings.mishaps.push(refusal, refusal), () => {}],
] as const) {
  test(`${name} is 503, not charged, told by the status, and the rest works; then it is back without a restart`, async () => {
    // No answer is kept from before.
    await announceChange(service.database);
    const before = await usage();
    await breakIt();
    const answer = await ask();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ error: { code: "unavailable" } });
    // Never half an answer: the words alone would look whole. (The embedder refuses one question only.)
    if (!name.startsWith("an embedder")) expect((await ask("/v1/search/hybride")).status).toBe(503);
    expect(await vectorize()).toEqual([503, false]);
    expect((await service.get("/v1/search?q=don", key)).status).toBe(200);
    expect(await usage()).toBe((before ?? 0) + 1);
    mend();
    expect((await ask()).status).toBe(200);
    expect(await vectorize()).toEqual([200, true]);
  });
}
