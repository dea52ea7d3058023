import { afterEach, beforeEach, expect, test } from "bun:test";
import { readDebts } from "../../../db/ingestion/derived/debts.ts";
import { addCorpusGauges } from "../../../src/metrics/gauges.ts";
import { Metrics } from "../../../src/metrics/registry.ts";
import { eventually } from "../../eventually.ts";
import { openService, type TestService } from "../../servers/service.ts";

/** Nothing has been read yet: the first question loads the vectors and the stems. */
let service: TestService;
let key: string;

beforeEach(async () => {
  service = await openService();
  key = await service.key("pro");
});
afterEach(() => service.close());

const QUESTION = JSON.stringify({ question: "Comment est calculé le barème progressif ?" });

function ask(path: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return service.get(path, key, { method: "POST", body: QUESTION, headers });
}

async function status() {
  const answer = await service.get("/v1/status");
  return (await answer.json()) as { status: string; checks: { vectorize: { ok: boolean; detail?: string } } };
}

async function damagedStores(): Promise<string[]> {
  const metrics = new Metrics();
  addCorpusGauges(metrics, service.database, () => new Date());
  const text = await metrics.registry.getSingleMetricAsString("doctrine_store_damaged");
  return [...text.matchAll(/^doctrine_store_damaged\{store="(\w+)"\} 1$/gm)].map(([, store = ""]) => store);
}

async function readDamaged(): Promise<string[]> {
  const { debts } = await readDebts(service.database);
  return debts.flatMap(({ store, isDamaged }) => (isDamaged ? [store] : []));
}

const flips = {
  vectors: () => service.database.$client`
    update passage_vectors set components = set_byte(components, 7, get_byte(components, 7) # 1)
    where text_hash = (select max(p.text_hash) from passages p join documents d using (edition_id) where statut = 'en_vigueur')`,
  postings: () => service.database.$client`
    update document_postings set counts = set_byte(counts, 2, get_byte(counts, 2) # 1)
    where boi_id = (select max(boi_id) from documents where statut = 'en_vigueur')`,
} as const;

test.each([
  ["vectors", "/v1/search/semantic"],
  ["vectors", "/v1/search/hybride"],
  ["postings", "/v1/search/hybride"],
] as const)(
  "one bit flipped in the %s: %s is a named 503, status and metrics tell it, the worker mends it",
  async (store, path) => {
    const held = async () => [
      await service.database
        .$client`select version, text_hash, components, scale, seal from passage_vectors order by 1, 2`,
      await service.database.$client`select * from document_postings order by 1, 2`,
    ];
    const before = await held();
    await flips[store]();

    const refused = await ask(path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({
      error: { code: "derived_index_damaged", message: expect.stringContaining("abîmé") },
    });
    await eventually(async () => expect(await readDamaged()).toEqual([store]));
    const degraded = await status();
    expect([degraded.status, degraded.checks.vectorize.ok]).toEqual(["degraded", false]);
    expect(degraded.checks.vectorize.detail).toContain("abîmé");
    expect(await damagedStores()).toEqual([store]);

    service.deps.admin.wakeWorker();
    await eventually(async () => expect((await ask(path)).status).toBe(200));
    await eventually(async () => expect((await status()).status).toBe("operational"));
    expect(await damagedStores()).toEqual([]);
    expect(await held()).toEqual(before);
  },
);

test("what is damaged once it is held is still answered from memory, and the next run mends it", async () => {
  const answered = async () =>
    ((await (await ask("/v1/search/hybride")).json()) as { results: unknown }).results;
  const before = await answered();
  await flips.vectors();
  await flips.postings();
  expect(await answered()).toEqual(before);
  await service.ingest("sample");
  expect(await readDamaged()).toEqual([]);
  expect(await answered()).toEqual(before);
});
