import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { OutageLog } from "../../../db/engine/outage-log.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { connectServer, disconnect } from "../../../db/postgres/client.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { activateEmbedder } from "../../../search/embeddings/fillings.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { checkComponents, isOperational } from "../../../src/features/service/status.ts";
import { DamageSightings } from "../../../src/operator/damage-sightings.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { fakeFullText } from "../../fixtures/fulltext.ts";
import { addRun } from "../../fixtures/runs.ts";
import { fakeSemantic } from "../../fixtures/semantic.ts";
import { forOneStore } from "../../servers/stores.ts";

const SUCCESS = "2026-03-02T04:10:00Z";
/** Long enough for the working components, on a busy machine. */
const SHORT_LIMIT_MS = 500;
const NO_ANSWER = "Aucune réponse en 500 ms.";
const isSourceOther = async () => false;
const COMPONENTS = ["d1", "kv", "r2", "vectorize", "search", "ingestion"];

forOneStore((_, open) => {
  let store: RelationalStore;
  let isOther = false;
  const check = (
    now: string,
    answers: Partial<FullTextReader> = {},
    timeLimitMs?: number,
    outages?: OutageLog,
  ) =>
    checkComponents(
      {
        database: store.database,
        primary: store.database,
        fulltext: fakeFullText(answers),
        sightings: new DamageSightings(() => new Date(now)),
        isSourceOther: async () => isOther,
        ...(outages && { outages }),
        ...fakeSemantic(),
      },
      new Date(now),
      timeLimitMs,
    );
  const checkVectors = async (semantic: ReturnType<typeof fakeSemantic>, timeLimitMs?: number) =>
    checkComponents(
      {
        database: store.database,
        primary: store.database,
        fulltext: fakeFullText({}),
        sightings: new DamageSightings(() => new Date(SUCCESS)),
        isSourceOther,
        ...semantic,
      },
      new Date(SUCCESS),
      timeLimitMs,
    );

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test("a store that nothing was imported into is operational, and says so", async () => {
    const checks = await check(SUCCESS);
    expect(Object.keys(checks)).toEqual(COMPONENTS);
    expect(isOperational(checks)).toBe(true);
    expect(checks.ingestion.detail).toContain("Aucune ingestion");
    expect(checks.r2.detail).toContain("Aucun document");
  });

  test("a store in order is operational", async () => {
    await addDocuments(store.database, { boiId: "BOI-IR-1" });
    await addRun(store.database, "succeeded", SUCCESS);
    await activateEmbedder(store.database, "essai");
    const checks = await check("2026-03-02T05:00:00Z");
    expect(isOperational(checks)).toBe(true);
    for (const { component, latency_ms } of Object.values(checks)) {
      expect(component).not.toBe("");
      expect(latency_ms).toBeGreaterThanOrEqual(0);
    }
  });

  test.each([
    ["47 hours", "2026-03-04T03:10:00Z", true],
    ["48 hours", "2026-03-04T04:10:00Z", false],
  ])("an import that succeeded %s ago: %s, in order: %p", async (_, now, ok) => {
    expect((await check(now)).ingestion.ok).toBe(ok);
  });

  test("a source other than what the store was filled from is a remark, and takes nothing from the state", async () => {
    isOther = true;
    const checks = await check(SUCCESS);
    isOther = false;
    expect(checks.ingestion).toMatchObject({ ok: true, detail: expect.stringContaining("SOURCE n'est pas") });
    expect(isOperational(checks)).toBe(true);
  });

  test("an engine that fails degrades its own check alone, without giving an address away", async () => {
    const ping = () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3:7700"));
    const checks = await check(SUCCESS, { ping });
    expect(Object.values(checks).map(({ ok }) => ok)).toEqual([true, true, true, true, false, true]);
    expect(checks.search.detail).toBe("Le composant ne répond pas.");
    expect(isOperational(checks)).toBe(false);
  });

  test("a component at fault is logged once with its cause, and once more when it works again", async () => {
    const lines: { msg: string; outage: string; err?: { stack: string } }[] = [];
    const logger = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
    const outages = new OutageLog(logger, { began: "began", goesOn: "goes on", over: "over" });
    const cause = new Error("connect ECONNREFUSED 10.1.2.3:7700");
    const ping = () => Promise.reject(new EngineUnavailable("essai", "Le service est parti.", { cause }));
    const watched = (answers: Partial<FullTextReader>) => check(SUCCESS, answers, undefined, outages);
    await watched({ ping });
    await watched({ ping });
    await watched({});
    expect(lines.map(({ msg, outage }) => [msg, outage])).toEqual([
      ["began", "Index plein texte"],
      ["over", "Index plein texte"],
    ]);
    expect(lines[0]?.err?.stack).toContain("ECONNREFUSED 10.1.2.3:7700");
  });

  test("an engine's own French message is passed on", async () => {
    const ping = () => Promise.reject(new EngineUnavailable("fulltext", "L'index n'existe pas encore."));
    expect((await check(SUCCESS, { ping })).search.detail).toBe("L'index n'existe pas encore.");
  });

  const away = () => Promise.reject(new EngineUnavailable("essai", "Le service est parti."));
  const hanging = () => new Promise<never>(() => {});
  test.each([
    ["the vectors are away", { vectors: { ping: away } }, "Le service est parti."],
    ["the embedder is away", { embedder: { ping: away } }, "Le service est parti."],
    ["the vectors hang", { vectors: { ping: hanging } }, NO_ANSWER],
    ["the embedder hangs", { embedder: { ping: hanging } }, NO_ANSWER],
  ])("when %s, only the vector index is out of order", async (_, fault, detail) => {
    const checks = await checkVectors(fakeSemantic(fault), SHORT_LIMIT_MS);
    expect(checks.vectorize).toMatchObject({ ok: false, detail });
    expect(Object.values(checks).map(({ ok }) => ok)).toEqual([true, true, true, false, true, true]);
  });

  test("what the vectors have to remark is told, in order as they are", async () => {
    const ping = async () => "Tout est comparé.";
    const { vectorize } = await checkVectors(fakeSemantic({ vectors: { ping } }));
    expect(vectorize).toMatchObject({ ok: true, detail: "Tout est comparé." });
  });

  test("the servers of the full text are counted when there are several, whether it is in order or not", async () => {
    const servers = async () => ({ up: 2, inStep: 1, total: 3 });
    const serveurs = { en_marche: 2, a_jour: 1, total: 3 };
    expect((await check(SUCCESS, { servers })).search).toMatchObject({ ok: true, serveurs });
    expect((await check(SUCCESS, { servers, ping: away })).search).toMatchObject({ ok: false, serveurs });
    expect((await check(SUCCESS)).search).not.toHaveProperty("serveurs");
  });

  test("an engine that hangs is given up after the time limit", async () => {
    const ping = () => new Promise<void>(() => {});
    const { search } = await check(SUCCESS, { ping }, SHORT_LIMIT_MS);
    expect(search).toMatchObject({ ok: false, detail: NO_ANSWER });
  });
});

test("a relational store that is away is told by every check that needs it, and nothing is thrown", async () => {
  const database = connectServer({ url: "postgres://nobody:secret@127.0.0.1:1/none" });
  const checks = await checkComponents(
    {
      database,
      primary: database,
      fulltext: fakeFullText({}),
      sightings: new DamageSightings(() => new Date(SUCCESS)),
      isSourceOther,
      ...fakeSemantic(),
    },
    new Date(SUCCESS),
  );
  const faulty = Object.entries(checks).filter(([, { ok }]) => !ok);
  expect(faulty.map(([name]) => name)).toEqual(["d1", "kv", "r2", "vectorize", "ingestion"]);
  expect(JSON.stringify(checks)).not.toMatch(/secret|127\.0\.0\.1/);
  await disconnect(database);
});
