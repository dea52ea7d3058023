import { describe, expect, test } from "bun:test";
import { allowedMethods } from "../../../../src/http/plugin.ts";

const ROUTES = [
  { method: "GET", path: "/v1/search" },
  { method: "POST", path: "/v1/search/semantic" },
  { method: "GET", path: "/v1/boi/:id" },
  { method: "GET", path: "/v1/boi/:id/graph" },
  { method: "GET", path: "/v1/plan" },
  { method: "GET", path: "/v1/plan/*" },
  { method: "GET", path: "/admin/keys/:visible_start" },
  { method: "DELETE", path: "/admin/keys/:visible_start" },
];

describe("the methods of an address", () => {
  for (const [path, methods] of [
    ["/v1/search", ["GET", "HEAD", "OPTIONS"]],
    ["/v1/search/", ["GET", "HEAD", "OPTIONS"]],
    ["/v1/search/semantic", ["OPTIONS", "POST"]],
    ["/v1/boi/BOI-IR", ["GET", "HEAD", "OPTIONS"]],
    ["/v1/boi/BOI-IR/graph", ["GET", "HEAD", "OPTIONS"]],
    ["/v1/plan", ["GET", "HEAD", "OPTIONS"]],
    ["/v1/plan/IR/LIQ/20", ["GET", "HEAD", "OPTIONS"]],
    ["/admin/keys/boi_x", ["DELETE", "GET", "HEAD", "OPTIONS"]],
    ["/v1/boi", []],
    ["/v1/boi/", []],
    ["/v1/boi/BOI-IR/autre", []],
    ["/v1/searches", []],
    ["/", []],
  ] as const) {
    test(`${path} answers ${methods.join(", ") || "nothing"}`, () => {
      expect(allowedMethods(ROUTES, path)).toEqual([...methods]);
    });
  }
});
