import { describe, expect, test } from "bun:test";
import type { Config } from "../../../../config/config.ts";
import { EngineUnavailable, StoreDamaged } from "../../../../db/engine/unavailable.ts";
import { readDamagedVectors, removeDamagedVectors } from "../../../../db/integrity/vectors.ts";
import { openRelational, type RelationalStore } from "../../../../db/postgres/open.ts";
import { announceChange } from "../../../../db/queries/corpus.ts";
import { digestEmbedded } from "../../../../search/vectors/exact/digest.ts";
import { openVectorReader } from "../../../../search/vectors/open.ts";
import { eventually } from "../../../eventually.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { point, vector, writePoints } from "../../../fixtures/points.ts";
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

test("a refresh that fails leaves the vectors at hand, and is told of on this side of the thread", async () => {
  const store = await openEmbedded();
  const told: string[] = [];
  const observer = {
    began: () => {},
    succeeded: (name: string) => void told.push(`${name} succeeded`),
    failed: (name: string, error: unknown) => void told.push(`${name} failed: ${error}`),
  };
  const database = { kind: "embedded" } as const;
  const reader = openVectorReader({ ...EMBEDDED_ENGINES, database }, store, observer);
  const search = async () =>
    (await reader.search({ vector: vector(1), version: "essai", domaine: null, limit: 1 })).length;
  await writePoints(store.database, "essai", [point("BOI-IR-10", "a", vector(1))]);
  expect(await search()).toBe(1);
  const sql = store.database.$client;
  await sql`alter table passage_vectors rename to away`;
  await announceChange(store.database);
  await eventually(async () => {
    expect(await search()).toBe(1);
    expect(told.at(-1)).toMatch(/^vectors failed: .*passage_vectors/s);
  });
  await sql`alter table away rename to passage_vectors`;
  await eventually(async () => {
    await search();
    expect(told.at(-1)).toBe("vectors succeeded");
  });
  await reader.close();
  await store.close();
});

test.each([
  ["a component", "components = set_byte(components, 5, get_byte(components, 5) # 128)"],
  ["its scale", "scale = scale * 2"],
  ["its text", "text_hash = 'z'"],
  ["all of it", "components = null"],
])(
  "a vector that is damaged in %s is found by the proof, and no reader compares with it",
  async (_, damage) => {
    const store = await openEmbedded();
    const { database } = store;
    const reader = openVectorReader({ ...EMBEDDED_ENGINES, database: { kind: "embedded" } }, store);
    const points = ["a", "z"].map((text) => point("BOI-IR-10", text, vector(1)));
    await writePoints(database, "essai", [...points, point("BOI-IR-20", "c", vector(0, 1))]);
    const proved = await digestEmbedded(database, "essai");
    expect(await readDamagedVectors(database, "essai")).toEqual(new Set());
    const isMoved = damage.startsWith("text_hash");
    if (isMoved) await database.$client`delete from passage_vectors where text_hash = 'z'`;
    await database.$client.unsafe(`update passage_vectors set ${damage} where text_hash = 'a'`);
    const [damaged] = await readDamagedVectors(database, "essai");
    expect(damaged).toBe(isMoved ? "z" : "a");
    expect(await digestEmbedded(database, "essai")).not.toEqual(proved);
    const asked = { vector: vector(1), version: "essai", domaine: null, limit: 2 };
    // Without its components it looks like a text with nothing to embed: it is not among those read.
    if (damage !== "components = null")
      expect(await rejectionOf(reader.search(asked))).toBeInstanceOf(StoreDamaged);
    expect(await removeDamagedVectors(database)).toBe(1);
    expect(await readDamagedVectors(database, "essai")).toEqual(new Set());
    expect(await reader.search(asked)).toHaveLength(isMoved ? 1 : 2);
    await reader.close();
    await store.close();
  },
);

test("a vector without a seal is damaged: it is refused, then removed", async () => {
  const store = await openEmbedded();
  const { database } = store;
  const reader = openVectorReader({ ...EMBEDDED_ENGINES, database: { kind: "embedded" } }, store);
  await writePoints(database, "essai", [point("BOI-IR-10", "a", vector(1))]);
  await database.$client`update passage_vectors set seal = null`;
  const asked = { vector: vector(1), version: "essai", domaine: null, limit: 2 };
  expect(await rejectionOf(reader.search(asked))).toBeInstanceOf(StoreDamaged);
  expect(await removeDamagedVectors(database)).toBe(1);
  await reader.close();
  await store.close();
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
