import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { canonicalSource } from "../../../../config/allowed-sources.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { rememberSource } from "../../../../db/queries/corpus.ts";
import { assertSameSource, chooseSource, OtherSource } from "../../../../ingest/sources/remembered.ts";
import { rejectionOf } from "../../../rejection.ts";
import { openEmbedded } from "../../../servers/stores.ts";

const EXPORT = "https://exemple.fr/export.jsonl";
const MANIFEST = "https://exemple.fr/manifeste.json";

describe("a store that remembers its source", () => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await openEmbedded();
  });
  afterAll(() => store.close());

  test.each([
    { remembered: EXPORT, asked: EXPORT },
    { remembered: EXPORT, asked: `${EXPORT},${MANIFEST}` },
    { remembered: "./exports/un.jsonl", asked: "exports/un.jsonl" },
    { remembered: "sample", asked: "sample" },
  ])("of $remembered accepts $asked", async ({ remembered, asked }) => {
    await rememberSource(store.database, canonicalSource(remembered));
    expect(await assertSameSource(store.database, asked)).toBeUndefined();
  });

  test.each([
    { remembered: EXPORT, asked: MANIFEST },
    { remembered: `${EXPORT},${MANIFEST}`, asked: EXPORT },
    { remembered: "sample", asked: `sample,${EXPORT}` },
  ])("of $remembered refuses $asked", async ({ remembered, asked }) => {
    await rememberSource(store.database, canonicalSource(remembered));
    expect(await rejectionOf(assertSameSource(store.database, asked))).toBeInstanceOf(OtherSource);
  });

  test.each([
    { remembered: EXPORT, source: MANIFEST, isSourceNamed: true, chosen: MANIFEST },
    { remembered: EXPORT, source: "sample", isSourceNamed: false, chosen: EXPORT },
    { remembered: "sample", source: `${EXPORT},${MANIFEST}`, isSourceNamed: false, chosen: "sample" },
    // A default that has grown since still includes the source that filled the store.
    {
      remembered: EXPORT,
      source: `${EXPORT},${MANIFEST}`,
      isSourceNamed: false,
      chosen: `${EXPORT},${MANIFEST}`,
    },
  ])("of $remembered, asked for $source (named: $isSourceNamed), is given $chosen", async (row) => {
    await rememberSource(store.database, row.remembered);
    expect(await chooseSource(store.database, row)).toBe(row.chosen);
  });

  test.each([
    { remembered: EXPORT, asked: "sample", forced: [false, false] },
    { remembered: "sample", asked: EXPORT, forced: [false, false] },
    { remembered: EXPORT, asked: MANIFEST, forced: [false, false, true] },
  ])("of $remembered asked for $asked never offers to join fiction and doctrine", async (row) => {
    await rememberSource(store.database, row.remembered);
    const { message } = (await rejectionOf(assertSameSource(store.database, row.asked))) as OtherSource;
    const advice = message.split("\n").slice(1);
    expect(advice.map((line) => line.includes("--force"))).toEqual([...row.forced]);
  });
});
