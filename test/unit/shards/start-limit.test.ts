import { expect, test } from "bun:test";
import { rejectionOf } from "../../rejection.ts";
import { startedInTime } from "../../servers/start-limit.ts";

test("a server that never starts fails by its name, one that starts is given", async () => {
  const never = new Promise<string>(() => {});
  expect(String(await rejectionOf(startedInTime("the server", never, 20)))).toContain(
    "the server did not start",
  );
  expect(await startedInTime("the server", Promise.resolve("started"), 20)).toBe("started");
});
