import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { connectPglite, disconnect } from "../../../../db/postgres/client.ts";
import { openRelational, type RelationalStore } from "../../../../db/postgres/open.ts";
import { rejectionOf } from "../../../rejection.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";
import { forEachStore } from "../../../servers/stores.ts";

forEachStore((name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });

  afterAll(() => store.close());

  test("the store opens with its schema and its plans", async () => {
    const plans = await store.database.execute("select code from plans order by code");
    expect(plans.map((plan) => plan["code"])).toEqual(["gratuit", "interne", "pro"]);
  });

  test("identifiers sort by code unit, whatever the locale of the store", async () => {
    await store.database.execute(
      "insert into plans select 'z' || code, 1, 1, false from unnest(array['b', 'B', 'à', '-b']) as code",
    );
    const codes = await store.database.execute("select code from plans where code like 'z%' order by code");
    expect(codes.map((plan) => plan["code"])).toEqual(["z-b", "zB", "zb", "zà"]);
  });

  test("another thread gets a door to PGlite, and none to a server", async () => {
    const door = store.connect();
    expect(door === null).toBe(name === "PostgreSQL");
    if (door === null) return;
    const other = connectPglite(door);
    expect(await other.execute("select 1 as one")).toHaveLength(1);
    await disconnect(other);
  });
});

describe("processes that start together on one server", () => {
  test.skipIf(serverAbsence !== null)("bring the schema up to date one after the other", async () => {
    const { url, drop } = await createDatabase();
    const config = { database: { kind: "server" as const, url }, dataDir: "" };
    const stores = await Promise.all(Array.from({ length: 4 }, () => openRelational(config)));
    for (const { database } of stores) expect(await database.execute("select from plans")).toHaveLength(3);
    await Promise.all(stores.map((store) => store.close()));
    await drop();
  });
});

describe("a server that is away", () => {
  test("is reported as such, without its address or password", async () => {
    const url = "postgres://agent:motdepasse@127.0.0.1:1/doctrine";
    const failure = await rejectionOf(openRelational({ database: { kind: "server", url }, dataDir: "" }));
    expect(failure).toBeInstanceOf(EngineUnavailable);
    expect(failure).toMatchObject({ engine: "postgres" });
    expect(String(failure)).toContain("DATABASE_URL");
    expect(String(failure)).not.toMatch(/motdepasse|127\.0\.0\.1/);
  });
});
