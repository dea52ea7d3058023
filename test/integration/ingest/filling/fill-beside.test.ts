import { beforeEach, describe, expect, test } from "bun:test";
import { readBacklog } from "../../../../db/ingestion/derived/embedding.ts";
import { readActiveEmbedder, readRevision } from "../../../../db/queries/corpus.ts";
import { readRun, requestRun } from "../../../../db/runs/runs.ts";
import { passageVectors } from "../../../../db/schema/passages.ts";
import { fillBeside } from "../../../../ingest/derived/filler.ts";
import { keepServing } from "../../../../ingest/derived/vectors/sync.ts";
import { Journal } from "../../../../ingest/journal/journal.ts";
import { RunQueue } from "../../../../ingest/queue/queue.ts";
import { completedVersion } from "../../../../search/embeddings/completed.ts";
import {
  forgetAbandoned,
  readFillings,
  recordFilling,
  serveFilling,
} from "../../../../search/embeddings/fillings.ts";
import type { LanguageModel } from "../../../../search/embeddings/language-model.ts";
import { readModel } from "../../../../search/embeddings/models.ts";
import { activeVersion, openQuestionEmbedders } from "../../../../search/embeddings/open.ts";
import type { Judgement, VectorIndex } from "../../../../search/vectors/port.ts";
import { connectQdrant } from "../../../../search/vectors/qdrant/client.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { eventually } from "../../../eventually.ts";
import { embeddingLike } from "../../../fixtures/encoder.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { startOwnQdrant } from "../../../servers/own-qdrant.ts";
import { startQdrant } from "../../../servers/qdrant.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { dating, ingester, writeExport } from "../exports.ts";
import { useOwnStore } from "../own-store.ts";
import { corpus, goingOnWhile } from "./corpus.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ENCODER = "essai@512";

/** Texts sent to the encoder. */
let encoded: string[] = [];
let isKept = true;
/** Of the index that was filled. */
let judgements: Judgement[] = [];
beforeEach(() => {
  [encoded, isKept, judgements] = [[], true, []];
});

const model: LanguageModel = {
  isKept: () => isKept,
  encoder: embeddingLike((texts) => void encoded.push(...texts)),
};

const store = useOwnStore(openEmbedded);

async function ingest(
  count: number,
  date = "2021-01-31",
  index: VectorIndex | null = null,
  now?: string,
): Promise<void> {
  const vectors = { embeddings: { kind: "corpus" }, index } as const;
  await ingester(store.database, now).ingest(writeExport([...corpus(count), dating(date)]), { vectors });
}

/** @param batches after which it must stop. */
function fill(batches = Number.POSITIVE_INFINITY, index: VectorIndex | null = null): Promise<number | null> {
  let left = batches;
  return fillWhile(() => left-- > 0, index);
}

function fillWhile(mayGoOn: () => boolean, index: VectorIndex | null): Promise<number | null> {
  return fillBeside({
    database: store.database,
    encoder: model.encoder,
    index,
    clock: () => NOW,
    signal: goingOnWhile(mayGoOn),
    judged: (judgement) => judgements.push(judgement),
  });
}

const queueConfig = () =>
  ({ ...EMBEDDED_ENGINES, database: { kind: "embedded" }, dataDir: temporaryFolder() }) as const;
const embedders = () => openQuestionEmbedders({ kind: "corpus" }, store.database, model);
const inUse = async () => await activeVersion({ database: store.database, embedders: embedders() });
const filling = async () => (await readFillings(store.database))[0];
const versions = async () =>
  (await store.database.selectDistinct({ version: passageVectors.version }).from(passageVectors))
    .map(({ version }) => version)
    .sort();

describe("the vectors of a language model", () => {
  test("are filled beside those of the corpus model, which answer until they are whole", async () => {
    await ingest(40);
    const base = (await readActiveEmbedder(store.database)) ?? "";
    expect(encoded).toEqual([]);
    expect(await fill(1)).toBeNull();
    expect(await filling()).toMatchObject({ passages: 40, missing: 24, since: NOW, isServing: false });
    expect(await inUse()).toBe(base);
    expect(await fill()).toBe(24);
    expect(await filling()).toMatchObject({ passages: 40, missing: 0, since: null, isServing: true });
    expect(await inUse()).toBe(completedVersion(ENCODER, base));
    expect(await versions()).toEqual([base, ENCODER, completedVersion(ENCODER, base)].sort());
  });

  test("are not asked of the encoder twice, wherever a filling was left", async () => {
    await ingest(40);
    await fill(2);
    await fill();
    expect(encoded.toSorted()).toEqual([...new Set(encoded)].toSorted());
    expect(encoded).toHaveLength(40);
    const revision = await readRevision(store.database);
    expect(await fill()).toBe(0);
    expect(await readRevision(store.database)).toBe(revision);
  });

  test("answer in no process that does not hold the model, and never fail one", async () => {
    await ingest(40);
    await fill();
    isKept = false;
    expect(await inUse()).toBe((await readActiveEmbedder(store.database)) ?? "");
  });

  test("answer while less than one passage in a hundred lacks one, and no longer", async () => {
    await ingest(200);
    await fill();
    await ingest(201, "2021-02-28");
    expect(await filling()).toMatchObject({ passages: 201, missing: 1, isServing: true });
    await ingest(206, "2021-03-31");
    expect(await filling()).toMatchObject({ missing: 6, isServing: false });
    expect(await inUse()).toBe((await readActiveEmbedder(store.database)) ?? "");
    expect(await fill()).toBe(6);
    expect(await inUse()).toStartWith(ENCODER);
  });

  test("are completed anew by a corpus model trained anew, without the encoder", async () => {
    await ingest(40);
    await fill();
    encoded = [];
    await ingest(60, "2021-02-28");
    const base = (await readActiveEmbedder(store.database)) ?? "";
    expect(await filling()).toMatchObject({ version: completedVersion(ENCODER, base), isServing: false });
    expect(await inUse()).toBe(base);
    await fill();
    expect(encoded).toHaveLength(20);
    expect(await inUse()).toBe(completedVersion(ENCODER, base));
    expect(await versions()).toEqual([base, ENCODER, completedVersion(ENCODER, base)].sort());
  });

  test("follow what a run changes, which its thread has the process's own model embed", async () => {
    await ingest(40);
    await fill();
    const source = writeExport([...corpus(42), dating("2021-02-28")]);
    await requestRun(store.database, { source, forced: true });
    encoded = [];
    expect(await new RunQueue({ config: queueConfig(), store, model }).drain()).toBe(true);
    expect(encoded).toHaveLength(2);
    expect(await filling()).toMatchObject({ passages: 42, missing: 0, isServing: true });
    expect(await inUse()).toStartWith(ENCODER);
  });

  test("are those of a filling that nothing stopped, wherever one was cut short", async () => {
    const sql = store.database.$client;
    const held = () => sql`
      select version, text_hash, encode(components, 'base64') as components from passage_vectors order by 1, 2`;
    await ingest(40);
    await fill();
    const whole = [...(await held())];
    await sql`delete from passage_vectors where version like ${`${ENCODER}%`}`;
    await sql.unsafe(
      "alter table passage_vectors add constraint cut check (version not like '%+2+%') not valid",
    );
    expect(String(await rejectionOf(fill()))).toContain("cut");
    await sql`alter table passage_vectors drop constraint cut`;
    await fill();
    expect([...(await held())]).toEqual(whole);
  });

  test("are filled by a worker that has nothing else to do, and that leaves them at once for a run", async () => {
    await ingest(40);
    const held = Promise.withResolvers<void>();
    let hasBegun = false;
    const slow: LanguageModel = {
      isKept: () => true,
      encoder: {
        ...model.encoder,
        async embedPassages(texts) {
          hasBegun = true;
          await held.promise;
          return await model.encoder.embedPassages(texts);
        },
      },
    };
    const ended = Promise.withResolvers<number>();
    const queue = new RunQueue({
      config: queueConfig(),
      store,
      model: slow,
      resumes: true,
      onEvent(event) {
        if (event.kind === "filled") ended.resolve(event.embedded);
      },
    });
    await eventually(async () => {
      await queue.drain();
      expect(hasBegun).toBe(true);
    });
    const source = writeExport([...corpus(41), dating("2021-02-28")]);
    const id = await requestRun(store.database, { source, forced: true });
    // Whatever the model is working on.
    expect(await queue.drain()).toBe(true);
    expect((await readRun(store.database, id))?.status).toBe("succeeded");
    expect(await filling()).toMatchObject({ passages: 41, missing: 41, isServing: false });
    held.resolve();
    await eventually(async () => {
      await queue.drain();
      expect(await filling()).toMatchObject({ missing: 0, isServing: true });
    });
    expect(await ended.promise).toBeGreaterThan(0);
    await queue.stop();
  });

  test("are filled by a worker that stops at once, whatever the model is working on", async () => {
    await ingest(40);
    const asked = Promise.withResolvers<void>();
    const silent: LanguageModel = {
      isKept: () => true,
      encoder: {
        ...model.encoder,
        embedPassages() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
    };
    const queue = new RunQueue({ config: queueConfig(), store, model: silent, resumes: true });
    const polling = setInterval(() => void queue.drain(), 100);
    await asked.promise;
    clearInterval(polling);
    await queue.stop();
    expect(await filling()).toMatchObject({ passages: 40, missing: 40, isServing: false });
  });

  test.each([
    [29, [ENCODER]],
    [31, []],
  ])("that nobody has filled for %d days, and that a run has no use for: %p stay", async (days, left) => {
    await ingest(40);
    await fill(1);
    const later = new Date(NOW.getTime() + days * 86_400_000);
    await ingest(41, "2021-02-28", null, later.toISOString());
    expect((await readFillings(store.database)).map(({ encoder }) => encoder)).toEqual(left);
    expect(await versions()).toHaveLength(1 + 2 * left.length);
  });

  test("that another process asks for stay as long as they answer, or its run has the model", async () => {
    const { database } = store;
    const later = new Date("2030-01-01T00:00:00Z");
    const state = { encoder: ENCODER, version: ENCODER, passages: 200, missing: 1 };
    await recordFilling(database, state, NOW);
    await serveFilling(database, state);
    await forgetAbandoned(database, () => false, later);
    await recordFilling(database, { ...state, missing: 2 }, NOW);
    await forgetAbandoned(database, (encoder) => encoder === ENCODER, later);
    expect(await filling()).toMatchObject({ encoder: ENCODER, isServing: false });
    await forgetAbandoned(database, () => false, later);
    expect(await filling()).toBeUndefined();
  });

  test("follow a run by so many passages at most, to the nearest batch: the rest is filled beside", async () => {
    await ingest(60);
    await fill();
    const { database } = store;
    const version = await inUse();
    await database.delete(passageVectors);
    const base = await readModel(database, (await readActiveEmbedder(database)) ?? "");
    if (base === null) throw new Error("the corpus model is there");
    const journal = new Journal(database, 1, new AbortController().signal);
    encoded = [];
    const stores = { embeddings: { kind: "corpus" }, model: model.encoder, index: null } as const;
    await keepServing(database, stores, base, journal, 20);
    expect(encoded).toHaveLength(32);
    expect((await readBacklog(database, version)).missing).toBe(28);
  });

  test("stand in the vector index beside the others, and leave with those of a service", async () => {
    const qdrant = await startOwnQdrant();
    try {
      const connection = { url: qdrant.url, apiKey: null, prefix: "essai" };
      const index = openQdrantIndex(connection);
      await ingest(40, "2021-01-31", index);
      await fill(Number.POSITIVE_INFINITY, index);
      expect((await index.digest(await inUse())).count).toBe(40);
      await ingest(41, "2021-02-28", index);
      expect((await connectQdrant(connection, 5_000).getCollections()).collections).toHaveLength(4);
      await fill(Number.POSITIVE_INFINITY, index);
      expect((await index.digest(await inUse())).count).toBe(41);
    } finally {
      await qdrant.discard();
    }
  });
});

test("questions are compared with an index once its recall is measured, which may be stopped and taken up", async () => {
  const qdrant = startQdrant();
  try {
    const index = openQdrantIndex({ url: qdrant.url, apiKey: null, prefix: "essai" });
    await ingest(40, "2021-01-31", index);
    const before = qdrant.asked.length;
    expect(await fillWhile(() => qdrant.asked.length < before + 10, index)).toBeNull();
    expect(judgements).toEqual([]);
    expect(await inUse()).not.toStartWith(ENCODER);
    expect(await fill(Number.POSITIVE_INFINITY, index)).toBe(0);
    expect(judgements).toMatchObject([{ isTrusted: true }]);
    expect(await inUse()).toStartWith(ENCODER);
  } finally {
    await qdrant.stop();
  }
});

test("before a first ingestion there is nothing to fill", async () => {
  expect(await fill()).toBe(0);
  expect(await readFillings(store.database)).toEqual([]);
});
