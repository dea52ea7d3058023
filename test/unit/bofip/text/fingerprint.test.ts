import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { fingerprint, normalise } from "../../../../bofip/text/characters.ts";

/** Computed independently, with Python's `hashlib` and `unicodedata`. */
const VECTORS = [
  ["nothing", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  [
    "white space alone",
    " \u00a0\n\ufeff",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  ],
  ["plain letters", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "an accent apart from its letter",
    "L'impo\u0302t est du\u0302.",
    "8de7f05b939bc0ecf2e6c438cc7e6e61c61de55c50fa3c1aee27aa38de55e5ad",
  ],
  [
    "the same accent in its letter",
    "L'imp\u00f4t est d\u00fb.",
    "8de7f05b939bc0ecf2e6c438cc7e6e61c61de55c50fa3c1aee27aa38de55e5ad",
  ],
  [
    "a supplementary character",
    "Le taux 𝛼\u202f: 12,5\u00a0%.",
    "9d2d0d759f6f3657ef38b3f2519803d206693bae357f97e80b82c78914d3745f",
  ],
] as const;

test.each(VECTORS)("the fingerprint of %s", (_, text, expected) => {
  expect(fingerprint(text)).toBe(expected);
});

const SPACES = [
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
  0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
].map((code) => String.fromCodePoint(code));

test("every white space counts as one space, alone or in a run, and not at all at the ends", () => {
  for (const space of SPACES) {
    expect(normalise(`${space}a${space}${space}b${space}`)).toBe("a b");
    expect(normalise(space)).toBe("");
  }
  expect(normalise(`a${SPACES.join("")}b`)).toBe("a b");
});

test("what only looks like white space is text", () => {
  for (const code of [0x200b, 0x200c, 0x200d, 0x2060, 0x180e, 0x1c, 0x1f])
    expect(normalise(`a${String.fromCodePoint(code)}b`)).toHaveLength(3);
});

test("it is the SHA-256 of the normalised text", () => {
  const text = "Le  revenu\n imposable";
  expect(fingerprint(text)).toBe(createHash("sha256").update("Le revenu imposable", "utf8").digest("hex"));
});
