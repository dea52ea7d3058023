import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { OpenAPIV3 } from "openapi-types";
import packageJson from "../../../clients/typescript/package.json" with { type: "json" };
import {
  type Answer,
  createClient,
  type DoctrineClient,
  exportRoot,
  type RootedText,
  type Schemas,
} from "../../../clients/typescript/src/index.ts";
import project from "../../../package.json" with { type: "json" };
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { generateTypes } from "../../fixtures/typescript-client.ts";
import { openService, type TestService } from "../../servers/service.ts";

const PACKAGE = join(import.meta.dir, "../../../clients/typescript");
const TYPES = join(PACKAGE, "src/schema.ts");
const isUpdated = Bun.env["UPDATE_CLIENT"] === "1";

let service: TestService;
let url: string;
let client: DoctrineClient;

beforeAll(async () => {
  service = await openService();
  service.app.listen({ hostname: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${service.app.server?.port}`;
  client = createClient({ url, key: await service.key("pro") });
});
afterAll(async () => {
  await service.app.server?.stop(true);
  await service.close();
});

test("the types of the client are those of the OpenAPI document; `bun run client` writes them", async () => {
  const document = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
  const types = await generateTypes(document);
  if (isUpdated) await Bun.write(TYPES, types);
  expect((await Bun.file(TYPES).text()) === types).toBe(true);
});

test("the client runs on what the service is tested with", () => {
  const tested = project.devDependencies["openapi-fetch"];
  expect(packageJson.dependencies).toEqual({ "openapi-fetch": tested });
});

describe("a started service answers", () => {
  test("a search with hits of known fields", async () => {
    const { data } = await client.GET("/v1/search", { params: { query: { q: "quotient", limit: 2 } } });
    const page: Answer<"/v1/search"> | undefined = data;
    const hits: Schemas["SearchHit"][] = page?.results ?? [];
    const [first] = hits.map(({ boi_id, score, date_publication }) => [boi_id, score > 0, date_publication]);
    expect([hits.length, first]).toEqual([2, [expect.stringMatching(/^BOI-/), true, expect.any(String)]]);
  });

  test("a question, whose optional fields may be left out", async () => {
    const question = "Comment calcule-t-on l'impôt ?";
    const { data } = await client.POST("/v1/search/hybride", { body: { question } });
    expect(data?.results[0]?.scores.texte).toBeNumber();
  });

  test("a place in the classification, whose slashes are in the address", async () => {
    const asked: string[] = [];
    const seen = createClient({
      url,
      key: await service.key("pro"),
      fetch: (request) => {
        asked.push(new URL(request.url).pathname);
        return fetch(request);
      },
    });
    const params = { path: { chemin: "IR/LIQ" } };
    const { data } = await seen.GET("/v1/plan/{chemin}", { params });
    expect([asked, data?.chemin]).toEqual([["/v1/plan/IR/LIQ"], "IR/LIQ"]);
  });

  test.each(["en_vigueur", "tous"] as const)(
    "an export of %s, whose root a mirror makes again",
    async (perimetre) => {
      const query = { perimetre };
      const { data } = await client.GET("/v1/export", { params: { query }, parseAs: "text" });
      const [, ...lines] = String(data)
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const { racine } = lines.pop();
      const texts: readonly Answer<"/v1/boi/{id}">[] = lines;
      expect(await exportRoot(texts.toReversed())).toBe(racine.valeur);
      const [first, ...others] = texts;
      if (first === undefined) throw new Error("the export is empty");
      const changed: RootedText = { ...first, edition: { ...first.edition, empreinte_source: null } };
      for (const mirror of [others, [...texts, first], [changed, ...others]])
        expect(await exportRoot(mirror)).not.toBe(racine.valeur);
    },
  );

  test("a refusal with its code, its message and what it proposes", async () => {
    const params = { path: { id: "BOI-IR-LIQ-20-10", numero: "25" } };
    const { data, error, response } = await client.GET("/v1/boi/{id}/paragraphes/{numero}", { params });
    expect([data, response.status, error?.error.code]).toEqual([undefined, 404, "unknown_paragraph"]);
    expect(error && "details" in error ? error.details?.proches : undefined).toContain("20");
  });

  test("without a key, what needs none, and a typed refusal of the rest", async () => {
    const stranger = createClient({ url });
    const health = await stranger.GET("/v1/health");
    expect(health.data?.status).toBe("ok");
    const { error } = await stranger.GET("/v1/compte");
    expect(error?.error.code).toBe("missing_api_key");
  });
});

test("the example of its README prints the hits that it asks for", async () => {
  const readme = await Bun.file(join(PACKAGE, "README.md")).text();
  const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const child = Bun.spawn([process.execPath, "-e", example.replace(/http:[^"]+/, url)], {
    cwd: PACKAGE,
    env: { ...BARE_ENVIRONMENT, API_KEY: await service.key("pro") },
    stdout: "pipe",
  });
  const printed = await new Response(child.stdout).text();
  expect([await child.exited, printed.trim().split("\n").length]).toEqual([0, 3]);
  expect(printed).toMatch(/^\d+\.?\d* BOI-IR-LIQ-\S+, § \S+, version du .* http/);
});

test("what the client does not know does not compile", () => {
  // @ts-expect-error: an address that is not in the document
  const unknown = () => client.GET("/v1/recherche");
  // @ts-expect-error: `q` is required
  const incomplete = () => client.GET("/v1/search", { params: { query: {} } });
  expect([typeof unknown, typeof incomplete]).toEqual(["function", "function"]);
});
