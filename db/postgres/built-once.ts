import type { Database } from "./database.ts";

/**
 * A statement put together once for each store, then only given its values (`sql.placeholder`): with Drizzle, that takes
 * as long as the store's answer to a short one.
 */
export function builtOnce<Statement>(
  build: (database: Database) => Statement,
): (database: Database) => Statement {
  const built = new WeakMap<Database, Statement>();
  return (database) => {
    const known = built.get(database);
    if (known !== undefined) return known;
    const statement = build(database);
    built.set(database, statement);
    return statement;
  };
}
