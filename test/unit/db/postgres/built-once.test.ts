import { expect, test } from "bun:test";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { builtOnce } from "../../../../db/postgres/database.ts";

test("a statement is put together once for each store", () => {
  const [one, other] = [drizzle(postgres()), drizzle(postgres())];
  const statement = builtOnce((database) => ({ database }));
  expect(statement(one)).toBe(statement(one));
  expect(statement(one).database).toBe(one);
  expect(statement(other).database).toBe(other);
});
