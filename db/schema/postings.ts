import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, identifier } from "./columns.ts";

/**
 * The stems of the passages of each text, which searches match. Derived, by the version of the analyzer
 * and of the format (`POSTINGS_VERSION`), so that processes of two versions each read their own.
 */
export const documentPostings = pgTable(
  "document_postings",
  {
    version: text().notNull(),
    /** The document in force; the entry of a past text (`entryOf`). */
    boiId: identifier("boi_id").notNull(),
    domaine: identifier().notNull(),
    /** Made of its inputs: the series, and the texts of the passages in order. */
    hash: text().notNull(),
    /** `StoredPostings`. */
    stems: text().notNull(),
    counts: bytes().notNull(),
    /** Hash of all the other columns: a row that no longer matches it is rewritten. */
    seal: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.boiId] })],
);
