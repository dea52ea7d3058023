import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { identifier } from "./columns.ts";
import type { storeDebts } from "./ingestion.ts";

type DerivedStore = (typeof storeDebts.$inferSelect)["store"];

/**
 * Documents that a derived store does not hold as the relational one has them: a row appears in the transaction that
 * changes the document, so that whatever is killed afterwards leaves it, and goes when the store is seen in step or
 * the document is again as the store holds it.
 */
export const owedDocuments = pgTable(
  "owed_documents",
  {
    store: text().$type<DerivedStore>().notNull(),
    boiId: identifier("boi_id").notNull(),
    /** Hash of what the store holds of the document; null for nothing. */
    mark: text(),
    /** The revision of the corpus that the latest change made. */
    revision: integer().notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.store, table.boiId] })],
);

/**
 * How each derived store was when it was last seen in step, as it tells it itself: another value means that it was
 * lost, restored or written by somebody else since, and is to be compared again.
 */
export const storeGenerations = pgTable("store_generations", {
  store: text().$type<DerivedStore>().primaryKey(),
  generation: text().notNull(),
});
