import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { OpenaiConfig } from "../../../../config/embeddings.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import {
  learnDimensions,
  type OpenaiLimits,
  openaiEncoder,
} from "../../../../search/embeddings/openai/embedder.ts";
import { dimensionsOf } from "../../../../search/embeddings/openai/version.ts";
import { DIMENSIONS } from "../../../../search/embeddings/port.ts";
import { dot } from "../../../fixtures/vectors.ts";
import { rejectionOf } from "../../../rejection.ts";
import {
  answer,
  type EmbeddingService,
  type Mishap,
  startEmbeddingService,
  vectorOf,
} from "../../../servers/embeddings.ts";
import { compressed, ENDLESS_ANSWERS } from "../../../servers/hostile-answers.ts";

const KEY = "sk-secret-0123456789";
const PATIENCE = { attempts: 3, firstDelayMs: 1, attemptMs: 2_000, totalMs: 2_000 };
const LIMITS: OpenaiLimits = { batch: 32, concurrency: 2, passages: PATIENCE, question: PATIENCE, restMs: 0 };

let service: EmbeddingService;

beforeEach(() => {
  service = startEmbeddingService();
});
afterEach(() => service.stop());

function configOf(changes: Partial<OpenaiConfig> = {}): OpenaiConfig {
  const fixed = {
    kind: "openai",
    model: "bge-m3",
    queryPrefix: "",
    passagePrefix: "",
    textWeight: 1,
  } as const;
  return { ...fixed, url: service.url, apiKey: KEY, ...changes };
}

const open = (
  changes: Partial<OpenaiConfig> = {},
  limits: Partial<OpenaiLimits> = {},
  dimensions = DIMENSIONS,
) => openaiEncoder(configOf(changes), dimensions, { ...LIMITS, ...limits });

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Passage ${index}.`);

/** A transient state of the service. */
const status =
  (code: number, headers: Record<string, string> = {}): Mishap =>
  () =>
    new Response("{}", { status: code, headers });

const text =
  (body: string): Mishap =>
  () =>
    new Response(body, { headers: { "Content-Type": "application/json" } });

const hang: Mishap = () => new Promise<Response>(() => {});

describe("what a caller receives", () => {
  test("each passage has its own vector, of unit length, whatever the order of the answer", async () => {
    const texts = numbered(70);
    const embeddings = await open().embedPassages(texts);
    expect(embeddings).toHaveLength(70);
    for (const [index, embedding] of embeddings.entries()) {
      const expected = vectorOf(texts[index] ?? "");
      expect(embedding?.length).toBe(DIMENSIONS);
      expect(dot(embedding, embedding)).toBeCloseTo(1, 5);
      expect(dot(embedding, expected)).toBeCloseTo(Math.hypot(...expected), 3);
    }
  });

  test("a blank text has no vector and is not sent", async () => {
    const [blank, full] = await open().embedPassages([" \n", "Impôt."]);
    expect(blank).toBeNull();
    expect(full).not.toBeNull();
    expect(await open().embedQuestion("   ")).toBeNull();
    expect(await open().embedPassages([])).toEqual([]);
    expect(service.requests.map(({ input }) => input)).toEqual([["Impôt."]]);
  });

  test("a vector of zeros is no vector", async () => {
    service.mishaps.push(() => answer([Array<number>(DIMENSIONS).fill(0)]));
    expect(await open().embedQuestion("Impôt ?")).toBeNull();
  });
});

describe("what the service receives", () => {
  test("batches of the size it accepts, a bounded number at once", async () => {
    await open().embedPassages(numbered(32 * 5 + 6));
    const sizes = service.requests.map(({ input }) => input.length);
    expect(sizes.toSorted((one, other) => one - other)).toEqual([6, 32, 32, 32, 32, 32]);
    expect(service.busiest()).toBe(2);
  });

  test("the model, the key in its header, and the prefix that fits", async () => {
    const embedder = open({ queryPrefix: "query: ", passagePrefix: "passage: " });
    await embedder.embedQuestion("Qui paie ?");
    await embedder.embedPassages(["Chacun paie."]);
    const common = { model: "bge-m3", authorization: `Bearer ${KEY}` };
    expect(service.requests).toEqual([
      { ...common, input: ["query: Qui paie ?"] },
      { ...common, input: ["passage: Chacun paie."] },
    ]);
  });

  test("no header without a key", async () => {
    await open({ apiKey: null }).embedQuestion("Qui paie ?");
    expect(service.requests[0]?.authorization).toBeNull();
  });
});

test("the version follows what changes the vectors: models, prefixes and dimensions, not the address nor the key", () => {
  const { version } = open();
  expect(open({ url: "http://autre", apiKey: null }).version).toBe(version);
  const changes = [{ model: "e5" }, { passageModel: "e5" }, { queryPrefix: "q: " }, { passagePrefix: "q: " }];
  const others = [...changes.map((change) => open(change).version), open({}, {}, 384).version];
  expect(new Set([version, ...others]).size).toBe(6);
});

describe("a model of other dimensions than those stored", () => {
  const vectorOfSize = (size: number) => () => answer([Array<number>(size).fill(1)]);

  test.each([64, 384, 512, 768, DIMENSIONS])("of %d is learnt from its first answer", async (dimensions) => {
    service.mishaps.push(vectorOfSize(dimensions));
    expect(await learnDimensions(configOf(), LIMITS)).toBe(dimensions);
    const { version } = open({}, {}, dimensions);
    expect(dimensionsOf(configOf(), version)).toBe(dimensions);
  });

  test.each([63, 1_025])("of %d is refused", async (dimensions) => {
    service.mishaps.push(vectorOfSize(dimensions));
    const fault = String(await rejectionOf(learnDimensions(configOf(), LIMITS)));
    expect(fault).toContain(`${dimensions} dimensions, 64 à 1024 sont attendues`);
  });

  test("a version of another configuration tells nothing", () => {
    const { version } = open({ model: "e5@384" });
    expect(dimensionsOf(configOf(), version)).toBeNull();
    expect(dimensionsOf(configOf({ model: "e5@384" }), version)).toBe(DIMENSIONS);
  });
});

test("questions and passages may name models of their own", async () => {
  const embedder = open({ model: "e5", passageModel: "e5-passage" });
  await embedder.embedQuestion("Qui paie ?");
  await embedder.embedPassages(["Chacun paie."]);
  await learnDimensions(configOf({ model: "e5", passageModel: "e5-passage" }), LIMITS);
  expect(service.requests.map(({ model }) => model)).toEqual(["e5", "e5-passage", "e5-passage"]);
});

test("a service that has just answered is not pinged, one that has just failed is", async () => {
  const embedder = open();
  await embedder.ping();
  await embedder.ping();
  expect(service.requests).toHaveLength(1);
  service.mishaps.push(status(401));
  await rejectionOf(embedder.embedQuestion("Qui paie ?"));
  await embedder.ping();
  expect(service.requests).toHaveLength(3);
});

describe("a fault that passes is not seen", () => {
  test.each<[string, Mishap[]]>([
    ["500", [status(500)]],
    ["503 twice", [status(503), status(503)]],
    ["429 without a delay", [status(429)]],
    ["429 until a date gone by", [status(429, { "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT" })]],
  ])("%s", async (_, mishaps) => {
    service.mishaps.push(...mishaps);
    expect(await open().embedQuestion("Qui paie ?")).not.toBeNull();
    expect(service.requests).toHaveLength(mishaps.length + 1);
  });

  test("the delay that the service asks for is kept", async () => {
    service.mishaps.push(status(429, { "Retry-After": "1" }));
    const start = performance.now();
    await open().embedPassages(["Chacun paie."]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_000);
  });

  test("a silent attempt is given up for another", async () => {
    service.mishaps.push(hang);
    const passages = { ...PATIENCE, attemptMs: 100 };
    expect(await open({}, { passages }).embedPassages(["Chacun paie."])).toHaveLength(1);
  });
});

const embedded =
  (component: string): Mishap =>
  () =>
    new Response(`{"data":[{"index":0,"embedding":[${Array<string>(DIMENSIONS).fill(component).join()}]}]}`);

test("components as large as are stored, and as small, are brought to unit length", async () => {
  for (const component of ["3e38", "1e-40"]) {
    service.mishaps.push(embedded(component));
    const vector = await open().embedQuestion("Impôt ?");
    expect(dot(vector, vector)).toBeCloseTo(1, 3);
  }
});

test("an answer compressed all the same is read, pretty or not", async () => {
  const data = [{ index: 0, embedding: vectorOf("a") }];
  service.mishaps.push(() => compressed(JSON.stringify({ data }, null, 8)));
  expect(await open().embedQuestion("Impôt ?")).not.toBeNull();
});

describe("a fault that lasts is told in time", () => {
  test.each(ENDLESS_ANSWERS)("an answer that %s", async (_, mishap, words) => {
    service.mishaps.push(mishap, mishap, mishap);
    const question = { ...PATIENCE, attemptMs: 500, totalMs: 1_000 };
    const start = performance.now();
    const fault = await rejectionOf(open({}, { question }).embedQuestion("Qui paie ?"));
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(fault).toBeInstanceOf(EngineUnavailable);
    expect(String(fault)).toContain(words);
  });

  test("a question never waits longer than its limit, nor for a delay beyond it", async () => {
    const question = { ...PATIENCE, attemptMs: 200, totalMs: 200 };
    for (const mishap of [hang, status(429, { "Retry-After": "30" })]) {
      service.mishaps.push(mishap);
      const start = performance.now();
      expect(await rejectionOf(open({}, { question }).embedQuestion("Qui paie ?"))).toBeInstanceOf(
        EngineUnavailable,
      );
      expect(performance.now() - start).toBeLessThan(5_000);
    }
  });

  test("after as many attempts as allowed", async () => {
    service.mishaps.push(...Array<Mishap>(10).fill(status(500)));
    expect(await faultOf("embedQuestion")).toContain("statut 500");
    expect(service.requests).toHaveLength(PATIENCE.attempts);
  });

  test("without sending the batches that follow", async () => {
    service.mishaps.push(status(400), status(400));
    await rejectionOf(open().embedPassages(numbered(32 * 20)));
    expect(service.requests.length).toBeLessThanOrEqual(4);
  });

  test("a service that is away, and it works again once it is back", async () => {
    const embedder = open();
    const port = Number(new URL(service.url).port);
    await service.stop();
    const fault = await rejectionOf(embedder.ping());
    expect(fault).toBeInstanceOf(EngineUnavailable);
    expect(String(fault)).toContain("EMBEDDINGS_URL");
    service = startEmbeddingService(port);
    await embedder.ping();
  });
});

describe("a wrong setting is named at once", () => {
  test.each<[string, Mishap, string]>([
    ["a refused key", status(401), "EMBEDDINGS_API_KEY"],
    ["an unknown model or address", status(404), "EMBEDDINGS_MODEL"],
    ["a refused request", status(422), "statut 422"],
    ["a redirection", status(307, { Location: "/ailleurs" }), "statut 307"],
    [
      "a model of other dimensions",
      () => answer([Array<number>(768).fill(1)]),
      "768 dimensions, après en avoir donné de 1024",
    ],
    ["a page", text("<html></html>"), "compatible OpenAI"],
    ["another format", text('{"embeddings":[[1,2]]}'), "compatible OpenAI"],
    ["components that are no numbers", text('{"data":[{"index":0,"embedding":["1"]}]}'), "compatible OpenAI"],
    ["too many vectors", () => answer([vectorOf("a"), vectorOf("b")]), "2 vecteurs pour 1 textes"],
    ["the vector of another text", text('{"data":[{"index":7,"embedding":[1]}]}'), "pas reçu de vecteur"],
  ])("%s", async (_, mishap, expected) => {
    for (const call of ["embedQuestion", "embedPassages", "ping"] as const) {
      service.mishaps.push(mishap);
      const message = await faultOf(call);
      expect(message).toContain(expected);
      expect(message).not.toContain(KEY);
    }
    expect(service.requests).toHaveLength(3);
  });

  test.each<[string, Mishap, string]>([
    ["beyond what is stored", embedded("1e308"), "nombres démesurés"],
    ["beyond all numbers", embedded("1e999"), "compatible OpenAI"],
    ["that are none", embedded("null"), "compatible OpenAI"],
    ["nested without bottom", embedded("[".repeat(20) + "]".repeat(20)), "compatible OpenAI"],
  ])("components %s", async (_, mishap, expected) => {
    service.mishaps.push(mishap);
    expect(await faultOf("embedQuestion")).toContain(expected);
  });

  test("two vectors for one text and none for another", async () => {
    const data = [0, 0].map((index) => ({ index, embedding: vectorOf("a") }));
    service.mishaps.push(() => Response.json({ data }));
    expect(String(await rejectionOf(open().embedPassages(["a", "b"])))).toContain("pas reçu de vecteur");
  });
});

/** Message of the `EngineUnavailable` that a call ends with. */
async function faultOf(call: "embedQuestion" | "embedPassages" | "ping"): Promise<string> {
  const embedder = open();
  const calls = {
    embedQuestion: () => embedder.embedQuestion("Qui paie ?"),
    embedPassages: () => embedder.embedPassages(["Chacun paie."]),
    ping: () => embedder.ping(),
  };
  const fault = await rejectionOf(calls[call]());
  expect(fault).toBeInstanceOf(EngineUnavailable);
  return fault instanceof Error ? fault.message : "";
}
