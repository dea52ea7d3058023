import { oncePer } from "../../bofip/reading/once-per.ts";
import type { Database } from "./database.ts";

/**
 * A statement put together once for each store, then only given its values (`sql.placeholder`): with Drizzle, that takes
 * as long as the store's answer to a short one.
 */
export function builtOnce<Statement>(
  build: (database: Database) => Statement,
): (database: Database) => Statement {
  return oncePer(build);
}
