import { describe, expect, test } from "bun:test";
import { generateKey, hashKey, isWellFormedKey, visibleStartOf } from "../../../../db/keys/stored-key.ts";

describe("a new key", () => {
  const keys = Array.from({ length: 4000 }, generateKey);

  test("has the form of the contract and is well formed", () => {
    for (const key of keys) expect(key).toMatch(/^boi_[0-9A-Za-z]{38}$/);
    expect(keys.every(isWellFormedKey)).toBe(true);
  });

  test("is never given twice", () => {
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("draws all 62 characters alike", () => {
    const counts = new Map<string, number>();
    for (const character of keys.flatMap((key) => [...key.slice(4, 36)])) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    // A modulo bias would be 25 %; 15 % is seven standard deviations of a fair draw.
    const expected = (keys.length * 32) / 62;
    const deviations = [...counts.values()].map((count) => Math.abs(count - expected) / expected);
    expect(counts.size).toBe(62);
    expect(Math.max(...deviations)).toBeLessThan(0.15);
  });
});

describe("garbage is refused without asking the store", () => {
  // Checksums computed independently, with Python's zlib.crc32.
  const key = "boi_abcdefghijklmnopqrstuvwxyzABCDEF2oA8SA";

  test("the checksum is the CRC-32 of all that precedes it, in base 62", () => {
    expect(isWellFormedKey(key)).toBe(true);
    expect(isWellFormedKey("boi_000000000000000000000000000000001cmCy0")).toBe(true);
  });

  test("one wrong character is noticed wherever it is", () => {
    for (const [index, character] of [...key].entries()) {
      const wrong = key.slice(0, index) + (character === "x" ? "y" : "x") + key.slice(index + 1);
      expect([wrong, isWellFormedKey(wrong)]).toEqual([wrong, false]);
    }
  });

  test.each([
    "",
    "boi_",
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.replace("a", "é"),
  ])("%j", (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });
});

test("the hash is the SHA-256 of the whole key", () => {
  // FIPS 180-2, appendix B.1.
  expect(Buffer.from(hashKey("abc")).toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("a key is named by its first 12 characters", () => {
  expect(visibleStartOf("boi_abcdefghijklmnopqrstuvwxyzABCDEF2oA8SA")).toBe("boi_abcdefgh");
});
