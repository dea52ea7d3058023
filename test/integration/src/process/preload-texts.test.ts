import { afterEach, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { keepTexts, keptTexts } from "../../../../db/queries/kept-texts.ts";
import { preloadTexts } from "../../../../src/process/serve.ts";
import { addDocuments } from "../../../fixtures/corpus.ts";
import { openEmbedded } from "../../../servers/stores.ts";

const IDS = Array.from({ length: 25 }, (_, rank) => `BOI-IR-PAGE-${rank + 10}`);
const SILENT = pino({ level: "silent" });
const ENOUGH = 32_000_000;

/** A store that a test has closed. */
let gone: RelationalStore | null = null;
let store: RelationalStore;
beforeEach(async () => {
  store = await openEmbedded();
  for (const boiId of IDS) await addDocuments(store.database, { boiId });
  keepTexts(store.reads, ENOUGH);
});
afterEach(async () => {
  if (store !== gone) await store.close();
});

const preload = (signal = new AbortController().signal) => preloadTexts(store.reads, SILENT, signal);
const kept = () => keptTexts(store.reads).among(IDS).versions().length;

test("the texts of all the documents in force are kept before anybody finds them", async () => {
  await preload();
  expect(kept()).toBe(IDS.length);
});

test("as many as there is room for, and no page more", async () => {
  keepTexts(store.reads, 1);
  await preload();
  expect(kept()).toBe(0);
});

test("none any more once the service stops", async () => {
  const stopping = new AbortController();
  stopping.abort();
  await preload(stopping.signal);
  expect(kept()).toBe(0);
});

test("a store that goes away ends it without a failure", async () => {
  await store.close();
  gone = store;
  await preload();
  expect(kept()).toBe(0);
});
