import { describe, expect, test } from "bun:test";
import type { Config } from "../../../../db/config.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { openRelational, type RelationalStore } from "../../../../db/postgres/open.ts";
import { digestEmbedded } from "../../../../db/vectors/exact/digest.ts";
import { openVectorReader } from "../../../../db/vectors/open.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { vector, writePoints } from "../../../fixtures/points.ts";
import { rejectionOf } from "../../../rejection.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { describeVectorStore, type VectorStoreUnderTest } from "./conformance.ts";

describeVectorStore("exact comparison, PGlite", async () =>
  underTest(await openEmbedded(), { kind: "embedded" }),
);

describe.skipIf(serverAbsence !== null)(serverAbsence ?? "exact comparison on a server", () => {
  describeVectorStore("exact comparison, PostgreSQL", async () => {
    const { url, drop } = await createDatabase();
    const database = { kind: "server", url } as const;
    const store = await openRelational({ database, dataDir: "" });
    const close = async () => {
      await store.close();
      await drop();
    };
    return underTest({ ...store, close }, database);
  });
});

test("a relational store that is away makes it unavailable, and its address is not told", async () => {
  const database = { kind: "server", url: "postgres://nobody:secret@127.0.0.1:1/none" } as const;
  const reader = openVectorReader({ ...EMBEDDED_ENGINES, database }, { connect: () => null });
  const query = { vector: vector(1), version: "essai", domaine: null, limit: 1 };
  const error = await rejectionOf(reader.search(query));
  expect(error).toBeInstanceOf(EngineUnavailable);
  expect(String(error)).not.toMatch(/secret|127\.0\.0\.1/);
  await reader.close();
});

function underTest(store: RelationalStore, database: Config["database"]): VectorStoreUnderTest {
  const reader = openVectorReader({ ...EMBEDDED_ENGINES, database }, store);
  return {
    reader,
    fill: (version, points) => writePoints(store.database, version, points),
    digest: (version) => digestEmbedded(store.database, version),
    async dispose() {
      await reader.close();
      await store.close();
    },
  };
}
