import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { announceChange, readRevision } from "../../../../../db/queries/corpus.ts";
import { createApp } from "../../../../../src/app.ts";
import { BodyCache } from "../../../../../src/http/response/kept-bodies.ts";
import { openService, type TestService } from "../../../../servers/service.ts";

const DOCUMENT = "/v1/boi/BOI-IR-LIQ-20-10";
const ROUTES = [
  DOCUMENT,
  `${DOCUMENT}/graph?depth=2&direction=both`,
  `${DOCUMENT}/historique`,
  "/v1/plan/IR/LIQ",
  "/v1/changes?since=2020-01-01&limit=5",
  "/v1/search?q=quotient+familial&limit=3",
  "/v1/suggest?q=quotient",
];

describe("the kept bodies", () => {
  test("are given for the revision that they were rendered from, and no other", async () => {
    const cache = new BodyCache();
    cache.keep("a", 7, Buffer.from("sept"), null);
    expect(cache.find("a", 7)?.plain.toString()).toBe("sept");
    expect([cache.find("a", 6), cache.find("a", 8), cache.find("b", 7)]).toEqual([null, null, null]);
    cache.keep("a", 8, Buffer.from("huit"), null);
    expect(cache.find("a", 7)).toBeNull();
    expect(cache.find("a", 8)?.plain.toString()).toBe("huit");
  });

  test("are given until their time is over", () => {
    let now = 5_000;
    const cache = new BodyCache(
      () => {},
      20_000,
      () => now,
    );
    cache.keep("a", 7, Buffer.from("sept"), null, 60_000);
    now = 64_999;
    expect(cache.find("a", 7)).not.toBeNull();
    now = 65_001;
    expect(cache.find("a", 7)).toBeNull();
  });

  test("leave when their bytes go over the bound, the one not asked for the longest first", () => {
    const cache = new BodyCache(() => {}, 20_000);
    const body = Buffer.alloc(1_500);
    for (let count = 0; count < 5; count += 1) cache.keep(`k${count}`, 1, body, null);
    cache.find("k0", 1);
    for (let count = 5; count < 13; count += 1) cache.keep(`k${count}`, 1, body, null);
    const kept = Array.from({ length: 13 }, (_, count) => count).filter(
      (count) => cache.find(`k${count}`, 1) !== null,
    );
    expect(kept).toEqual([0, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test("count the encodings that are asked of them among their bytes", async () => {
    const cache = new BodyCache(() => {}, 20_000);
    const noise = () => crypto.getRandomValues(Buffer.alloc(1_900));
    for (let count = 0; count < 8; count += 1) cache.keep(`k${count}`, 1, noise(), null);
    const last = cache.find("k7", 1);
    for (let count = 4; count < 8; count += 1) await cache.find(`k${count}`, 1)?.in("gzip");
    expect(cache.find("k0", 1)).toBeNull();
    expect(cache.find("k7", 1)).toBe(last);
  });

  test("do not all leave for a single one", () => {
    const cache = new BodyCache(() => {}, 20_000);
    cache.keep("small", 1, Buffer.from("petit"), null);
    cache.keep("large", 1, Buffer.alloc(19_000), null);
    expect(cache.find("large", 1)).toBeNull();
    expect(cache.find("small", 1)).not.toBeNull();
  });

  test("are encoded once, however many ask at the same time", async () => {
    const body = new BodyCache().keep("a", 1, Buffer.from("texte ".repeat(900)), null);
    const [first, second] = await Promise.all([body.in("br"), body.in("br")]);
    expect(first).toBe(second);
    expect(brotliDecompressSync(first).toString()).toBe(body.plain.toString());
  });
});

describe("a route whose bodies are kept", () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await openService();
    key = await service.key("pro");
  });
  afterAll(() => service.close());

  const get = (path: string, headers: Record<string, string> = {}) => service.get(path, key, { headers });

  async function lookups(): Promise<string[]> {
    const text = await service.deps.metrics.registry.metrics();
    return text.split("\n").filter((line) => line.startsWith('doctrine_cache_lookups_total{cache="bodies"'));
  }

  async function monthUsed(): Promise<number> {
    return ((await (await get("/v1/compte")).json()) as { mois: { utilise: number } }).mois.utilise;
  }

  const VARYING = ["x-request-id", "ratelimit", "x-ratelimit-remaining", "x-ratelimit-reset"];
  async function told(answer: Response): Promise<unknown> {
    const headers = [...answer.headers].filter(([name]) => !VARYING.includes(name)).sort();
    return {
      status: answer.status,
      headers,
      body: Buffer.from(await answer.arrayBuffer()).toString("base64"),
    };
  }

  for (const path of ROUTES) {
    test(`answers the second request like the first: ${path}`, async () => {
      await announceChange(service.database);
      for (const encoding of ["identity", "gzip", "br"]) {
        const headers = { "accept-encoding": encoding };
        await announceChange(service.database);
        const fresh = await told(await get(path, headers));
        expect(await told(await get(path, headers))).toEqual(fresh);
      }
    });
  }

  test("gives one body to the same parameters, however they are written", async () => {
    await announceChange(service.database);
    const before = await lookups();
    const bodies = new Set<string>();
    for (const query of ["?depth=2&direction=cites", "?direction=cites&depth=2", "?depth=2", "/?depth=2"]) {
      bodies.add(await (await get(`${DOCUMENT}/graph${query}`)).text());
    }
    expect(bodies.size).toBe(1);
    const after = await lookups();
    expect(after.map((line, index) => countOf(line) - countOf(before[index]))).toEqual([3, 1]);
  });

  test("gives one question the same body, and another question another one", async () => {
    const ask = async (question: string) => {
      const answer = await service.get("/v1/search/semantic", key, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question }),
      });
      expect(answer.status).toBe(200);
      return answer.text();
    };
    const before = await lookups();
    const [first, second, other] = [
      await ask("comment calculer le quotient familial ?"),
      await ask("comment calculer le quotient familial ?"),
      await ask("quels revenus sont exonérés ?"),
    ];
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    const after = await lookups();
    expect(after.map((line, index) => countOf(line) - countOf(before[index]))).toEqual([1, 2]);
  });

  test("gives other bodies to other parameters", async () => {
    const answers = [];
    for (const path of [
      `${DOCUMENT}/graph`,
      `${DOCUMENT}/graph?depth=2`,
      `${DOCUMENT}/graph?direction=citants`,
      DOCUMENT,
      "/v1/boi/BOI-IR-LIQ-20",
      "/v1/plan",
      "/v1/plan/IR",
      "/v1/search?q=quotient",
      "/v1/search?q=quotient&limit=1",
      "/v1/search?q=quotient+SAUF+familial",
      "/v1/suggest?q=quotient",
    ])
      answers.push(await (await get(path)).text());
    expect(new Set(answers).size).toBe(answers.length);
  });

  test("still counts and charges each request, and gives back what a 304 took", async () => {
    const used = await monthUsed();
    const etag = (await get(DOCUMENT)).headers.get("etag") ?? "";
    const again = await get(DOCUMENT);
    expect(again.headers.get("ratelimit")).toContain("mois");
    expect(await monthUsed()).toBe(used + 2);
    expect((await get(DOCUMENT, { "if-none-match": etag })).status).toBe(304);
    expect(await monthUsed()).toBe(used + 2);
  });

  test("refuses who has no quota left, whoever was given the body before", async () => {
    await get(DOCUMENT);
    const poor = await service.key("pro", { monthlyQuota: 1 });
    expect((await service.get(DOCUMENT, poor)).status).toBe(200);
    expect((await service.get(DOCUMENT, poor)).status).toBe(402);
    expect((await service.get(DOCUMENT)).status).toBe(401);
  });

  test("tells the revision of the corpus, refusals included, and to nobody without a key", async () => {
    const toldBy = async (path: string, own: string | undefined = key) =>
      (await service.get(path, own)).headers.get("x-corpus-revision");
    const revision = await readRevision(service.database);
    for (const path of [...ROUTES, "/v1/compte", "/v1/boi/BOI-INCONNU", "/v1/boi/BOI-IR?x=1"])
      expect([path, await toldBy(path)]).toEqual([path, String(revision)]);
    await announceChange(service.database);
    expect(await toldBy(DOCUMENT)).toBe(String(revision + 1));
    expect([await toldBy(DOCUMENT, "boi_inconnue"), await toldBy("/v1/stats")]).toEqual([null, null]);
  });

  test("does not call new what a replica that is behind gave", async () => {
    const primary = await openService(null);
    try {
      const { database, keys, admissions } = primary.deps;
      const app = createApp({ ...service.deps, primary: database, keys, admissions });
      const header = { "x-api-key": await primary.key("interne") };
      const ask = async () => {
        const before = await lookups();
        const answer = await app.handle(new Request(`http://localhost${DOCUMENT}`, { headers: header }));
        expect(answer.status).toBe(200);
        const told = Number(answer.headers.get("x-corpus-revision"));
        expect(told).toBe(await readRevision(service.database));
        const after = await lookups();
        return after.map((line, index) => countOf(line) - countOf(before[index]));
      };
      const [ahead, behind] = [(await readRevision(service.database)) + 1, await readRevision(database)];
      for (let revision = behind; revision < ahead; revision += 1) await announceChange(database);
      expect([await ask(), await ask()]).toEqual([
        [0, 1],
        [0, 1],
      ]);
      await announceChange(service.database);
      expect([await ask(), await ask()]).toEqual([
        [0, 1],
        [1, 0],
      ]);
    } finally {
      await primary.close();
    }
  });

  test("does not keep refusals", async () => {
    await get("/v1/boi/BOI-INCONNU");
    const before = await lookups();
    expect((await get("/v1/boi/BOI-INCONNU")).status).toBe(404);
    const after = await lookups();
    expect(after.map((line, index) => countOf(line) - countOf(before[index]))).toEqual([0, 1]);
  });
});

function countOf(line: string | undefined): number {
  return Number(line?.split(" ").at(-1) ?? 0);
}
