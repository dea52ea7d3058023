import { afterAll, beforeAll, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { activateEmbedder } from "../../../../search/embeddings/fillings.ts";
import { warmUp } from "../../../../src/process/serve.ts";
import { fakeSemantic } from "../../../fixtures/semantic.ts";
import { openEmbedded } from "../../../servers/stores.ts";

let store: RelationalStore;
beforeAll(async () => {
  store = await openEmbedded();
});
afterAll(() => store.close());

const warmUpWith = (ping: (version: string) => Promise<void>, timeLimitMs?: number, rank = async () => []) =>
  warmUp(
    {
      database: store.database,
      ...fakeSemantic({ vectors: { ping: async (version) => ping(version).then(() => null) } }),
      postings: { rank, passagesOf: async () => [] },
    },
    timeLimitMs,
  );

test("before any ingestion there is nothing to wait for", async () => {
  const asked: string[] = [];
  await warmUpWith(async (version) => void asked.push(version));
  expect(asked).toEqual([]);
});

test("ends once the vectors of the version in use can be searched", async () => {
  await activateEmbedder(store.database, "v1");
  const loaded: string[] = [];
  await warmUpWith(async (version) => {
    await Bun.sleep(20);
    loaded.push(version);
  });
  expect(loaded).toEqual(["v1"]);
});

test("has the stems of the corpus read as well", async () => {
  let isRead = false;
  await warmUpWith(
    async () => {},
    1_000,
    async () => {
      isRead = true;
      return [];
    },
  );
  expect(isRead).toBe(true);
});

test("does not wait for ever, nor fail, when the vectors can't be had", async () => {
  await activateEmbedder(store.database, "v1");
  await warmUpWith(() => Promise.reject(new EngineUnavailable("vectors", "absent")));
  await warmUpWith(() => new Promise<void>(() => {}), 20);
});
