import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readUsage } from "../../../db/keys/usage.ts";
import { announceChange } from "../../../db/queries/corpus.ts";
import { fillBeside } from "../../../ingest/derived/filler.ts";
import { findEncoder } from "../../../ingest/derived/vectors/language-model.ts";
import { openVectorIndex } from "../../../search/vectors/open.ts";
import { startEmbeddingService } from "../../servers/embeddings.ts";
import { startQdrant } from "../../servers/qdrant.ts";
import { openService, type TestService } from "../../servers/service.ts";

const qdrant = startQdrant();
const embeddings = startEmbeddingService();

const vectors = {
  kind: "qdrant",
  url: qdrant.url,
  apiKey: null,
  shards: 1,
  replicas: 1,
  exact: false,
} as const;
const config = {
  kind: "openai",
  url: embeddings.url,
  model: "essai",
  apiKey: null,
  queryPrefix: "",
  passagePrefix: "",
  textWeight: 1,
} as const;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService("sample", {
    vectors,
    embeddings: config,
  });
  await fill();
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

/** The vectors of the service, beside those of the corpus model. */
async function fill(): Promise<void> {
  const { database } = service;
  const encoder = await findEncoder(database, { embeddings: config });
  if (encoder === null) throw new Error("a service is configured");
  const deps = { database, encoder, index: openVectorIndex({ vectors }), clock: () => new Date() };
  await fillBeside({ ...deps, signal: new AbortController().signal, judged() {} });
}

async function usage(): Promise<number | undefined> {
  return (await readUsage(service.database, key.slice(0, 12)))?.utilise;
}

const WITH_MODEL = "Les questions sont comparées aux vecteurs du modèle de langue.";

async function vectorize(): Promise<[status: number, ok: boolean, detail?: string]> {
  const answer = await service.get("/v1/status");
  const { checks } = (await answer.json()) as { checks: { vectorize: { ok: boolean; detail?: string } } };
  const { ok, detail } = checks.vectorize;
  return detail === undefined ? [answer.status, ok] : [answer.status, ok, detail];
}

test("with its engines, a question is answered and the status is in order", async () => {
  const answer = await ask();
  const { results } = (await answer.json()) as { results: unknown[] };
  expect([answer.status, results.length]).toEqual([200, 10]);
  expect(await vectorize()).toEqual([200, true, WITH_MODEL]);
});

/** How a hybrid search and a context tell that words alone count. */
async function byWords() {
  const told = [];
  for (const path of ["/v1/search/hybride", "/v1/contexte"]) {
    const { status, headers, body } = await read(await ask(path));
    const { results = [], elements = [], avertissements = [] } = body;
    const meanings = new Set(results.map(({ scores, rangs }) => [scores.sens, rangs.sens].join()));
    const codes = avertissements.map(({ code }) => code);
    const lacking = headers.get("x-search-degraded");
    const isFound = results.length + elements.length > 0;
    told.push({
      status,
      isFound,
      meanings: [...meanings],
      codes,
      lacking,
      cache: headers.get("cache-control"),
    });
  }
  return told;
}

interface Answered {
  readonly results?: readonly {
    readonly scores: { readonly sens: number | null };
    readonly rangs: { readonly sens: number | null };
  }[];
  readonly elements?: readonly unknown[];
  readonly avertissements?: readonly { readonly code: string }[];
}

async function read(answer: Response): Promise<{ status: number; headers: Headers; body: Answered }> {
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answered };
}

const TOLD = { status: 200, isFound: true, codes: ["sens_indisponible"], lacking: "sens", cache: "no-store" };
const IN_WORDS_ALONE = [
  { ...TOLD, meanings: [","] },
  { ...TOLD, meanings: [] },
];

/** A store that hung is left to rest for a while. */
async function untilMeaning(): Promise<void> {
  for (let tries = 0; tries < 250; tries += 1) {
    const { headers, body } = await read(await ask("/v1/search/hybride"));
    if (headers.get("x-search-degraded") === null) {
      expect(body.avertissements).toBeUndefined();
      expect(body.results?.some(({ scores }) => scores.sens !== null)).toBe(true);
      return;
    }
    await Bun.sleep(100);
  }
  throw new Error("meaning has not come back");
}

function slowDown(delayMs: number): void {
  qdrant.faults.delayMs = delayMs;
}

for (const [name, breakIt, mend] of [
  ["a vector store that is away", () => qdrant.refuse(), () => qdrant.resume()],
  ["a vector store that is too slow", () => slowDown(20_000), () => slowDown(0)],
] as const) {
  test(`${name} refuses meaning alone, which is not charged, and leaves words to answer; then it is back without a restart`, async () => {
    // Invalidates every cached answer.
    await announceChange(service.database);
    const before = await usage();
    await breakIt();
    const answer = await ask();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ error: { code: "unavailable" } });
    expect(await byWords()).toEqual(IN_WORDS_ALONE);
    // Resting, and refused by nothing that is kept.
    expect(await byWords()).toEqual(IN_WORDS_ALONE);
    expect((await vectorize()).slice(0, 2)).toEqual([503, false]);
    expect((await service.get("/v1/search?q=don", key)).status).toBe(200);
    expect(await usage()).toBe((before ?? 0) + 5);
    mend();
    expect((await ask()).status).toBe(200);
    expect(await vectorize()).toEqual([200, true, WITH_MODEL]);
    await untilMeaning();
  }, 60_000);
}

test("an embeddings service that refuses leaves the corpus model to answer, and the status says so without being degraded", async () => {
  const refusal = () => new Response("non", { status: 401 });
  await announceChange(service.database);
  embeddings.mishaps.push(...Array.from({ length: 9 }, () => refusal));
  for (const path of ["/v1/search/semantic", "/v1/search/hybride"]) {
    const answer = await ask(path);
    const { results } = (await answer.json()) as { results: unknown[] };
    expect([answer.status, results.length]).toEqual([200, 10]);
  }
  expect(await vectorize()).toEqual([
    200,
    true,
    expect.stringContaining("vecteurs du modèle du corpus. Le service"),
  ]);
});
