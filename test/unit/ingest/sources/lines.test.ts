import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../../../../ingest/sources/bytes.ts";
import { temporaryFolder } from "../../../folders.ts";

function fileOf(bytes: string | Uint8Array): string {
  const path = join(temporaryFolder(), "lines");
  writeFileSync(path, bytes);
  return path;
}

async function linesOf(path: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const { number, bytes, isTerminated } of readLines(path)) {
    lines.push(`${number}:${Buffer.from(bytes).toString()}${isTerminated ? "" : " (non terminée)"}`);
  }
  return lines;
}

describe("lines of a file", () => {
  test.each([
    { promise: "are numbered from one, blank ones not given", text: "a\n\nb\n", lines: ["1:a", "3:b"] },
    {
      promise: "end with a line feed, alone or after a carriage return",
      text: "a\r\nb\n",
      lines: ["1:a", "2:b"],
    },
    { promise: "tell when the last one has no end", text: "a\nb", lines: ["1:a", "2:b (non terminée)"] },
    { promise: "are none in an empty file", text: "", lines: [] },
  ])("$promise", async ({ text, lines }) => {
    expect(await linesOf(fileOf(text))).toEqual([...lines]);
  });

  test("longer than the reading buffer come whole", async () => {
    const long = "é".repeat(700_000);
    expect(await linesOf(fileOf(`${long}\n${long}x\nfin\n`))).toEqual([`1:${long}`, `2:${long}x`, "3:fin"]);
  });

  test("are read from gzip whatever the file's name", async () => {
    expect(await linesOf(fileOf(Bun.gzipSync("a\nb\n")))).toEqual(["1:a", "2:b"]);
  });

  test("of a gzip that was cut are refused, with a message that says so", async () => {
    const random = crypto.getRandomValues(new Uint8Array(50_000));
    const whole = Bun.gzipSync(Buffer.from(random).toString("base64"));
    const read = linesOf(fileOf(whole.subarray(0, whole.length - 20)));
    await expect(read).rejects.toThrow("gzip coupée ou abîmée");
  });
});
