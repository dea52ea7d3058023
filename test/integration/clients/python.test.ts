/** A Python client, as a caller generates it of the OpenAPI document. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { OpenAPIV3 } from "openapi-types";
import { temporaryFolder } from "../../folders.ts";
import { installPythonPackage } from "../../python-package.ts";
import { openService, type TestService } from "../../servers/service.ts";

const PACKAGE = "openapi-python-client==0.29.1";
const LIMIT_MS = 240_000;

/** What `openapi-python-client` can't read is given as text; formatting, which costs the most, is not for this test. */
const CONFIG = { post_hooks: [], content_type_overrides: { "application/x-ndjson": "text/plain" } };

/** Files of models; without names in the document, there were 915. */
const MOST_MODELS = 226;

/** Imports every module, reads the answer that each operation shows into its type, and gives the names of all types. */
const CHECK = `
import importlib, json, pkgutil, sys
import doctrine
for module in pkgutil.walk_packages(doctrine.__path__, "doctrine."):
    importlib.import_module(module.name)
models = importlib.import_module("doctrine.models")
for name, example in json.load(open(sys.argv[1])):
    read = getattr(models, name).from_dict(example)
    assert not read.additional_properties, (name, read.additional_properties)
    assert read.to_dict().keys() == example.keys(), name
print(json.dumps(models.__all__))
`;

const installed = await installPythonPackage(PACKAGE);
const isAbsent = typeof installed === "string";
const title = "a client of openapi-python-client";

describe.skipIf(isAbsent)(isAbsent ? `${title} (skipped: ${installed})` : title, () => {
  const folder = temporaryFolder();
  let service: TestService;
  let document: OpenAPIV3.Document;

  beforeAll(async () => {
    service = await openService(null);
    document = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
  });
  afterAll(() => service.close());

  test(
    "is generated whole, without a model for each place where a schema stands",
    async () => {
      await Bun.write(join(folder, "openapi.json"), JSON.stringify(document));
      await Bun.write(join(folder, "config.json"), JSON.stringify(CONFIG));
      const options =
        "--path openapi.json --config config.json --output-path doctrine --meta none --fail-on-warning";
      expect(await python("-m", "openapi_python_client", "generate", ...options.split(" "))).toMatchObject({
        code: 0,
      });
      expect(readdirSync(join(folder, "doctrine/models")).length).toBeLessThan(MOST_MODELS);
    },
    LIMIT_MS,
  );

  test(
    "compiles, has a type for each named schema, and reads the answers that the document shows",
    async () => {
      expect(await python("-m", "compileall", "-q", "doctrine")).toEqual({ code: 0, printed: "" });
      const examples = answersOf(document);
      expect(examples.length).toBeGreaterThan(20);
      await Bun.write(join(folder, "examples.json"), JSON.stringify(examples));
      const { code, printed } = await python("-c", CHECK, "examples.json");
      expect(code).toBe(0);
      const schemas = Object.keys(document.components?.schemas ?? {});
      expect(JSON.parse(printed)).toEqual(expect.arrayContaining(schemas));
    },
    LIMIT_MS,
  );

  async function python(...options: string[]): Promise<{ code: number; printed: string }> {
    if (typeof installed === "string") throw new Error(installed);
    const { python, environment } = installed;
    const child = Bun.spawn([python, ...options], {
      cwd: folder,
      env: { PATH: Bun.env["PATH"], ...environment },
      stdout: "pipe",
      stderr: "inherit",
    });
    const printed = await new Response(child.stdout).text();
    return { code: await child.exited, printed };
  }
});

/** The example of each operation, with the name of its schema. */
function answersOf({ paths }: OpenAPIV3.Document): [string, unknown][] {
  return Object.values(paths).flatMap((item) =>
    [item?.get, item?.post].flatMap((operation): [string, unknown][] => {
      const ok = operation?.responses["200"];
      const media = ok !== undefined && "content" in ok ? ok.content?.["application/json"] : undefined;
      const { schema, example } = media ?? {};
      return schema !== undefined && "$ref" in schema ? [[schema.$ref.split("/").at(-1) ?? "", example]] : [];
    }),
  );
}
