import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { identifier } from "./columns.ts";

/** What a scrub checks: texts of editions, texts kept aside, official records kept aside, actualités, articles of law. */
export type ScrubbedKind = "edition" | "redaction" | "source" | "actualite" | "article";

/** The stored texts that the last scrub found damaged and could not mend. */
export const damagedTexts = pgTable(
  "damaged_texts",
  {
    kind: text().$type<ScrubbedKind>().notNull(),
    /** Key of the row, in its table. */
    place: identifier().notNull(),
    /** The document, or the actualité. */
    identifiant: identifier().notNull(),
    foundAt: timestamp("found_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.place] })],
);

/** The last scrub that completed: one row. */
export const scrubs = pgTable("scrubs", {
  id: integer().primaryKey().default(1),
  endedAt: timestamp("ended_at", { withTimezone: true }).notNull(),
  /** Texts read. */
  texts: integer().notNull(),
  /** Texts rewritten from their official record. */
  mended: integer().notNull(),
});
