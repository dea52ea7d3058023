import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { editions } from "./documents.ts";

/**
 * What names the tables of an edition, by which they are listed; their cells are read from its HTML. Derived, as
 * references are.
 */
export const editionTables = pgTable(
  "edition_tables",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    /** From 1, in the order of the text. */
    rang: integer().notNull(),
    /** § that contains it; null outside. */
    paragraphe: text(),
    /** Headings above it, from the widest to the narrowest. */
    section: jsonb().$type<readonly string[]>().notNull(),
    titre: text(),
    /** Texts of its header cells, each once. */
    intitules: jsonb().$type<readonly string[]>().notNull(),
    lignes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.rang] })],
);
