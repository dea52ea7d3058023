import { expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** `docs/decisions.md`, `docs/decisions.md, « Graph »`, also over two lines of a comment. */
const CITED = /docs\/[\w-]+\.md(?:,(?:\s|\*)+« ([^»]+) »)?/g;

test("every document of the repository that a comment cites is there, with the heading it names", async () => {
  const missing: string[] = [];
  for (const folder of ["bofip", "config", "db", "ingest", "search", "src", "test"]) {
    for (const file of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)) {
      if (file === "test/unit/cited-documents.test.ts") continue;
      for (const [cited, heading] of (await Bun.file(join(ROOT, file)).text()).matchAll(CITED)) {
        const document = Bun.file(join(ROOT, cited.split(",")[0] ?? ""));
        const headings = (await document.exists())
          ? (await document.text()).split("\n").filter((line) => line.startsWith("#"))
          : null;
        const isThere =
          heading === undefined || headings?.some((line) => line.replace(/^#+ /, "") === heading);
        if (headings === null || !isThere) missing.push(`${file}: ${cited}`);
      }
    }
  }
  expect(missing).toEqual([]);
});
