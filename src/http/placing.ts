import { Elysia } from "elysia";
import type { Admission } from "../../db/admission/port.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type CorpusState, readCorpusState } from "../../db/queries/coverage.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";

export interface PlacingDeps {
  /** Where documents are read; may be a replica of the other. */
  readonly database: Database;
  readonly primary: Database;
}

/** The same after the admission, for routes whose bodies are not cached. */
export const placed = (deps: PlacingDeps) =>
  new Elysia({ name: "placed" }).onBeforeHandle({ as: "scoped" }, async ({ request }) => {
    const exchange = exchangeOf(request);
    if (exchange.admission !== null) await placeExchange(deps, exchange, exchange.admission);
  });

/**
 * Sets, before the read, which state of the corpus an exchange's answer comes from. A replica may lag behind the
 * store that admits: its answers carry its own state.
 */
export async function placeExchange(
  { database, primary }: PlacingDeps,
  exchange: Exchange,
  { corpus }: Admission,
): Promise<CorpusState> {
  exchange.corpus = database === primary ? corpus : await readCorpusState(database);
  return exchange.corpus;
}
