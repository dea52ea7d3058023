import type { Database } from "../../postgres/database.ts";
import type { ScrubbedKind } from "../../schema/integrity.ts";

/** A stored text: the key of its row, and the document or the actualité that it is of. */
export interface TextKey {
  readonly place: string;
  readonly identifiant: string;
}

/** What reading a text again tells of it; `unsealed`: it is what its fingerprint says, and has no seals of its own. */
export type Finding = "intact" | "unsealed" | "damaged";

/** One kind of stored texts, as a scrub goes through them. */
export interface ScrubbedTexts {
  readonly kind: ScrubbedKind;
  /** Keys after one of them ("" before the first), in their order. */
  keys(database: Database, after: string, limit: number): Promise<readonly TextKey[]>;
  /** What each of these rows is, by its key; one that is gone has none. */
  check(database: Database, places: readonly string[]): Promise<ReadonlyMap<string, Finding>>;
  /** Gives a text that is what its fingerprint says the seals that it lacks. */
  seal(database: Database, place: string): Promise<void>;
}
