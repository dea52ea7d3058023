import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Coverage, NO_COVERAGE } from "../../../bofip/sources/coverage.ts";
import { connectServer, disconnect } from "../../../db/postgres/client.ts";
import { announceChange } from "../../../db/queries/corpus.ts";
import { corpus } from "../../../db/schema/ingestion.ts";
import { createApp } from "../../../src/app.ts";
import { Status } from "../../../src/features/service/answer.ts";
import { checkSources } from "../../../src/features/service/status.ts";
import { addSourcesGauge } from "../../../src/metrics/gauges.ts";
import { Metrics } from "../../../src/metrics/registry.ts";
import { connectHttp } from "../../integration/src/mcp/client.ts";
import { openService, type TestService } from "../../servers/service.ts";

const SURVEYED = new Date("2026-11-19T04:00:05.000Z");
const HELD: Coverage = {
  until: "2026-11-17",
  news: "2026-09-14",
  fromExport: "2026-09-14",
  fromStock: "2026-11-17",
  gaps: [],
};
const DOCUMENT = "/v1/boi/BOI-IR-LIQ-20-10";
const COVERED = [
  ...[
    DOCUMENT,
    `${DOCUMENT}/graph`,
    `${DOCUMENT}/historique`,
    `${DOCUMENT}/citants`,
    "/v1/plan",
    "/v1/stats",
  ],
  ...[
    "/v1/search?q=quotient",
    "/v1/suggest?q=quotient",
    "/v1/articles",
    "/v1/articles/CGI/197",
    "/v1/decisions",
    "/v1/normes/loi-2007-1223",
    "/v1/journal",
  ],
  ...[
    "/v1/changes?since=2026-11-18",
    "/v1/boi/BOI-IR-ABSENT",
    "/v1/articles/CGI/157",
    `${DOCUMENT}/paragraphes/999`,
  ],
  ...[
    `${DOCUMENT}/paragraphes/10`,
    `${DOCUMENT}/comparaison?de=2025-11-03&a=2026-07-01`,
    `${DOCUMENT}/source?empreinte=1a8e381d6ba5b52bb961df78b5e6179b76bc41764f90b4d022ab851e7af643a1`,
    `${DOCUMENT}/source?empreinte=${"0".repeat(64)}`,
    `${DOCUMENT}?date=1999-01-01`,
    "/v1/plan/IR/LIQ",
    "/v1/plan/ABSENT",
  ],
];

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());

/** Stores a coverage, as a run would: the revision changes with it. */
async function cover(coverage: Coverage, surveyedAt: Date | null = SURVEYED): Promise<void> {
  await service.database.update(corpus).set({ coverage, surveyedAt });
  await announceChange(service.database);
}

const Body = t.Object({ couverture: t.Optional(t.Object({ jusqu_au: t.Union([t.String(), t.Null()]) })) });

async function told(answer: Response) {
  const { couverture } = Value.Parse(Body, await answer.json());
  const { headers } = answer;
  return {
    body: couverture,
    until: headers.get("x-corpus-couverture"),
    surveyed: headers.get("x-corpus-releve"),
  };
}

async function ask(path: string, init: RequestInit = {}) {
  return await service.get(path, key, init);
}

const post = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("pages and feeds", () => {
  const sentence = (day: string) => `Les sources parlent jusqu&#x27;au ${day}`;

  test.each([
    ["/", "17 novembre 2026"],
    ["/journal", "17 novembre 2026"],
    ["/journal?domaine=CF", "17 novembre 2026"],
    ["/consultation/BOI-IR-LIQ-20-10", "17 novembre 2026"],
    ["/flux.atom", "17 novembre 2026"],
    ["/actualites", "14 septembre 2026"],
  ])("%s says up to %s", async (path, day) => {
    await cover(HELD);
    expect(await (await service.get(path)).text()).toContain(sentence(day));
  });

  test("say so when nothing tells", async () => {
    await cover(NO_COVERAGE);
    expect(await (await service.get("/")).text()).toContain("Rien ne dit jusqu&#x27;à quel jour");
  });
});

/** The sample has one annexe without §. */
const TO_JUDGE = 1;

describe("/v1/status", () => {
  const status = async () => {
    const answer = await service.get("/v1/status");
    const { status, checks } = Value.Parse(Status, await answer.json());
    return { http: answer.status, status, sources: checks.sources };
  };

  test("tells how far official sources speak, and that they are late without being out of order", async () => {
    await cover({ ...HELD, until: "2026-11-03", gaps: [{ from: "2026-11-04", to: "2026-11-10" }] });
    expect(await status()).toEqual({
      http: 200,
      status: "operational",
      sources: {
        ok: false,
        jusqu_au: "2026-11-03",
        releve_le: SURVEYED.toISOString(),
        retard_jours: 17,
        trous: [{ du: "2026-11-04", au: "2026-11-10" }],
        a_juger: TO_JUDGE,
      },
    });
    await cover(HELD);
    expect((await status()).sources).toMatchObject({ ok: true, retard_jours: 3, trous: [] });
  });

  test("has nothing to say of the sample", async () => {
    await cover(HELD, null);
    const sources = {
      ok: true,
      jusqu_au: null,
      releve_le: null,
      retard_jours: null,
      trous: [],
      a_juger: TO_JUDGE,
    };
    expect(await status()).toEqual({ http: 200, status: "operational", sources });
  });
});

describe("doctrine_sources_delay_seconds", () => {
  const LATE_DAYS = 16;
  const DAY_S = 86_400;
  /** « late 1468800 »: what the alert reads. */
  const delays = async (now: string) => {
    const metrics = new Metrics();
    addSourcesGauge(metrics, service.database, () => ({ now: new Date(now), lateDays: LATE_DAYS }));
    const text = await metrics.registry.getSingleMetricAsString("doctrine_sources_delay_seconds");
    return [...text.matchAll(/\{state="(\w+)"\} (\d+)$/gm)].map(([, state, delay]) => `${state} ${delay}`);
  };

  test("says how long sources are silent, and when it is too long", async () => {
    await cover(HELD);
    expect(await delays("2026-12-03T12:00:00Z")).toEqual([`in_time ${16 * DAY_S}`]);
    expect(await delays("2026-12-04T12:00:00Z")).toEqual([`late ${17 * DAY_S}`]);
  });

  test("has nothing to say of the sample and of local files", async () => {
    await cover(HELD, null);
    expect(await delays("2027-12-04T12:00:00Z")).toEqual([]);
  });
});

test("a coverage that cannot be read is no news of the sources, and no fault of its own", async () => {
  const database = connectServer({ url: "postgres://nobody:secret@127.0.0.1:1/none" });
  const late = { now: new Date(), lateDays: 16, timeLimitMs: 2_000 };
  expect(await checkSources(database, late)).toMatchObject({
    ok: false,
    jusqu_au: null,
    trous: [],
    a_juger: null,
  });
  await disconnect(database);
});

// The whole of the real corpus takes its time on a busy machine.
setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");

describe.skipIf(!existsSync(CORPUS))("the real corpus (skipped without ../shared)", () => {
  let real: TestService;
  beforeAll(async () => {
    real = await openService(CORPUS);
  });
  afterAll(() => real.close());

  test("does not call unchanged the days that its sources end before", async () => {
    const own = await real.key("interne");
    const changes = await (await real.get("/v1/changes?since=2026-10-23", own)).json();
    expect(changes).toMatchObject({ count: 0, couverture: { jusqu_au: "2026-06-04" } });
    const news = await (await real.get("/v1/actualites", own)).json();
    expect(news).toMatchObject({ couverture: { jusqu_au: "2025-12-29" } });
    real.app.listen({ hostname: "127.0.0.1", port: 0 });
    const mcp = await connectHttp(`http://127.0.0.1:${real.app.server?.port}`, own);
    try {
      const { data, text } = await mcp.call("recent_changes", {});
      // Six changed, two new, one withdrawn by the flux of 27 May.
      expect(data["total"]).toBeGreaterThanOrEqual(8);
      expect(text).toContain("Les sources parlent jusqu'au 4 juin 2026");
    } finally {
      await mcp.client.close();
      await real.app.server?.stop(true);
    }
  });
});

describe("how far the sources speak", () => {
  beforeAll(() => cover(HELD));

  const whole = { body: { jusqu_au: "2026-11-17" }, until: "2026-11-17", surveyed: SURVEYED.toISOString() };

  // Twice: the second body comes from the cache.
  test.each(COVERED.flatMap((path) => [[path], [path]]))("is told by %s", async (path) => {
    expect(await told(await ask(path))).toEqual(whole);
  });

  test.each([
    ["/v1/search/semantic", { question: "quotient familial" }],
    ["/v1/search/hybride", { question: "quotient familial" }],
    ["/v1/contexte", { question: "quotient familial" }],
    ["/v1/citations", { texte: "Le BOI-IR-LIQ-20-10, § 10." }],
    ["/v1/suivi", { references: [{ boi_id: "BOI-IR-LIQ-20-10", numero: "10", date: "2026-11-01" }] }],
  ])("is told by %s", async (path, body) => {
    expect(await told(await ask(path, post(body)))).toEqual(whole);
  });

  test.each(
    [
      "/v1/actualites",
      "/v1/actualites/ACTU-2026-00038",
      "/v1/actualites/ACTU-1999-00001",
      "/v1/journal?evenement=actualite",
    ].flatMap((path) => [[path], [path]]),
  )("is told by %s as far as exports do", async (path) => {
    expect(await told(await ask(path))).toMatchObject({
      body: { jusqu_au: "2026-09-14" },
      until: "2026-09-14",
    });
  });

  test("is on the first line of an export, and no other", async () => {
    const answer = await ask("/v1/export?limit=2");
    const lines = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ couverture }) => couverture)).toEqual([
      { jusqu_au: "2026-11-17" },
      undefined,
      undefined,
      undefined,
    ]);
    expect(answer.headers.get("x-corpus-couverture")).toBe("2026-11-17");
  });

  test.each([
    ["/v1/compte", 200],
    ["/v1/health", 200],
    ["/v1/inconnue", 404],
    ["/v1/boi/BOI-IR?x=1", 400],
    ["/v1/search?q=a", 400],
  ])("is no matter of %s (%i)", async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(await told(answer)).toEqual({ body: undefined, until: null, surveyed: null });
  });

  test("is told with the 304 that spares the body", async () => {
    const etag = (await ask(DOCUMENT)).headers.get("etag") ?? "";
    const spared = await ask(DOCUMENT, { headers: { "if-none-match": etag } });
    expect(spared.status).toBe(304);
    expect(spared.headers.get("x-corpus-couverture")).toBe("2026-11-17");
    expect(spared.headers.get("x-corpus-releve")).toBe(SURVEYED.toISOString());
  });

  test("changes the ETag when it moves, not when the sources were only asked again", async () => {
    const etag = async () => (await ask(DOCUMENT)).headers.get("etag");
    const before = await etag();
    await service.database.update(corpus).set({ surveyedAt: new Date("2026-11-20T04:00:00Z") });
    expect(await etag()).toBe(before);
    expect((await ask(DOCUMENT)).headers.get("x-corpus-releve")).toBe("2026-11-20T04:00:00.000Z");
    await cover({ ...HELD, until: "2026-11-18" });
    expect(await etag()).not.toBe(before);
    await cover(HELD);
    expect(await etag()).toBe(before);
  });

  test("is that of a replica, which the primary may be ahead of", async () => {
    const primary = await openService(null);
    try {
      const { database, keys, admissions } = primary.deps;
      await database.update(corpus).set({ coverage: { ...HELD, until: "2026-11-19" }, revision: 1_000_000 });
      const app = createApp({ ...service.deps, primary: database, keys, admissions });
      const header = { "x-api-key": await primary.key("interne") };
      const { headers, ...asked } = post({ texte: "Le BOI-IR-LIQ-20-10, § 10." });
      const requests = [
        new Request(`http://localhost${DOCUMENT}`, { headers: header }),
        new Request("http://localhost/v1/citations", {
          ...asked,
          headers: { ...header, "content-type": "application/json" },
        }),
      ];
      for (const request of requests)
        expect((await told(await app.handle(request))).until).toBe("2026-11-17");
      expect(headers).toBeDefined();
    } finally {
      await primary.close();
    }
  });

  test("is null, and no header, while nothing tells", async () => {
    await cover(NO_COVERAGE, null);
    expect(await told(await ask(DOCUMENT))).toEqual({
      body: { jusqu_au: null },
      until: null,
      surveyed: null,
    });
    await cover(HELD);
  });
});
