import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { identifier } from "./columns.ts";
import type { storeDebts } from "./ingestion.ts";

type DerivedStore = (typeof storeDebts.$inferSelect)["store"];

/**
 * Documents whose copy in a derived store is outdated. A row is inserted in the transaction that changes the document,
 * so that it survives a crash of whatever comes after; it is deleted when the store is found in step, or when the
 * document changes back to what the store contains.
 */
export const owedDocuments = pgTable(
  "owed_documents",
  {
    store: text().$type<DerivedStore>().notNull(),
    boiId: identifier("boi_id").notNull(),
    /** Hash of what the store contains of the document; null when it is absent. */
    mark: text(),
    /** The revision of the corpus that the latest change made. */
    revision: integer().notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.store, table.boiId] })],
);

/**
 * The generation that each derived store reported when it was last found in step. A different value means that it was
 * lost, restored or written by something else since, and has to be compared again.
 */
export const storeGenerations = pgTable("store_generations", {
  store: text().$type<DerivedStore>().primaryKey(),
  generation: text().notNull(),
});
