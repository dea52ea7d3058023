import { afterAll, beforeAll, expect, test } from "bun:test";
import { announceChange } from "../../../db/queries/corpus.ts";
import { type FaultyProxy, openFaultyProxy } from "../../servers/faulty-proxy.ts";
import { describeOnMeilisearch, ownIndexes } from "../../servers/meilisearch.ts";
import { openService, type TestService } from "../../servers/service.ts";

const SEARCH = "/v1/search?q=imp%C3%B4t";

describeOnMeilisearch("the API on a Meilisearch server", () => {
  let proxy: FaultyProxy;
  let service: TestService;
  let key: string;

  /** An API whose engine is unavailable from the start, then a first run. */
  beforeAll(async () => {
    const indexes = await ownIndexes();
    proxy = await openFaultyProxy(indexes.url);
    proxy.behave("refuse");
    service = await openService("sample", { fulltext: { kind: "meilisearch", ...indexes, url: proxy.url } });
    key = await service.key("interne");
  });
  afterAll(async () => {
    await service.close();
    await proxy.close();
  });

  const statusOf = async (path: string) => (await service.get(path, key)).status;
  const debts = async (): Promise<string[]> => {
    const rows = await service.database.$client<{ reason: string }[]>`
      select reason from store_debts where store = 'fulltext'`;
    return rows.map(({ reason }) => reason);
  };

  test("a run before a server that is away keeps its debt in mind, and the next one pays it", async () => {
    expect(await debts()).toEqual([
      "Le serveur Meilisearch de MEILI_URL ne répond pas : la connexion est coupée.",
    ]);
    expect(await statusOf(SEARCH)).toBe(503);
    proxy.behave("pass");
    expect(await statusOf(SEARCH)).toBe(503);
    await service.ingest("sample");
    expect(await debts()).toEqual([]);
    const answer = await service.get(SEARCH, key);
    expect(await answer.json()).toMatchObject({ total: expect.any(Number), results: expect.anything() });
    expect(answer.status).toBe(200);
  });

  test.each(["refuse", "hang"] as const)(
    "a server that is away (%s) costs the searches whose answers are not kept, and nothing else",
    async (fault) => {
      proxy.behave(fault);
      expect(await statusOf(SEARCH)).toBe(200);
      await announceChange(service.database);
      for (const path of [SEARCH, "/v1/suggest?q=imp%C3%B4t"]) {
        const answer = await service.get(path, key);
        expect(answer.status).toBe(503);
        expect(answer.headers.get("retry-after")).toBe("5");
        expect(await answer.json()).toMatchObject({ error: { code: "unavailable" } });
      }
      const status = await (await service.get("/v1/status")).text();
      expect(JSON.parse(status)).toMatchObject({
        status: "degraded",
        checks: { search: { ok: false }, d1: { ok: true } },
      });
      expect(JSON.parse(status).checks.search.detail).toMatch(/Meilisearch|Aucune réponse/);
      expect(status).not.toContain(new URL(proxy.url).host);
      for (const path of ["/v1/plan", "/v1/changes?since=2026-01-01", "/v1/boi/BOI-IR-LIQ-20-10"]) {
        expect(await statusOf(path)).toBeLessThan(500);
      }
      proxy.behave("pass");
      expect(await statusOf(SEARCH)).toBe(200);
      expect(await (await service.get("/v1/status")).json()).toMatchObject({
        checks: { search: { ok: true } },
      });
    },
  );
});
