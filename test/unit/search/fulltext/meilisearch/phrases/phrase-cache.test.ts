import { describe, expect, test } from "bun:test";
import { phraseCache } from "../../../../../../search/fulltext/meilisearch/phrases/resolver.ts";

const filterOf = (cache: ReturnType<typeof phraseCache>, phrase: string, resolve: () => Promise<string>) =>
  cache.forceFetch(phrase, { context: resolve });

const LONG = "x".repeat(5_000_000);

describe("resolved phrases", () => {
  test("are resolved once, even when asked for at the same time", async () => {
    const cache = phraseCache();
    const resolved: string[] = [];
    const resolve = async () => `filter ${resolved.push("a b")}`;
    const filters = await Promise.all([filterOf(cache, "a b", resolve), filterOf(cache, "a b", resolve)]);
    expect([...filters, await filterOf(cache, "a b", resolve)]).toEqual(["filter 1", "filter 1", "filter 1"]);
  });

  test("are tried again after a failure", async () => {
    const cache = phraseCache();
    await expect(filterOf(cache, "a b", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await filterOf(cache, "a b", async () => "filter")).toBe("filter");
  });

  test("are forgotten when they take too much room, the one asked for the longest ago first", async () => {
    const cache = phraseCache();
    for (const phrase of ["a b", "c d", "e f"]) await filterOf(cache, phrase, async () => LONG);
    await filterOf(cache, "a b", async () => "again");
    await filterOf(cache, "g h", async () => LONG);
    expect(await filterOf(cache, "a b", async () => "again")).toBe(LONG);
    expect(await filterOf(cache, "c d", async () => "again")).toBe("again");
  });
});
