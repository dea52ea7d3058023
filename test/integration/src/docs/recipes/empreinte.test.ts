import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fingerprint } from "../../../../../bofip/text/characters.ts";

const RECIPES = join(import.meta.dir, "../../../../../src/docs/recipes");

const WHITE_SPACE = [
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005],
  ...[0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
].map((code) => String.fromCodePoint(code));

/** What some languages count as white space, or show as nothing. */
const NO_WHITE_SPACE = ["\u001c", "\u001d", "\u001e", "\u001f", "\u180e", "\u200b", "\u2060", "\u00ad"];

/** Texts, and the very text whose UTF-8 bytes are digested. */
const VECTORS: readonly (readonly [texte: string, digested: string])[] = [
  ["", ""],
  ["abc", "abc"],
  ["L'impôt\u00a0est dû à 10\u202f%.", "L'impôt est dû à 10 %."],
  ["e\u0301tat, \u212bngström", "état, Ångström"],
  ["ﬁscal, 10², œuvre, « foyer », 😀", "ﬁscal, 10², œuvre, « foyer », 😀"],
  ["\r\n  Un taux\n\n\tréduit \u00a0", "Un taux réduit"],
  [WHITE_SPACE.join(""), ""],
  ...WHITE_SPACE.map((space) => [`${space}a${space}${space}b${space}`, "a b"] as const),
  ...NO_WHITE_SPACE.map((mark) => [`${mark}a${mark}b`, `${mark}a${mark}b`] as const),
];

const texts = VECTORS.map(([texte]) => texte);
const expected = VECTORS.map(([, digested]) => createHash("sha256").update(digested, "utf8").digest("hex"));

const PYTHON = Bun.which("python3");

describe("the recipe of the fingerprint gives the fingerprints of the service", () => {
  test("which are those of the vectors", () => {
    expect(texts.map(fingerprint)).toEqual(expected);
    expect(expected.slice(0, 2)).toEqual([
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ]);
  });

  test("in JavaScript", async () => {
    const ask =
      "console.log(JSON.stringify(await Promise.all(JSON.parse(await Bun.stdin.text()).map(empreinte))))";
    expect(await run([process.execPath, "-e"], "empreinte.js", ask)).toEqual(expected);
  });

  // Python is not needed to work on this project.
  test.skipIf(PYTHON === null)("in Python, where it is installed", async () => {
    const ask = "import json, sys\nprint(json.dumps([empreinte(texte) for texte in json.load(sys.stdin)]))";
    expect(await run([PYTHON ?? "", "-c"], "empreinte.py", ask)).toEqual(expected);
  });
});

/** What a recipe answers for the texts of the vectors. */
async function run(command: readonly string[], recipe: string, ask: string): Promise<unknown> {
  const script = await Bun.file(join(RECIPES, recipe)).text();
  // In ASCII, whatever the encoding that a machine reads by default.
  const asked = JSON.stringify(texts).replace(/[\u007f-\uffff]/g, escaped);
  const asking = Bun.spawnSync([...command, `${script}\n${ask}`], { stdin: Buffer.from(asked) });
  if (!asking.success) throw new Error(asking.stderr.toString());
  return JSON.parse(asking.stdout.toString());
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
