import { expect, test } from "bun:test";
import type { Database } from "../../../db/postgres/database.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { exploreGraph } from "../../../src/features/graph/service.ts";
import { readHistory } from "../../../src/features/history/service.ts";
import { SITE, TODAY } from "../../fixtures/site.ts";

/** A store that must not be read. */
const STORE = new Proxy({} as Database, {
  get(_, name) {
    throw new Error(`the store was asked: ${String(name)}`);
  },
});

const TOO_LONG = `BOI-${"A".repeat(61)}`;

test.each([
  ["its content", () => readDocument({ ...SITE, database: STORE }, TOO_LONG, { kind: "shown" })],
  ["its graph", () => exploreGraph(STORE, { boiId: TOO_LONG, depth: 3, direction: "both" })],
  ["its versions", () => readHistory(STORE, TOO_LONG, TODAY)],
])("a document whose identifier is too long to be one is unknown without a look: %s", async (_, ask) => {
  await expect(ask()).rejects.toThrow("ne détient pas le document");
});
