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

/** The same after the admission, for routes whose bodies are not kept. */
export const placed = (deps: PlacingDeps) =>
  new Elysia({ name: "placed" }).onBeforeHandle({ as: "scoped" }, async ({ request }) => {
    const exchange = exchangeOf(request);
    if (exchange.admission !== null) await placeExchange(deps, exchange, exchange.admission);
  });

/**
 * Tells an exchange which state of the corpus its answer is read from, before it is. A replica may be behind the store
 * that admits: what it says is called by its own state.
 */
export async function placeExchange(
  { database, primary }: PlacingDeps,
  exchange: Exchange,
  { corpus }: Admission,
): Promise<CorpusState> {
  exchange.corpus = database === primary ? corpus : await readCorpusState(database);
  return exchange.corpus;
}
