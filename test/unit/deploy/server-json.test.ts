import { expect, test } from "bun:test";
import { join } from "node:path";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { VERSION } from "../../../src/http/attribution.ts";

const closed = { additionalProperties: false };

const Input = {
  description: t.String(),
  isRequired: t.Optional(t.Boolean()),
  isSecret: t.Optional(t.Boolean()),
  placeholder: t.Optional(t.String()),
};
const Variables = t.Record(t.String(), t.Object(Input, closed));

/** The registry's schema of 2025-12-11 for the fields that we fill, and no other field. */
const ServerDetail = t.Object(
  {
    $schema: t.Literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
    // The registry adds to its schema that a name has one slash, after a domain written from its end.
    name: t.RegExp(/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+\/[a-zA-Z0-9._-]+$/),
    title: t.String({ minLength: 1, maxLength: 100 }),
    description: t.String({ minLength: 1, maxLength: 100 }),
    version: t.RegExp(/^\d+\.\d+\.\d+$/),
    remotes: t.Array(
      t.Object(
        {
          type: t.Literal("streamable-http"),
          url: t.RegExp(/^https:\/\/.+\/mcp$/),
          variables: Variables,
          headers: t.Array(
            t.Object({ ...Input, name: t.String(), value: t.String(), variables: Variables }, closed),
          ),
        },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);

const written: unknown = await Bun.file(join(import.meta.dir, "../../../server.json")).json();

test("server.json is what registries of MCP servers take", () => {
  expect([...Value.Errors(ServerDetail, written)].map(({ path, message }) => [path, message])).toEqual([]);
});

test("it is of the release that runs, and asks for every variable that its templates name", () => {
  const { version, remotes } = Value.Parse(ServerDetail, written);
  expect(version).toBe(VERSION);
  for (const { url, variables, headers } of remotes) {
    for (const [template, told] of [
      [url, variables] as const,
      ...headers.map(({ value, variables }) => [value, variables] as const),
    ]) {
      const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      expect(Object.keys(told)).toEqual(named);
    }
  }
});
