import { expect, test } from "bun:test";
import { refusedRequests } from "../../full/bench/worst/refused.ts";
import { publicRoutes, readRouteRules, worstOf } from "../../full/bench/worst/routes.ts";

/** An empty corpus: which routes have requests does not depend on it. */
const NOTHING = {
  longest: ["BOI-X"],
  revised: [{ id: "BOI-X", de: "2020-01-01", a: "2021-01-01" }],
  mostCited: ["BOI-X"],
  citing: ["BOI-X"],
  tabled: ["BOI-X"],
  words: ["impôt"],
  news: ["ACTU-2020-00001"],
  fingerprints: [{ id: "BOI-X", empreinte: "0".repeat(64) }],
  articles: ["39"],
  statutes: ["2012-1509"],
};

test("every public and keyed route has its dearest request, which « bench worst » asks", async () => {
  const routes = await publicRoutes();
  expect(routes).toContain("GET /v1/search");
  expect(Object.keys(worstOf(routes, NOTHING)).sort()).toEqual([...new Set(routes)].sort());
});

test("a route that says what it costs to nobody is named", () => {
  expect(() => worstOf(["GET /v1/neuf/:id"], NOTHING)).toThrow("GET /v1/neuf/:id");
});

test("every route has what it refuses, of each field that it takes, which « bench worst » asks too", async () => {
  const rules = await readRouteRules();
  const refused = refusedRequests(rules);
  expect(Object.keys(refused)).toContain("POST /compte/connexion");
  for (const { method, path, query, body } of rules) {
    const requests = refused[`${method} ${path}`] ?? [];
    expect(requests.length).toBeGreaterThan(0);
    for (const name of query) expect(requests.some((asked) => asked.path.includes(`?${name}=`))).toBe(true);
    for (const name of body)
      expect(requests.some((asked) => asked.body?.startsWith(`{"${name}":`))).toBe(true);
  }
  const suivi = rules.find(({ path }) => path === "/v1/suivi");
  expect(suivi?.body).toEqual(["references"]);
});
