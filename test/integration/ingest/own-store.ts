import { afterAll, afterEach, beforeAll } from "bun:test";
import type { Database } from "../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import type { OpenStore } from "../../servers/stores.ts";
import { emptyStore } from "./exports.ts";

/** A store of its own for a suite, open while its tests run and emptied after each. */
export function useOwnStore(open: OpenStore): Pick<RelationalStore, "database" | "connect"> {
  let opened: RelationalStore | null = null;
  const store = (): RelationalStore => {
    if (opened === null) throw new Error("the store opens with the first test");
    return opened;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(() => emptyStore(store().database));
  afterAll(() => store().close());
  return {
    get database(): Database {
      return store().database;
    },
    connect: () => store().connect(),
  };
}
