import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import v8 from "node:v8";
import { recordDebt, settleDebt } from "../../../db/ingestion/derived/debts.ts";
import { checkReadiness } from "../../../src/features/service/operations-route.ts";
import { Drain } from "../../../src/http/connections.ts";
import { addCorpusGauges } from "../../../src/metrics/gauges.ts";
import { Metrics } from "../../../src/metrics/registry.ts";
import { rejectionOf } from "../../rejection.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../servers/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const HOUR_S = 3600;

async function scrape(): Promise<string> {
  const answer = await service.get("/metrics", undefined, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  expect(answer.headers.get("content-type")).toStartWith("text/plain");
  return await answer.text();
}

describe("/metrics", () => {
  test("demands the operator's token", async () => {
    expect((await service.get("/metrics")).status).toBe(401);
    expect((await service.get("/metrics", await service.key("pro"))).status).toBe(401);
  });

  test("counts answers by route, never by address, and decisions of the limits", async () => {
    const key = await service.key("pro");
    await service.get("/v1/boi/BOI-IR-LIQ-20-10", key);
    await service.get("/v1/boi/BOI-INCONNU", key);
    await service.get("/nulle-part", key);
    // An exchange is counted after its answer is sent.
    await Bun.sleep(20);
    const text = await scrape();
    const count = (status: number, route: string) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} 1`;
    expect(text).toContain(count(200, "/v1/boi/:id"));
    expect(text).toContain(count(404, "/v1/boi/:id"));
    expect(text).toContain(count(404, "unknown"));
    expect(text).not.toContain("BOI-INCONNU");
    expect(text).toContain('doctrine_admissions_total{outcome="accepted"} 2');
  });

  test("counts what the caches had and what they had not", async () => {
    const key = await service.key("pro");
    const lookups = async (cache: string) => {
      const text = await scrape();
      const count = (result: string) =>
        Number(
          text.split(`doctrine_cache_lookups_total{cache="${cache}",result="${result}"} `)[1]?.split("\n")[0],
        );
      return [count("hit"), count("miss")] as const;
    };
    const before = [await lookups("bodies"), await lookups("keys"), await lookups("pages")] as const;
    for (const path of ["/v1/plan/IR", "/v1/plan/ir/", "/v1/plan/IR"]) await service.get(path, key);
    for (const path of ["/plan/IR", "/plan/IR"]) await service.get(path);
    const after = [await lookups("bodies"), await lookups("keys"), await lookups("pages")] as const;
    const gained = after.map(([hits, misses], index) => [
      hits - (before[index]?.[0] ?? 0),
      misses - (before[index]?.[1] ?? 0),
    ]);
    expect(gained).toEqual([
      [2, 1],
      [2, 1],
      [1, 1],
    ]);
  });

  test("tells how old the corpus is and which store is behind", async () => {
    const metrics = new Metrics();
    addCorpusGauges(metrics, service.database, () => new Date(Date.now() + HOUR_S * 1000));
    await recordDebt(service.database, "vectors", { reason: "essai", now: new Date() });
    await metrics.registry.metrics();
    const text = await metrics.registry.metrics();
    const measure = (series: string) => Number(text.split(`${series} `)[1]?.split("\n")[0]);
    expect(measure('doctrine_ingestion_age_seconds{stage="end"}')).not.toBeNaN();
    expect(measure('doctrine_store_debt_age_seconds{store="vectors"}')).toBeCloseTo(HOUR_S, -2);
    expect(text).toContain('doctrine_engine_duration_seconds_count{engine="relational"');
  });

  test("tells how much each derived store lacks: none without a debt, one at least with it, what the run counted", async () => {
    const metrics = new Metrics();
    addCorpusGauges(metrics, service.database, () => new Date());
    const backlogs = async () =>
      (await metrics.registry.metrics())
        .split("\n")
        .filter((line) => line.startsWith("doctrine_store_backlog_entries"))
        .map((line) => /"(\w+)"} (\d+)/.exec(line)?.slice(1).join(" "));
    await settleDebt(service.database, "vectors", { revision: 0, generation: null });
    expect(await backlogs()).toEqual(["fulltext 0", "postings 0", "vectors 0"]);
    await recordDebt(service.database, "vectors", { reason: "essai", now: new Date() });
    await recordDebt(service.database, "fulltext", { reason: "essai", now: new Date() });
    await service.database.execute("update runs set counts = jsonb_set(counts, '{unembedded}', '42')");
    expect(await backlogs()).toEqual(["fulltext 1", "postings 0", "vectors 42"]);
    await service.database.execute(
      `insert into runs (status, stage, source, forced, counts, errors, progress)
        values ('running', 'fulltext', 'sample', false, '{}', '[]', '{"done": 3, "total": 10}')`,
    );
    expect(await backlogs()).toEqual(["fulltext 7", "postings 0", "vectors 42"]);
  });

  test("counts refusals by their reason: wrong keys, limits, plans", async () => {
    const refusals = async (reason: string) =>
      Number((await scrape()).split(`doctrine_refusals_total{reason="${reason}"} `)[1]?.split("\n")[0]);
    const reasons = ["invalid_api_key", "missing_api_key", "rate_limited", "semantic_not_allowed"];
    const before = await Promise.all(reasons.map(refusals));
    expect(before.filter(Number.isNaN)).toEqual([]);
    await service.get("/v1/plan", `boi_${"a".repeat(38)}`);
    await service.get("/v1/plan");
    const hurried = await service.key("gratuit", { minuteLimit: 1 });
    for (let request = 0; request < 3; request += 1) await service.get("/v1/plan", hurried);
    const question = { method: "POST", body: '{"question":"essai"}' };
    const headers = { "content-type": "application/json" };
    await service.get("/v1/search/hybride", await service.key("gratuit"), { ...question, headers });
    // Answers are counted after they are sent.
    await Bun.sleep(20);
    const after = await Promise.all(reasons.map(refusals));
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 2, 1]);
  });

  test("times each part of the hybrid search, and the wait for the decision of the limits", async () => {
    const body = '{"question":"Comment est calculé le barème progressif ?"}';
    const headers = { "content-type": "application/json" };
    const key = await service.key("pro");
    const answer = await service.get("/v1/search/hybride", key, { method: "POST", body, headers });
    expect(answer.status).toBe(200);
    const text = await scrape();
    for (const part of ["filter", "encoding", "words", "vectors", "merging", "reading"])
      expect(text).toMatch(new RegExp(`doctrine_hybrid_duration_seconds_count{part="${part}"} [1-9]`));
    expect(text).toMatch(/duration_seconds_count{engine="relational",operation="admit",outcome="ok"} [1-9]/);
  });

  test("tells how long the event loop was held", async () => {
    const metrics = new Metrics();
    await metrics.registry.metrics();
    const held = performance.now() + 300;
    while (performance.now() < held);
    await Bun.sleep(0);
    const text = await metrics.registry.metrics();
    expect(Number(/^nodejs_eventloop_lag_max_seconds (.*)$/m.exec(text)?.[1])).toBeGreaterThan(0.1);
  });

  test("nothing is measured by a walk through the heap, which would hold every request", async () => {
    const metrics = new Metrics();
    const walk = spyOn(v8, "getHeapSpaceStatistics");
    await metrics.registry.metrics();
    expect(walk).not.toHaveBeenCalled();
    walk.mockRestore();
  });

  test("a gauge that can't be read leaves the others readable", async () => {
    const metrics = new Metrics();
    metrics.gauge("doctrine_absent", "Never there.", "store", async () => {
      throw new Error("away");
    });
    expect(await metrics.registry.metrics()).toContain("# TYPE doctrine_absent gauge");
  });

  test("a call that fails is timed as an error, and still fails", async () => {
    const metrics = new Metrics();
    const failing = () => metrics.timed("vectors", "search", () => Promise.reject(new Error("away")));
    expect(await rejectionOf(failing())).toBeInstanceOf(Error);
    expect(await metrics.registry.metrics()).toContain('operation="search",outcome="error"} 1');
  });
});

describe("/ready", () => {
  test("is 200 while the process serves and its store answers", async () => {
    const answer = await service.get("/ready");
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });

  test("is 503 once the process is told to stop, while it still answers the rest", async () => {
    const drain = new Drain(0);
    const ready = () => checkReadiness({ database: service.database, drain });
    expect(await ready()).toEqual({ status: "ready" });
    await drain.end(service.app);
    expect(await rejectionOf(ready())).toMatchObject({ status: 503, code: "not_ready" });
    expect((await service.get("/v1/health")).status).toBe(200);
  });
});
