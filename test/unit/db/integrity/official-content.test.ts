import { describe, expect, test } from "bun:test";
import { officialContent } from "../../../../db/integrity/stored-record.ts";

const LINE = JSON.stringify({ contenu_html: "<p>Décote</p>", contenu: "Décote" });

describe("the official content of a record", () => {
  test.each([
    ["a line", LINE, "<p>Décote</p>"],
    ["a line without HTML", JSON.stringify({ contenu_html: null, contenu: "Décote" }), "Décote"],
    ["the first line of a file that begins with a byte order mark", `\ufeff${LINE}`, "<p>Décote</p>"],
    ["a line among white space", ` \u00a0${LINE}\t`, "<p>Décote</p>"],
    ["a line that is no JSON", "{", ""],
  ])("of an export: %s", (_, line, expected) => {
    expect(officialContent("export", Buffer.from(line))).toBe(expected);
  });

  test("of an archive is its HTML", () => {
    expect(officialContent("archive", Buffer.from(JSON.stringify({ html: "<p>Décote</p>" })))).toBe(
      "<p>Décote</p>",
    );
  });
});
