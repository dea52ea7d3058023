import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { ApiError } from "../../../../src/http/errors/api-error.ts";
import { ERRORS, type ErrorName, errorPath, findError } from "../../../../src/http/errors/catalogue.ts";
import { RefusalDetails } from "../../../../src/http/errors/details.ts";
import { retryAfterHeader } from "../../../../src/http/errors/statuses.ts";

type Parameters = Readonly<Record<string, string>>;

describe("when a refusal may be tried again", () => {
  test.each<[ErrorName, Parameters, string | undefined]>([
    ["invalid_parameter", { reason: "x" }, undefined],
    ["quota_exceeded", {}, undefined],
    ["internal_error", {}, undefined],
    ["rate_limited", { limit: "60" }, "60"],
    ["too_many_attempts", { seconds: "19" }, "19"],
    ["unavailable", {}, "5"],
    ["too_many_unknown_keys", {}, "5"],
  ])("%s %o: Retry-After %s", (name, parameters, expected) => {
    expect(new ApiError(name, parameters).headers["retry-after"]).toBe(expected);
  });
  test.each<[ErrorName, Parameters, string]>([
    ["rate_limited", { limit: "60" }, "dans 60 secondes"],
    ["too_many_attempts", { seconds: "19" }, "dans 19 secondes"],
    ["too_many_unknown_keys", {}, "dans 5 secondes"],
  ])("%s %o says the same in its text: %s", (name, parameters, told) => {
    expect(new ApiError(name, parameters).message).toContain(told);
  });
  test("an answer that is no refusal follows its status alone", () => {
    expect([retryAfterHeader(503), retryAfterHeader(200)]).toEqual([{ "retry-after": "5" }, {}]);
  });
});

describe("what a refusal says to a program", () => {
  const parameters = { article: "150 UZ", code: "CGI", proches: "" };
  test("its details stand beside the code and the message", () => {
    const { body } = new ApiError("article_not_cited", parameters, { proches: ["150 U", "150 UA"] });
    expect(body.details).toEqual({ proches: ["150 U", "150 UA"] });
    expect(Value.Check(RefusalDetails, body.details)).toBe(true);
  });
  test("a refusal without details has no such field", () => {
    expect(Object.keys(new ApiError("article_not_cited", parameters).body)).toEqual(["error"]);
  });
  test("a code lists what it may say, and the compiler refuses the rest", () => {
    // @ts-expect-error: `date` is not among the details of this code.
    new ApiError("article_not_cited", parameters, { date: "2026-01-01" });
    // @ts-expect-error: this code has no details.
    new ApiError("unknown_route", { path: "/" }, { proches: [] });
    expect(findError("article_not_cited")?.details).toEqual(["proches", "etendues"]);
  });
});

describe("the catalogue", () => {
  test("a variant is told in its own words, under the code and the status that it shares", () => {
    const { body, status, entry } = new ApiError("misplaced_api_key");
    expect([body.error.code, status]).toEqual(["missing_api_key", 401]);
    expect(body.error.message).toContain("Authorization");
    expect(errorPath(entry.code)).toBe("/docs/erreurs#missing_api_key");
  });
  test("no code and no variant has the name of another", () => {
    const names = ERRORS.flatMap(({ code, variants = {} }) => [code, ...Object.keys(variants)]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
  test("a code that comes from elsewhere may be unknown", () => {
    expect([findError("unavailable")?.status, findError("misplaced_api_key"), findError("nowhere")]).toEqual([
      503,
      null,
      null,
    ]);
  });
});
