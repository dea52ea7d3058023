import { describe, expect, test } from "bun:test";
import { digestOf, isSameDigest } from "../../../../db/engine/digest.ts";

const ENTRIES = ["BOI-IR-A x", "BOI-IR-B y", "BOI-IR-C z"];

describe("the digest of a store", () => {
  test("does not depend on the order of its entries", () => {
    expect(digestOf(ENTRIES.toReversed())).toEqual(digestOf(ENTRIES));
  });

  test.each([
    { change: "an entry is missing", entries: ENTRIES.slice(1) },
    { change: "an entry is doubled", entries: [...ENTRIES, "BOI-IR-A x"] },
    { change: "two entries are doubled", entries: [...ENTRIES, ...ENTRIES] },
    { change: "an entry is altered", entries: ["BOI-IR-A w", ...ENTRIES.slice(1)] },
    { change: "an entry stands in another's place", entries: [...ENTRIES.slice(1), "BOI-IR-B y"] },
  ])("is another one when $change", ({ entries }) => {
    expect(isSameDigest(digestOf(entries), digestOf(ENTRIES))).toBe(false);
  });

  test("is written in 16 digits, zero for a store that holds nothing", () => {
    expect(digestOf([])).toEqual({ count: 0, digest: "0000000000000000" });
    expect(digestOf(ENTRIES).digest).toMatch(/^[0-9a-f]{16}$/);
  });
});
