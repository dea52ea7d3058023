import { afterAll, beforeAll, expect, test } from "bun:test";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { anyNumberOf, anyOf, columnsOf } from "../../../../db/postgres/statements.ts";
import { runs } from "../../../../db/schema/ingestion.ts";
import { addRun } from "../../../fixtures/runs.ts";
import { forEachStore } from "../../../servers/stores.ts";

forEachStore((_name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test("values are read as the schema types them", async () => {
    const { $client: sql } = store.database;
    const [row] = await sql`
      select timestamptz '2026-03-29 03:30:00.25+02' as instant, date '2026-03-29' as day, 9007199254740991 as whole,
        count(*) as count, '{"a": [1, null]}'::jsonb as fields, '\\x00ff'::bytea as bytes, null::timestamptz as never`;
    expect(row as unknown).toEqual({
      instant: new Date("2026-03-29T01:30:00.250Z"),
      day: "2026-03-29",
      whole: Number.MAX_SAFE_INTEGER,
      count: 1,
      fields: { a: [1, null] },
      bytes: Buffer.from([0, 255]),
      never: null,
    });
  });

  test("an instant is written from a Date, or from ISO 8601 to the microsecond", async () => {
    const { $client: sql } = store.database;
    const date = new Date("2026-03-29T01:30:00.250Z");
    const [row] = await sql<{ isSame: boolean; text: string }[]>`
      select ${date}::timestamptz = ${date.toISOString()}::timestamptz as "isSame",
        to_char(${"2026-03-29T01:30:00.123456Z"}::timestamptz at time zone 'UTC', 'US') as text`;
    expect(row).toEqual({ isSame: true, text: "123456" });
  });

  test("a whole row has the names and the types of its table", async () => {
    const { $client: sql } = store.database;
    await addRun(store.database, "succeeded", "2026-03-29T01:30:00.250Z");
    const tagged = await sql<
      (typeof runs.$inferSelect)[]
    >`select ${columnsOf(sql, runs)} from runs order by id`;
    expect([...tagged]).toEqual(await store.database.select().from(runs).orderBy(runs.id));
    expect(tagged[0]?.requestedAt).toBeInstanceOf(Date);
  });

  test("a list of any length, even empty, is one parameter", async () => {
    const { $client: sql } = store.database;
    const kept = (names: readonly string[], numbers: readonly number[]) => sql<{ name: string }[]>`
      select name from (values ('a', 1), ('b', 2)) as listed (name, number)
      where name = ${anyOf(sql, names)} or number = ${anyNumberOf(sql, numbers)}`;
    expect(await kept([], [])).toHaveLength(0);
    expect((await kept(["a", "c"], [])).map(({ name }) => name)).toEqual(["a"]);
    expect((await kept(["a"], [2, 3])).map(({ name }) => name)).toEqual(["a", "b"]);
  });
});
