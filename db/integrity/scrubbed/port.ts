import type { Database } from "../../postgres/database.ts";
import type { ScrubbedKind } from "../../schema/integrity.ts";

/** A stored text: the key of its row, and its document or actualité. */
export interface TextKey {
  readonly place: string;
  readonly identifiant: string;
}

/** The result of checking a text; `unsealed`: its fingerprint matches, and it has no seals of its own. */
export type Finding = "intact" | "unsealed" | "damaged";

/** One kind of stored texts, as a scrub reads them. */
export interface ScrubbedTexts {
  readonly kind: ScrubbedKind;
  /** Keys after one of them ("" before the first), in order. */
  keys(database: Database, after: string, limit: number): Promise<readonly TextKey[]>;
  /** The finding on each of these rows, by key; a deleted row has none. */
  check(database: Database, places: readonly string[]): Promise<ReadonlyMap<string, Finding>>;
  /** Adds the missing seals to a text whose fingerprint matches. */
  seal(database: Database, place: string): Promise<void>;
}
