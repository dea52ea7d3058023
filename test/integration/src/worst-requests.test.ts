import { expect, test } from "bun:test";
import { publicRoutes, worstOf } from "../../full/bench/worst/routes.ts";

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
