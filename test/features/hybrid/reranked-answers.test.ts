/** The second stage of hybrid search, as callers of the API and readers of the pages meet it. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { OpenAPIV3 } from "openapi-types";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { openReranker } from "../../../search/reranking/open.ts";
import type { Reranker } from "../../../search/reranking/port.ts";
import { createApp } from "../../../src/app.ts";
import { reorder } from "../../../src/features/hybrid/reranking.ts";
import type { HybridHit } from "../../../src/features/search/answer.ts";
import { BodyCache } from "../../../src/http/response/kept-bodies.ts";
import { measuredReranker } from "../../../src/metrics/registry.ts";
import { eventually } from "../../eventually.ts";
import { type RerankingService, type RerankShape, startRerankingService } from "../../servers/reranking.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../servers/service.ts";

const QUESTION = "Qui a droit au crédit d'impôt pour la garde d'enfants ?";

const WEIGHT = 0.2;

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await openService();
  key = await service.key("pro");
});
afterAll(() => service.close());

type App = Pick<ReturnType<typeof createApp>, "handle">;

/** The API with a second stage, and nothing kept yet. */
function appWith(reranker: Reranker | null): App {
  const measured = reranker && measuredReranker(reranker, service.deps.metrics);
  return createApp({ ...service.deps, bodies: new BodyCache(), reranker: measured });
}

interface Answered {
  readonly status: number;
  readonly reranking: string | null;
  readonly results: readonly HybridHit[];
}

async function ask(app: App, question = QUESTION, top_k = 50): Promise<Answered> {
  const response = await app.handle(
    new Request("http://localhost/v1/search/hybride", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ question, top_k }),
    }),
  );
  const { results } = (await response.json()) as { results: readonly HybridHit[] };
  return { status: response.status, reranking: response.headers.get("x-reranking"), results };
}

/** Texts by their length: any order but that of the first stage. */
const byLength = (_: string, text: string) => text.length;

for (const shape of ["tei", "cohere"] as const satisfies readonly RerankShape[]) {
  describe(`a reranking service of the shape « ${shape} »`, () => {
    let double: RerankingService;
    let app: App;
    beforeAll(() => {
      double = startRerankingService(shape, byLength);
    });
    beforeEach(() => {
      const reranking = {
        url: `${double.url}/rerank`,
        model: shape === "tei" ? null : "essai",
        apiKey: null,
        timeoutMs: 1_000,
        weight: WEIGHT,
      };
      const { database, vectors } = service.deps;
      const config = { reranking, embeddings: { kind: "corpus" } } as const;
      app = appWith(openReranker(config, { database, vectors, logger: createLogger("silent") }));
    });
    afterEach(() => double.mishaps.splice(0));
    afterAll(() => double.stop());

    test("orders the first documents by both stages, on their titles and best passages", async () => {
      const before = await ask(appWith(null));
      const after = await ask(app);
      expect([before.reranking, after.reranking]).toEqual(["off", "applied"]);
      const texts = textsOf(double);
      expect(texts).toHaveLength(12);
      const lengths = before.results.slice(0, 12).map(({ boi_id, titre }) => {
        const text = texts.find((received) => received.startsWith(`${titre}\n`));
        return [boi_id, text?.length ?? null] as const;
      });
      const hits = before.results.map(({ boi_id: boiId, score }) => ({ ...NO_SIDES, boiId, score }));
      const expected = reorder(hits, new Map(lengths), WEIGHT).map(({ boiId, score }) => [boiId, score]);
      expect(after.results.map(({ boi_id, score }) => [boi_id, score])).toEqual(expected);
      expect(idsOf(after)).not.toEqual(idsOf(before));
    });

    test("is asked once for an answer that is kept, which goes on saying so", async () => {
      await ask(app);
      const asked = double.requests.length;
      expect((await ask(app)).reranking).toBe("applied");
      expect(double.requests).toHaveLength(asked);
    });

    test("judges beyond what the caller asks for", async () => {
      const { results } = await ask(app);
      expect((await ask(app, QUESTION, 1)).results).toEqual(results.slice(0, 1));
      expect(textsOf(double)).toHaveLength(12);
    });

    test.each([
      ["fails", () => new Response("", { status: 500 })],
      ["is late", () => Bun.sleep(10_000).then(() => new Response("[]"))],
      ["answers something else", () => Response.json({ score: 1 })],
      ["answers scores whose difference is no number", () => judged(shape, [-1e308, 1e308])],
    ])("that %s leaves the order of the first stage, and is not waited for again", async (_, mishap) => {
      double.mishaps.push(mishap);
      const asked = double.requests.length;
      const expected = { ...(await ask(appWith(null))), reranking: "timeout" };
      expect(await ask(app)).toEqual(expected);
      expect(await ask(app)).toEqual(expected);
      expect(double.requests).toHaveLength(asked + 1);
      const state: unknown = await (await app.handle(new Request("http://localhost/v1/status"))).json();
      const detail = expect.stringContaining("gardent l'ordre de la première étape. Le service");
      expect(state).toMatchObject({ status: "operational", checks: { vectorize: { ok: true, detail } } });
    });

    test("has four questions at once, the others getting the first order at once", async () => {
      const held = Promise.withResolvers<void>();
      const wait = async () => {
        await held.promise;
        return new Response("", { status: 503 });
      };
      double.mishaps.push(wait, wait, wait, wait);
      const asked = double.requests.length;
      const questions = Array.from({ length: 10 }, (_, index) => `${QUESTION} ${index}`);
      let answered = 0;
      const answers = questions.map((question) => ask(app, question).finally(() => (answered += 1)));
      await eventually(async () => expect(answered).toBeGreaterThanOrEqual(6));
      expect(double.requests.length - asked).toBe(4);
      held.resolve();
      for (const { status, reranking } of await Promise.all(answers))
        expect([status, reranking]).toEqual([200, "timeout"]);
    });
  });
}

/** As many judgements as are asked for, the given ones by turns. */
function judged(shape: RerankShape, scores: readonly number[]): Response {
  const list = Array.from({ length: 12 }, (_, index) => ({ index, score: scores[index % scores.length] }));
  return Response.json(
    shape === "tei" ? list : { results: list.map(({ index, score }) => ({ index, relevance_score: score })) },
  );
}

function idsOf({ results }: Answered): string[] {
  return results.map(({ boi_id }) => boi_id);
}

const NO_SIDES = { text: null, meaning: null, ranks: { text: null, meaning: null } };

function textsOf({ requests }: RerankingService): readonly string[] {
  const { texts, documents } = requests.at(-1)?.body ?? {};
  const sent = texts ?? documents;
  return Array.isArray(sent) ? sent.map(String) : [];
}

describe("an answer given without the second stage", () => {
  let isAway: boolean;
  const reranker: Reranker = {
    weight: WEIGHT,
    canJudge: () => true,
    remark: () => null,
    judge: async ({ passages }) => {
      await Bun.sleep(20);
      if (isAway) throw new Error("away");
      return passages.map((_, index) => index);
    },
  };
  beforeEach(() => {
    isAway = true;
  });

  test("is not kept: the next one has it as soon as it is back", async () => {
    const app = appWith(reranker);
    expect((await ask(app)).reranking).toBe("timeout");
    isAway = false;
    expect((await ask(app)).reranking).toBe("applied");
  });

  test("is said so to all who asked for it together", async () => {
    const app = appWith(reranker);
    const answers = await Promise.all([ask(app), ask(app), ask(app)]);
    expect(answers.map(({ reranking }) => reranking)).toEqual(["timeout", "timeout", "timeout"]);
  });

  test("is a page that nobody keeps; with it, one may be shared for a minute", async () => {
    const app = appWith(reranker);
    const page = () => app.handle(new Request(`http://localhost/?q=${encodeURIComponent(QUESTION)}`));
    expect((await page()).headers.get("cache-control")).toBe("no-store");
    isAway = false;
    expect((await page()).headers.get("cache-control")).toBe("public, max-age=60");
  });

  test("says nothing on the routes that have no second stage", async () => {
    const app = appWith(reranker);
    const request = new Request("http://localhost/v1/search?q=imp%C3%B4t", { headers: { "x-api-key": key } });
    expect((await app.handle(request)).headers.has("x-reranking")).toBe(false);
  });

  test("is counted and timed", async () => {
    await ask(appWith(reranker));
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const text = await (await service.get("/metrics", undefined, { headers })).text();
    expect(text).toMatch(
      /engine_duration_seconds_count\{engine="reranking",operation="judge",outcome="error"\} [1-9]/,
    );
    expect(text).toMatch(/doctrine_hybrid_duration_seconds_count\{part="reranking"\} [1-9]/);
  });
});

test("the OpenAPI document says what the header may be", async () => {
  const { paths } = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
  const schema = { type: "string", enum: ["applied", "timeout", "off"] };
  const headers = { "X-Reranking": { schema, description: expect.stringContaining("douze premiers") } };
  expect(paths["/v1/search/hybride"]?.post?.responses["200"]).toMatchObject({ headers });
});
