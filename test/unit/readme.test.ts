/** A newcomer reads the README in five minutes, and what it shows is so. */
import { describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json";
import { GUIDE_ANSWERS } from "../../src/docs/examples/answers.ts";
import { filled, SAMPLE_NAMES } from "../../src/docs/examples/names.ts";
import { fencesOf } from "../../src/docs/markdown/render.tsx";
import { textOf } from "../../src/docs/markdown/text-page.tsx";
import { DOC_PAGES } from "../../src/docs/site.ts";

const ROOT = join(import.meta.dir, "../..");
const text = await Bun.file(join(ROOT, "README.md")).text();
const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
const shownAnswers = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);

/** `"titre": "…"`, `"score": 0.54`. */
const SHOWN_VALUE = /"(\w+)": ("[^"]*"|[\d.]+)/g;

describe("the README", () => {
  test("is at most 1,200 words long", () => {
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(1200);
  });

  test("names commands that the project has", () => {
    const names = [...text.matchAll(/\brun (\w+)/g)].map(([, name = ""]) => name);
    expect(names).toEqual(expect.arrayContaining(["up", "verify"]));
    expect(names.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  test("leads to files that are there, and to pages of the documentation", () => {
    const files = links.filter((link) => !link.startsWith("https:"));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const pages = [...text.matchAll(/`(\/docs\/\w+)`/g)].map(([, path = ""]) => path);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((page) => !DOC_PAGES.some(({ path }) => path === page))).toEqual([]);
  });

  test("has one picture, of less than 200 kB", () => {
    const pictures = links.filter((link) => link.endsWith(".png"));
    expect(pictures).toHaveLength(1);
    expect(pictures.filter((file) => statSync(join(ROOT, file)).size >= 200_000)).toEqual([]);
  });

  test.each([
    { name: "chercher", slug: "demarrer", shown: shownAnswers[0] },
    { name: "paragraphe", slug: "prouver", shown: shownAnswers[1] },
    { name: "hybride", slug: "recherche", shown: shownAnswers[2] },
  ])("shows a request of the guide « $slug », and what it is answered", ({ name, slug, shown = "" }) => {
    const written = fencesOf(textOf(slug)).find(({ argument }) => argument === name)?.body ?? "none";
    const [head = "", body] = filled(written, SAMPLE_NAMES).split("\n\n");
    expect(text).toContain(`http://127.0.0.1:3000${head.split(" ")[1]}`);
    if (body !== undefined) expect(text).toContain(body.replaceAll('"', '\\"'));

    const answer = JSON.stringify(GUIDE_ANSWERS.get(name));
    const values = [...shown.matchAll(SHOWN_VALUE)].map(([, field, value = ""]) => `"${field}":${value}`);
    expect(values.length).toBeGreaterThan(0);
    // « … » at the end of a value stands for its rest.
    expect(values.filter((value) => !answer.includes(value.replace(/ ?…"$/, "")))).toEqual([]);
  });
});
