import { expect, test } from "bun:test";
import { Streams } from "../../../../../../search/fulltext/meilisearch/phrases/streams.ts";

test("streams are read once, and a phrase never goes from the title on to the text", async () => {
  const read: string[] = [];
  const streams = new Streams(async (pks) => {
    read.push(...pks);
    return pks.map((pk) => ({ pk, titre_stem: "grand phare", texte_stem: `blanc du port ${pk}` }));
  });
  expect(await streams.holding(["a", "b"], "grand phare")).toEqual(["a", "b"]);
  expect(await streams.holding(["a", "b", "c"], "du port c")).toEqual(["c"]);
  expect(await streams.holding(["a"], "grand phare blanc")).toEqual([]);
  expect(await streams.holding(["a"], "rand phare")).toEqual([]);
  expect(read).toEqual(["a", "b", "c"]);
});
