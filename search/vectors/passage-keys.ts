import type { TextSet } from "../../db/engine/dated-texts.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readEmbeddedDocuments } from "../../db/queries/passages.ts";
import type { PassageKey } from "./port.ts";

/** Every passage of a set of texts that has a vector in a version, document by document. */
export async function* readPassageKeys(
  database: Database,
  version: string,
  set: TextSet,
): AsyncGenerator<PassageKey> {
  for await (const page of readEmbeddedDocuments(database, version, set)) {
    for (const { boiId, domaine, passages } of page) {
      for (const { textHash, entries } of passages)
        yield { boiId, domaine, textHash, ...(set === "past" ? { entries } : {}) };
    }
  }
}
