/** The service only quotes the law: it never concludes what a text is worth to a taxpayer. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { LAW_OF_PAST_DOCTRINE } from "../../bofip/law/past-doctrine.ts";

const ROOT = join(import.meta.dir, "../..");

/** Conclusions of law; each inflection of the word. */
const FORBIDDEN: readonly RegExp[] = [
  /\b(?:in)?opposab\w*/giu,
  /\boppose(?:r|nt|z)?\b[^.]{0,30}\badministration/giu,
  /\bprot[eéè]g\w*/giu,
  /\bgaranti\w*/giu,
  /\binvocab\w*/giu,
  /\binvoqu\w*/giu,
  /\b(?:engage|lie)(?:nt)? l'administration/giu,
  /\bsécurité juridique/giu,
  // A day that the law would choose.
  /\b(?:date|jour) des (?:faits|opérations)\b/giu,
  // Claims that no check of ours can support.
  /\bcertifi(?:e|é|er|ée|és|ées|ent|ons)\b|\b(?:irréfut|incontestab)\w*|\bsans erreur possible\b/giu,
  /\bprotects? (?:who|tax)\w*|\bbinding on the administration/giu,
];

/** All that users read comes from these; the doctrine's own texts, and the words that searches look for, do not count. */
const SOURCES = [
  "*.md",
  "docs/*.md",
  "{bofip,config,src,search,db,ingest,clients}/**/*.{ts,tsx,md,txt,html,css}",
  "deploy/**/*",
  "server.json",
  "package.json",
];
const NOT_OURS = /(?:node_modules|\/migrations\/|ingest\/sample\/|search\/lexicon\/|\/dist\/)/;

/** French quotation marks, which may be nested and run over lines; longer than any quotation, they were not closed. */
const QUOTATION = /«[^«»]{0,400}»/gu;

function withoutQuotations(text: string): string {
  const outer = text.replace(QUOTATION, (quoted) => quoted.replace(/[^\n]/g, " "));
  return outer === text ? text : withoutQuotations(outer);
}

/** « README.md:12 opposable » */
function foundIn(file: string, text: string): string[] {
  const own = withoutQuotations(text);
  return FORBIDDEN.flatMap((word) => [...own.matchAll(word)]).map(
    ({ 0: word, index }) => `${file}:${own.slice(0, index).split("\n").length} ${word}`,
  );
}

async function readSources(): Promise<Map<string, string>> {
  const files = SOURCES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })]);
  const own = [...new Set(files)].filter((file) => !NOT_OURS.test(`/${file}`)).sort();
  return new Map(
    await Promise.all(own.map(async (file) => [file, await Bun.file(join(ROOT, file)).text()] as const)),
  );
}

test("no page, tool, guide, README or message concludes on the law, outside quotations", async () => {
  const sources = await readSources();
  expect(sources.size).toBeGreaterThan(300);
  for (const file of ["README.md", "src/docs/texts/prouver.md", "src/mcp/server.ts", "docs/decisions.md"])
    expect([...sources.keys()]).toContain(file);
  expect([...sources].flatMap(([file, text]) => foundIn(file, text))).toEqual([]);
});

describe("the list", () => {
  test.each([
    ["Ce texte reste opposable.", 1],
    ["C'est ce texte qu'on oppose à l'administration.", 1],
    ["L'article L. 80 A protège qui a appliqué la doctrine en vigueur à la date des faits.", 2],
    ["une réponse garantie, un texte protégé, une doctrine inopposable", 3],
    ["Le contribuable peut l'invoquer.", 1],
    ["L'empreinte le désigne sans erreur possible ; le service certifie un texte incontestable.", 3],
    ["never « opposable », nor « de « protège » à « garanti » »", 0],
    ["Une opération, un garage, une protection des données, la date d'opération.", 0],
  ])("« %s » has %d of its words", (text, count) => {
    expect(foundIn("", text)).toHaveLength(count);
  });
});

describe("what is said in place of a conclusion", () => {
  test("quotes article L. 80 A, and says on what the rest depends and where it is told", () => {
    expect(LAW_OF_PAST_DOCTRINE).toContain("L. 80 A");
    expect(LAW_OF_PAST_DOCTRINE).toContain("« … n'avait pas rapportée à la date des opérations en cause »");
    expect(LAW_OF_PAST_DOCTRINE).toMatch(/dépend\w* de l'impôt et du cas/);
    for (const document of ["BOI-SJ-RES", "BOI-RES-SJ-000014"])
      expect(LAW_OF_PAST_DOCTRINE).toContain(document);
  });

  test("stands in the guide and the README; the guide says whom an individual answer serves", async () => {
    const sources = await readSources();
    for (const file of ["src/docs/texts/prouver.md", "README.md"]) {
      const text = sources.get(file)?.replace(/\s+/g, " ") ?? "";
      expect(text).toContain("« … n'avait pas rapportée à la date des opérations en cause »");
      for (const document of ["BOI-SJ-RES", "BOI-RES-SJ-000014"]) expect(text).toContain(document);
    }
    expect(sources.get("src/docs/texts/prouver.md")).toContain("L. 80 B");
  });
});
