import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { recordDebt, settleDebt } from "../../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../../db/ingestion/derived/indexing.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import { openService, type TestService } from "../../servers/service.ts";

const STORES: readonly DerivedStore[] = ["fulltext", "postings", "vectors"];
const NOTHING = "q=zzyzxomicron";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());
afterEach(() => Promise.all(STORES.map(settle)));

const owe = (store: DerivedStore, documents: number) =>
  recordDebt(service.database, store, { reason: "essai", now: new Date(), documents });

async function settle(store: DerivedStore): Promise<void> {
  const revision = await readRevision(service.database);
  await settleDebt(service.database, store, { revision, generation: null });
}

async function post(path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const answer = await service.get(path, key, { method: "POST", headers, body: JSON.stringify(body) });
  return await answer.text();
}

const question = { question: "comment est calculé le quotient familial ?" };
const call = (name: string, input: object) =>
  post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });

/** Every way to search, with the stores that it is made from. */
const FACES = [
  {
    face: "/v1/search",
    stores: ["fulltext"],
    ask: async () => await (await service.get(`/v1/search?${NOTHING}`, key)).text(),
  },
  {
    face: "/v1/search/hybride",
    stores: ["postings", "vectors"],
    ask: () => post("/v1/search/hybride", question),
  },
  { face: "/v1/search/semantic", stores: ["vectors"], ask: () => post("/v1/search/semantic", question) },
  { face: "the tool search", stores: ["fulltext"], ask: () => call("search", { q: "zzyzxomicron" }) },
  {
    face: "the tool semantic_search",
    stores: ["postings", "vectors"],
    ask: () => call("semantic_search", question),
  },
] as const;

describe.each(FACES)("$face", ({ stores, ask }) => {
  test.each(STORES)(
    "tells that %s is behind, and of how many documents, when it is made from it",
    async (store) => {
      const told = /est en retard de 7 documents/;
      expect(await ask()).not.toMatch(told);
      await owe(store, 7);
      const isMadeFrom = stores.some((one) => one === store);
      expect(told.test(await ask())).toBe(isMadeFrom);
      await settle(store);
      expect(await ask()).not.toMatch(told);
    },
  );
});

test("what no document says is not told before the index is told to be behind", async () => {
  await owe("fulltext", 1);
  const { avertissements } = JSON.parse(await (await service.get(`/v1/search?${NOTHING}`, key)).text());
  expect(avertissements).toMatchObject([
    {
      code: "index_en_retard",
      documents: 1,
      message: expect.stringContaining("en retard de 1 document : il peut manquer"),
    },
    { code: "mot_inconnu", message: expect.stringContaining("ne figure dans aucun document indexé") },
  ]);
});

test("a page of results tells it too", async () => {
  await owe("fulltext", 7);
  // Pages belong to no admitted request: a process knows of the debt within seconds.
  const deadline = performance.now() + 30_000;
  for (;;) {
    const page = await (await service.get(`/?${NOTHING}`)).text();
    if (page.includes("en retard de 7 documents")) break;
    if (performance.now() > deadline) throw new Error("the page never tells it");
    await Bun.sleep(100);
  }
});

test.each([
  ["fulltext", "search"],
  ["postings", "vectorize"],
  ["vectors", "vectorize"],
] as const)("/v1/status is degraded, and names %s, until it is in step", async (store, component) => {
  const status = async () => JSON.parse(await (await service.get("/v1/status")).text());
  await owe(store, 7);
  const degraded = await status();
  expect(degraded.status).toBe("degraded");
  expect(degraded.checks[component]).toMatchObject({
    ok: false,
    detail: expect.stringContaining("est en retard de 7 documents"),
  });
  await settle(store);
  expect((await status()).checks[component].ok).toBe(true);
});
