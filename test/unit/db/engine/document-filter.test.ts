import { expect, test } from "bun:test";
import {
  conditionsOf,
  type DocumentFilter,
  type FilterTable,
  NO_FILTER,
} from "../../../../db/engine/document-filter.ts";

const TOLD: FilterTable<string> = {
  domaine: (code) => `domaine ${code}`,
  type: (name) => `type ${name}`,
  matiere: (code) => `matiere ${code}`,
  chemin: (path) => `chemin ${path}`,
  articles: (keys) => `articles ${keys.join("+")}`,
};

test("a filter becomes the conditions of the sides that it does not leave open", () => {
  const filter: DocumentFilter = { ...NO_FILTER, type: "rescrit", articles: ["a", "b"] };
  expect(conditionsOf(TOLD, filter)).toEqual(["type rescrit", "articles a+b"]);
  expect(conditionsOf(TOLD, NO_FILTER)).toEqual([]);
});

test("every side of a filter becomes a condition", () => {
  const filter: DocumentFilter = {
    domaine: "IR",
    type: "rescrit",
    matiere: "TVA",
    chemin: "IR/LIQ",
    articles: [],
  };
  expect(conditionsOf(TOLD, filter)).toHaveLength(Object.keys(filter).length);
});

test("an engine that forgets a side does not compile", () => {
  const { chemin: _, ...forgetful } = TOLD;
  // @ts-expect-error: « chemin » is missing.
  const table: FilterTable<string> = forgetful;
  expect(Object.keys(table)).not.toContain("chemin");
});
