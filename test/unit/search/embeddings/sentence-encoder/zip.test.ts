import { describe, expect, test } from "bun:test";
import { BadArchive, ZipReader } from "../../../../../search/embeddings/sentence-encoder/files/zip.ts";
import { zipOf } from "../../../../fixtures/zip.ts";

const archive = zipOf([
  ["dossier/clair.txt", Buffer.from("en clair"), "stored"],
  ["dossier/serré.txt", Buffer.from("encore ".repeat(1_000)), "deflated"],
]);

describe("an archive", () => {
  test("gives its files by name, stored or deflated", () => {
    const reader = new ZipReader(archive);
    expect(reader.read("dossier/clair.txt").toString()).toBe("en clair");
    expect(reader.read("dossier/serré.txt").toString()).toBe("encore ".repeat(1_000));
  });

  test.each<[string, () => unknown]>([
    ["a file that it does not hold", () => new ZipReader(archive).read("autre.txt")],
    ["no archive", () => new ZipReader(Buffer.from("un texte, plus long qu'une table vide"))],
    ["one cut short", () => new ZipReader(archive.subarray(0, archive.length - 30))],
    [
      "one whose data is damaged",
      () => {
        const damaged = Buffer.from(archive);
        damaged.fill(0xff, damaged.indexOf("serré.txt") + 12, damaged.indexOf("serré.txt") + 24);
        return new ZipReader(damaged).read("dossier/serré.txt");
      },
    ],
  ])("is refused: %s", (_, read) => {
    expect(read).toThrow(BadArchive);
  });
});
