import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { openApi, pathOf } from "../../../../src/mcp/api.ts";

const Answer = t.Object({ total: t.Integer() }, { additionalProperties: false });
const couverture = { jusqu_au: "2026-09-14", releve_le: null };
const REFUSAL = { code: "quota_exceeded", message: "Le quota est épuisé." };

/** The API at an address with a trailing slash, which gives one answer; what it was asked is kept. */
function apiAnswering(body: string, status = 200) {
  const asked: Request[] = [];
  const api = openApi("http://essai.example/", "boi_cle", async (request) => {
    asked.push(request);
    return new Response(body, { status });
  });
  return { api, asked };
}

test("a request has the key, its values encoded, and no parameter without a value", async () => {
  const { api, asked } = apiAnswering(JSON.stringify({ total: 1, couverture }));
  await api.get(pathOf`/v1/articles/${"code civil"}/${"L. 80 A/1"}`, Answer, { limit: 2, role: undefined });
  await api.post("/v1/suivi", Answer, { numero: undefined, boi_id: "BOI-IR" });
  expect(asked.map(({ method, url }) => [method, url])).toEqual([
    ["GET", "http://essai.example/v1/articles/code%20civil/L.%2080%20A%2F1?limit=2"],
    ["POST", "http://essai.example/v1/suivi"],
  ]);
  expect(asked.map(({ headers }) => headers.get("x-api-key"))).toEqual(["boi_cle", "boi_cle"]);
  expect(await asked[1]?.json()).toEqual({ boi_id: "BOI-IR" });
});

test("an answer of a later version, which has more fields, is taken", async () => {
  const { api } = apiAnswering(JSON.stringify({ total: 1, couverture, nouveau: true }));
  expect(await api.get("/v1/stats", Answer)).toMatchObject({ total: 1, couverture });
});

describe("what is thrown says what to do", () => {
  test.each([
    ["<html>", 200, "(JSON illisible) n'est pas celle attendue : vérifiez API_URL"],
    ["<html>", 502, "(statut 502)"],
    [JSON.stringify({ total: "un", couverture }), 200, "(statut 200)"],
    [JSON.stringify({ total: 1 }), 200, "(statut 200)"],
    [JSON.stringify({ error: "non" }), 404, "(statut 404)"],
    [
      JSON.stringify({ error: REFUSAL, doc_url: "/docs", upgrade_url: "https://essai.example/formules" }),
      429,
      "Pour changer de formule : https://essai.example/formules",
    ],
  ])("%s, status %d: %s", async (body, status, words) => {
    const { api } = apiAnswering(body, status);
    await expect(api.get("/v1/stats", Answer)).rejects.toThrow(words);
  });
});
