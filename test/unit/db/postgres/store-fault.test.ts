import { expect, test } from "bun:test";
import postgres from "postgres";
import { OperatorFault } from "../../../../config/operator-fault.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { storeFault } from "../../../../db/postgres/open.ts";

const away = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:5432"), { code: "ECONNREFUSED" });

test("a lost connection is told as that of the store, without its address", () => {
  const fault = storeFault(new Error("Failed query", { cause: away }));
  expect(fault).toBeInstanceOf(EngineUnavailable);
  expect(fault).toMatchObject({ message: expect.not.stringContaining("10.0.0.1") });
});

test("a fault that is in words for the operator keeps them, even when a lost connection is its cause", () => {
  const fault = new OperatorFault("La source ne répond pas.", { cause: away });
  expect(storeFault(fault)).toBe(fault);
});

test("a store without room says so, with its own words and nothing of the statement", () => {
  const full = new postgres.PostgresError(
    // @ts-expect-error: declared as taking a message; it takes the fields of an answer.
    { code: "53100", message: "could not extend file: No space left on device" },
  );
  const { message } = storeFault(new Error("Failed query: insert 'secret'", { cause: full })) as Error;
  expect(message).toContain("place d'enregistrer (53100, could not extend file: No space left on device)");
  expect(message).not.toContain("secret");
});
