import { SQLiteError } from "bun:sqlite";
import { StoreDamaged } from "../../../db/engine/damaged.ts";

/** Error for an index that does not contain what was written to it. */
export function damaged(cause?: unknown): StoreDamaged {
  return new StoreDamaged("sqlite", "L'index plein texte est abîmé : il se refait depuis la base.", {
    cause,
  });
}

/** Whether an error proves that the file is damaged: its seals, or its pages (sqlite.org/rescode.html). */
export function isDamage(error: unknown): boolean {
  if (error instanceof StoreDamaged) return true;
  if (!(error instanceof SQLiteError)) return false;
  const { code = "" } = error;
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB";
}

/** FTS5 reports its own tables differently. */
const LACKING = /^(no such (table|column|index)|vtable constructor failed|invalid fts5 file format)/;

/** Whether a file lacks something that its version requires. */
export function lacksTables(error: unknown): boolean {
  return error instanceof SQLiteError && LACKING.test(error.message);
}

/**
 * Returns the result of `work` on a file whose tables are those of this program.
 * @throws {StoreDamaged} when it proves that the file is damaged
 */
export function namingDamage<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreDamaged) throw error;
    throw isDamage(error) || lacksTables(error) ? damaged(error) : error;
  }
}
