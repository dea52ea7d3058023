import { expect, test } from "bun:test";
import {
  conditionsOf,
  type DocumentFilter,
  type FilterTable,
  type FilterValues,
  hasValues,
  NO_FILTER,
  VALUE_CRITERIA,
} from "../../../../db/engine/document-filter.ts";
import { variedValues } from "../../../fixtures/fulltext.ts";

const TOLD: FilterTable<string> = {
  value: (name, value) => `${name} ${value}`,
  chemin: (path) => `chemin ${path}`,
  articles: (keys) => `articles ${keys.join("+")}`,
  decision: (cle) => `decision ${cle}`,
  norme: (cle) => `norme ${cle}`,
  reponse: (cle) => `reponse ${cle}`,
};

test("a filter becomes the conditions of the sides that it does not leave open", () => {
  const filter: DocumentFilter = { ...NO_FILTER, type: "rescrit", articles: ["a", "b"] };
  expect(conditionsOf(TOLD, filter)).toEqual(["type rescrit", "articles a+b"]);
  expect(conditionsOf(TOLD, NO_FILTER)).toEqual([]);
});

test.each(Object.keys(NO_FILTER))("the side « %s » of a filter becomes a condition", (side) => {
  const filter: DocumentFilter = { ...NO_FILTER, [side]: side === "articles" ? ["set"] : "set" };
  expect(conditionsOf(TOLD, filter)).toEqual([`${side} set`]);
});

test("an engine that forgets a side does not compile", () => {
  const { chemin: _, ...forgetful } = TOLD;
  // @ts-expect-error: « chemin » is missing.
  const table: FilterTable<string> = forgetful;
  expect(Object.keys(table)).not.toContain("chemin");
  const { value: __, ...without } = TOLD;
  // @ts-expect-error: all that are a value of the document are missing.
  const valueless: FilterTable<string> = without;
  expect(Object.keys(valueless)).not.toContain("value");
});

test("a document has the values that a filter asks for, or it is left out", () => {
  const document: FilterValues = { domaine: "RES", ...variedValues(1) };
  expect(hasValues(document, NO_FILTER)).toBe(true);
  for (const name of VALUE_CRITERIA) {
    expect(hasValues(document, { ...NO_FILTER, [name]: document[name] })).toBe(true);
    expect(hasValues(document, { ...NO_FILTER, [name]: "autre" })).toBe(false);
  }
});
