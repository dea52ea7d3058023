import { afterAll, beforeAll, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import type { OpenAPIV3 } from "openapi-types";
import { inlined } from "../../../fixtures/inlined.ts";
import { openService, type TestService } from "../../../servers/service.ts";

let service: TestService;
/** As it is served, but for the names of its schemas: `schema-names.test.ts` is about those. */
let document: OpenAPIV3.Document;
let served: OpenAPIV3.Document;

beforeAll(async () => {
  service = await openService(null);
  served = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
  document = inlined(served);
});
afterAll(() => service.close());

function operations(): [string, OpenAPIV3.OperationObject][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    [item?.get, item?.post, item?.delete].flatMap((operation): [string, OpenAPIV3.OperationObject][] =>
      operation ? [[path, operation]] : [],
    ),
  );
}

test("the OpenAPI document is valid", async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(served) });
  expect([valid, errors]).toEqual([true, undefined]);
});

test("every route has a summary, a description, and every status with its body", () => {
  for (const [path, operation] of operations()) {
    expect([path, operation.summary, operation.description]).not.toContain(undefined);
    const statuses = Object.keys(operation.responses);
    const isPublic = /health|stats|status/.test(path);
    const expected = [
      ...["400", "414", "500", "503"],
      operation.operationId?.startsWith("create") === true ? "201" : "200",
      ...(isPublic ? [] : ["401", "429"]),
      ...(isPublic || path.startsWith("/v1/compte") ? [] : ["402"]),
      ...(/\{(?:id|article|cle|visible_start)\}/.test(path) ? ["404"] : []),
    ];
    expect(statuses).toEqual(expect.arrayContaining(expected));
    for (const [status, response] of Object.entries(operation.responses)) {
      const content = "content" in response ? response.content : {};
      const media = path === "/v1/export" && status === "200" ? "application/x-ndjson" : "application/json";
      expect(Object.keys(content ?? {})).toEqual(status === "304" ? [] : [media]);
    }
  }
});

test("the routes that honour If-None-Match say so", () => {
  const revalidated = operations().filter(([, { responses }]) => "304" in responses);
  expect(revalidated.map(([path]) => path).sort()).toEqual([
    "/v1/actualites",
    "/v1/actualites/{id}",
    "/v1/articles",
    "/v1/articles/changements",
    "/v1/articles/{code}/{article}",
    "/v1/articles/{code}/{article}/comparaison",
    "/v1/boi/{id}",
    "/v1/boi/{id}/citants",
    "/v1/boi/{id}/comparaison",
    "/v1/boi/{id}/graph",
    "/v1/boi/{id}/paragraphes/{numero}",
    "/v1/boi/{id}/paragraphes/{numero}/jours",
    "/v1/boi/{id}/source",
    "/v1/boi/{id}/tableaux",
    "/v1/boi/{id}/tableaux/{rang}",
    "/v1/decisions",
    "/v1/decisions/{cle}",
    "/v1/droit/posterieur",
    "/v1/journal",
    "/v1/normes",
    "/v1/normes/{cle}",
    "/v1/plan",
    "/v1/plan/{chemin}",
    "/v1/reponses",
    "/v1/reponses/{cle}",
    "/v1/stats",
    "/v1/tableaux",
  ]);
});

test("a field that may be null lists null among its values, as OpenAPI 3.0.3 asks", () => {
  const schemas: OpenAPIV3.SchemaObject[] = [];
  JSON.stringify(served, (_, value) => {
    if (value?.nullable === true && Array.isArray(value.enum)) schemas.push(value);
    return value;
  });
  expect(schemas.length).toBeGreaterThan(0);
  for (const { enum: values } of schemas) expect(values).toContain(null);
});

test.each(["/v1/search/semantic", "/v1/search/hybride"])(
  "the body of %s carries its bounds and defaults, and its refusals are told",
  (route) => {
    const [, semantic] = operations().find(([path]) => path === route) ?? [];
    const body = semantic?.requestBody;
    const content = body !== undefined && "content" in body ? body.content : {};
    expect(Object.keys(content)).toEqual(["application/json"]);
    expect(content["application/json"]?.schema).toMatchObject({
      type: "object",
      required: ["question"],
      additionalProperties: false,
      properties: {
        question: { type: "string", minLength: 3, maxLength: 500 },
        top_k: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        domaine: { type: "string" },
      },
    });
    expect(Object.keys(semantic?.responses ?? {})).toEqual(expect.arrayContaining(["403", "413"]));
  },
);

test("parameters carry their bounds and defaults", () => {
  const [, search] = operations().find(([path]) => path === "/v1/search") ?? [];
  expect(search?.parameters).toContainEqual(
    expect.objectContaining({
      name: "limit",
      required: false,
      schema: expect.objectContaining({ type: "integer", minimum: 1, maximum: 100, default: 20 }),
    }),
  );
});

/** Of the contract, or of before 1.5.0: they keep their own ways to count and to start (docs/decisions.md). */
const FORMER_LISTS = [
  ...["/v1/search", "/v1/suggest", "/v1/articles", "/v1/articles/{code}/{article}", "/v1/boi/{id}/citants"],
  ...["/v1/actualites", "/v1/changes", "/v1/journal", "/v1/export"],
];

test("a new list counts by `total`, is sized by `limit`, and leads to its next page by `page_suivante`", () => {
  const lists = operations().filter(([, { parameters = [] }]) =>
    parameters.some((parameter) => "name" in parameter && ["limit", "offset"].includes(parameter.name)),
  );
  const paths = lists.map(([path]) => path);
  expect(paths).toEqual(expect.arrayContaining(FORMER_LISTS));
  const added = lists.filter(([path]) => !FORMER_LISTS.includes(path));
  expect(added.length).toBeGreaterThan(0);
  for (const [path, { parameters, responses }] of added) {
    const ok = responses["200"];
    const media = ok !== undefined && "content" in ok ? ok.content?.["application/json"] : undefined;
    expect([path, parameters]).toEqual([
      path,
      expect.arrayContaining([expect.objectContaining({ name: "limit" })]),
    ]);
    expect([path, media?.schema]).toEqual([
      path,
      expect.objectContaining({ required: expect.arrayContaining(["total", "page_suivante"]) }),
    ]);
  }
});

test("the public routes ask for no key, the others do", () => {
  for (const [path, operation] of operations()) {
    expect([path, operation.security ?? document.security]).toEqual([
      path,
      path.match(/health|stats|status/) ? [] : [{ ApiKey: [] }],
    ]);
  }
});

test("its examples are what its schemas describe", () => {
  const ajv = new Ajv({ strict: false, formats: { date: true, "date-time": true } });
  for (const [path, { responses }] of operations()) {
    const ok = responses["200"];
    const media = ok !== undefined && "content" in ok ? ok.content?.["application/json"] : undefined;
    const judge = ajv.compile({ ...media?.schema });
    expect([path, judge(media?.example), judge.errors]).toEqual([path, true, null]);
  }
});

test("a path of the classification and a domain tell their patterns, as the routes judge them", async () => {
  const key = await service.key("interne");
  const patternOf = (path: string, name: string) => {
    const parameters = document.paths[path]?.get?.parameters ?? [];
    const found = parameters.find((parameter) => "name" in parameter && parameter.name === name);
    const schema = found !== undefined && "schema" in found ? found.schema : undefined;
    return new RegExp(schema !== undefined && "pattern" in schema ? (schema.pattern ?? "^$") : "^$");
  };
  const chemin = patternOf("/v1/plan/{chemin}", "chemin");
  for (const path of ["IR", "ir/liq", "IR/LIQ/20", "IR-LIQ", "IR//LIQ", "IR/é"]) {
    const { status } = await service.get(`/v1/plan/${encodeURIComponent(path)}`, key);
    expect([path, chemin.test(path)]).toEqual([path, status === 200]);
  }
  const domaine = patternOf("/v1/search", "domaine");
  expect([domaine.test("IR"), domaine.test("tva"), domaine.test("")]).toEqual([true, true, false]);
  expect((await service.get("/v1/search?q=impot&domaine=", key)).status).toBe(400);
});
