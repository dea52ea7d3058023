/** Texts without HTML, written from the contract by one who saw no code: test/fixtures/in-force/glued.json. */
import { describe, expect, test } from "bun:test";
import { readBody } from "../../../ingest/parse/html.ts";
import glued from "../../fixtures/in-force/glued.json";

describe("the § of a text whose source gives no HTML", () => {
  test.each(glued.cases.map((one) => [one.why, one] as const))("%s", (_, { contenu, expected }) => {
    const { paragraphes } = readBody(null, contenu);
    expect(paragraphes.map(({ numero }) => numero)).toEqual(expected);
  });
});
