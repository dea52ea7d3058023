import { describe, expect, test } from "bun:test";
import { ERRORS } from "../../../../src/http/errors/catalogue.ts";
import { faultOf } from "../../../../src/mcp/api.ts";
import { inToolWords } from "../../../../src/mcp/warnings.ts";
import { QUESTION_MESSAGE } from "../../../../src/questions/warnings.ts";

/** Tools call no operator route, and none that does not exist. */
const REFUSALS = ERRORS.filter(
  ({ code, isForOperator = false }) => !isForOperator && code !== "unknown_route",
);
const ADDRESS = ["/v1", "GET /", "POST /", "/openapi"];

describe("what a model reads of a refusal", () => {
  test.each(
    REFUSALS.flatMap(({ code, text, variants = {} }) =>
      [text, ...Object.values(variants)].map((message) => [code, message] as const),
    ),
  )("%s names no address of the API: %s", (code, message) => {
    const { message: told } = faultOf(code, message);
    expect(ADDRESS.filter((words) => told.includes(words))).toEqual([]);
  });

  test("names the tools instead", () => {
    const { message } = faultOf(
      "unknown_news",
      "L'actualité n'existe pas : cherchez-la avec /v1/actualites.",
    );
    expect(message).toStartWith("L'actualité n'existe pas : cherchez-la avec l'outil get_news.");
    const both = "vérifiez l'identifiant avec /v1/suggest ou /v1/search.";
    expect(inToolWords(both)).toBe("vérifiez l'identifiant avec l'outil browse_plan ou l'outil search.");
  });
});

test("the advice given to a question names the tool that takes it", () => {
  expect(inToolWords(QUESTION_MESSAGE)).toContain("(l'outil semantic_search)");
});
