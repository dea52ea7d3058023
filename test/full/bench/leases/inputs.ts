import type { StatementCost } from "./store.ts";

/**
 * The statement on PostgreSQL 18 that writes as in production, two shared cores (`--measure`: 0.4 ms for one key, 0.7 for
 * four, 1.5 for sixteen, 4.8 for 64, 36 for 256), and at rest 0.6 ms there and back under load (docs/scale.md).
 */
export const STATEMENT: StatementCost = {
  transitMs: 0.2,
  fixedMs: 0.37,
  perKeyMs: 0.03,
  perKeySquaredMs: 0.00045,
};
/** A kept document, where admission weighs the most: 12 000 a second from one process. */
export const ANSWER_MS = 0.08;
