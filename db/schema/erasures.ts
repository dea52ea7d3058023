import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { storeDebts } from "./ingestion.ts";

/** Where an erased text may still be: in the relational store itself, or in one derived from it. */
export type ErasedStore = "relational" | (typeof storeDebts.$inferSelect)["store"];

/**
 * Texts that the law had removed: an erasure is done once every store was seen not to hold the text any more. It is
 * known by fingerprints alone, so that a text that comes back, from a source or an older dump, is recognised.
 */
export const erasures = pgTable("erasures", {
  /** As it was asked for. */
  empreinte: text().primaryKey(),
  /** All those of the text and of its official bytes, this one included. */
  empreintes: jsonb().$type<readonly string[]>().notNull(),
  reason: text().notNull(),
  erasedAt: timestamp("erased_at", { withTimezone: true }).notNull(),
  /** When the stores were last made to forget it; null before. */
  attemptedAt: timestamp("attempted_at", { withTimezone: true }),
  /** Stores that are not proved to be without it. */
  remains: jsonb().$type<readonly ErasedStore[]>().notNull(),
});
