import { describe, expect, test } from "bun:test";
import { PhraseCache } from "../../../../../../search/fulltext/meilisearch/phrases/resolver.ts";

const LONG = "x".repeat(5_000_000);

describe("resolved phrases", () => {
  test("are resolved once, even when asked for at the same time", async () => {
    const cache = new PhraseCache();
    const resolved: string[] = [];
    const resolve = async () => `filter ${resolved.push("a b")}`;
    const filters = await Promise.all([cache.filter("a b", resolve), cache.filter("a b", resolve)]);
    expect([...filters, await cache.filter("a b", resolve)]).toEqual(["filter 1", "filter 1", "filter 1"]);
  });

  test("are tried again after a failure", async () => {
    const cache = new PhraseCache();
    await expect(cache.filter("a b", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await cache.filter("a b", async () => "filter")).toBe("filter");
  });

  test("are forgotten when they take too much room, the one asked for the longest ago first", async () => {
    const cache = new PhraseCache();
    for (const phrase of ["a b", "c d", "e f"]) await cache.filter(phrase, async () => LONG);
    await cache.filter("a b", async () => "again");
    await cache.filter("g h", async () => LONG);
    expect(await cache.filter("a b", async () => "again")).toBe(LONG);
    expect(await cache.filter("c d", async () => "again")).toBe("again");
  });
});
