/** Whatever corpus runs, each request that the pages of the documentation show is answered, as it is written there. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenAPIV3 } from "openapi-types";
import { readExampleNames, SAMPLE_NAMES } from "../../../../src/docs/examples/names.ts";
import { operationsOf } from "../../../../src/docs/operations.ts";
import { DOC_PAGES } from "../../../../src/docs/site.ts";
import { inlined } from "../../../fixtures/inlined.ts";
import { proofConfig, proveStore } from "../../../fixtures/proof.ts";
import { hasRealCorpus } from "../../../fixtures/real-corpus.ts";
import { temporaryFolder } from "../../../folders.ts";
import { openService, type TestService } from "../../../servers/service.ts";
import { haveRevokedKey } from "./revoked-key.ts";

setDefaultTimeout(600_000);

const REAL = fileURLToPath(new URL("../../../../../shared/corpus/bofip-vigueur.jsonl.gz", import.meta.url));

/** Lines of a real shape, of another publisher than the sample: some of its documents, under other dates. */
async function otherCorpus(): Promise<string> {
  const sample = new URL("../../../../ingest/sample/export-2026-03-02.jsonl", import.meta.url);
  const lines = (await Bun.file(sample).text()).trim().split("\n");
  const kept = lines.filter((line) => !/"identifiant_juridique": "BOI-IR-LIQ/.test(line));
  const path = join(temporaryFolder(), "export-2026-03-02.jsonl");
  await Bun.write(path, `${kept.join("\n")}\n`);
  return path;
}

const CORPORA = [
  { corpus: "the sample", open: async () => "sample", isThere: true },
  { corpus: "a part of it, without the document of its examples", open: otherCorpus, isThere: true },
  {
    corpus: `the real test corpus${hasRealCorpus ? "" : " (skipped: ../shared/corpus is absent)"}`,
    open: async () => REAL,
    isThere: hasRealCorpus,
  },
];

/** Of these corpora the sample alone has law; elsewhere nothing can be compared: 404, which says so. */
const LAW_COMPARISON = /\/v1\/articles\/[^/]+\/[^/]+\/comparaison/;

for (const { corpus, open, isThere } of CORPORA) {
  describe.skipIf(!isThere)(`over ${corpus}`, () => {
    let service: TestService;
    let server: Bun.Server<undefined>;
    let key: string;
    const answered: { readonly asked: string; readonly status: number }[] = [];
    const pages = new Map<string, string>();

    beforeAll(async () => {
      service = await openService(
        await open(),
        {},
        { publicUrl: () => server?.url.origin ?? "http://localhost" },
      );
      await proveStore(service.database, proofConfig());
      server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answerNoting });
      key = await service.key("interne");
      const document = inlined((await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document);
      const routes = operationsOf(document).map(({ page }) => page);
      for (const path of [...DOC_PAGES.map(({ path }) => path), ...routes])
        pages.set(path, await readPage(path));
    });
    afterAll(async () => {
      await server.stop(true);
      await service.close();
    });

    async function answerNoting(request: Request): Promise<Response> {
      await haveRevokedKey(service, request);
      const answer = await service.app.handle(request);
      answered.push({ asked: `${request.method} ${request.url}`, status: answer.status });
      return answer;
    }

    async function readPage(path: string): Promise<string> {
      const answer = await service.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      return await answer.text();
    }

    const hasLaw = corpus === "the sample";
    const shownOver = (html: string, title: string) =>
      shown(html, title).filter((request) => hasLaw || !LAW_COMPARISON.test(request));
    const refused = () => answered.filter(({ status }) => status !== 200 && status !== 201);

    // curl is not needed to work on this project.
    test.skipIf(Bun.which("curl") === null)("every curl line is answered 200 or 201", async () => {
      const lines = [...pages.values()].flatMap((html) => shownOver(html, "curl"));
      expect(lines.length).toBeGreaterThan(50);
      answered.length = 0;
      await run(["sh", "-e"], lines.map((line) => `{ ${line}\n} > /dev/null\n`).join(""));
      expect(answered).toHaveLength(lines.length);
      expect(refused()).toEqual([]);
    });

    test("so is every program in JavaScript", async () => {
      const programs = [...pages.values()].flatMap((html) => shownOver(html, "JavaScript"));
      expect(programs.length).toBeGreaterThan(50);
      answered.length = 0;
      const folder = temporaryFolder();
      const files = programs.map((_, index) => join(folder, `${index}.mjs`));
      await Promise.all(files.map((file, index) => Bun.write(file, programs[index] ?? "")));
      const lines = files.map((file) => `await import(${JSON.stringify(file)});`).join("\n");
      await run([process.execPath, "-e", `console.log = () => {};\n${lines}`], "");
      expect(answered).toHaveLength(programs.length);
      expect(refused()).toEqual([]);
    });

    test("so is the example of every route that the OpenAPI document gives to tools", async () => {
      const document = inlined((await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document);
      const examples = Object.entries(document.paths).flatMap(([path, item]) =>
        /^\/v1\/(?:boi|articles|decisions|normes|reponses|actualites)\//.test(path)
          ? [addressOf(path, item?.get?.parameters ?? [])]
          : [],
      );
      for (const address of examples) {
        const { status } = await service.get(address, key);
        expect([address, status]).toEqual([address, !hasLaw && LAW_COMPARISON.test(address) ? 404 : 200]);
      }
    });

    test("an answer of the sample is said to be one, with its own request when the one shown is another", async () => {
      const isSample = Bun.deepEquals(await readExampleNames(service.database), SAMPLE_NAMES);
      expect(isSample).toBe(corpus === "the sample");
      const proving = pages.get("/docs/prouver") ?? "";
      expect(proving).toContain("Réponse du corpus d&#x27;essai");
      const another = `Réponse du corpus d&#x27;essai à GET /v1/boi/BOI-IR-LIQ-20-10/paragraphes/40?date=2025-11-03`;
      expect(proving.includes(another)).toBe(!isSample);
      expect(pages.get("/docs/reference/stats")).toContain("Réponse du corpus d&#x27;essai, abrégée");
    });

    async function run(command: string[], input: string): Promise<void> {
      const running = Bun.spawn(command, {
        cwd: temporaryFolder(),
        stdin: new Blob([input]),
        stdout: "ignore",
        stderr: "pipe",
        env: { ...process.env, CLE: key },
      });
      const faults = await new Response(running.stderr).text();
      const code = await running.exited;
      if (code !== 0) throw new Error(faults);
    }
  });
}

/** The blocks of a page under this title, as they paste. */
function shown(html: string, title: string): string[] {
  const blocks = html.matchAll(
    new RegExp(`<figcaption>${title}</figcaption><pre[^>]*><code>(.*?)</code>`, "gs"),
  );
  return [...blocks].map(([, code = ""]) => unescaped(code));
}

function unescaped(html: string): string {
  const characters: Record<string, string> = { quot: '"', "#x27": "'", lt: "<", gt: ">", amp: "&" };
  return html.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => characters[name] ?? "");
}

function isShown({ required, schema }: OpenAPIV3.ParameterObject): boolean {
  return required === true || (schema !== undefined && "x-shown" in schema);
}

/** The address of a route, from the examples of the parameters that its page shows. */
function addressOf(path: string, parameters: NonNullable<OpenAPIV3.OperationObject["parameters"]>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    if ("$ref" in parameter || !isShown(parameter)) continue;
    const value = String(parameter.example);
    if (parameter.in === "query") query.set(parameter.name, value);
    else filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}
