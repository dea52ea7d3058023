import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { storeDebts } from "./ingestion.ts";

/** Where an erased text may still be: in the relational store itself, or in one derived from it. */
export type ErasedStore = "relational" | (typeof storeDebts.$inferSelect)["store"];

/**
 * Texts removed by law: an erasure is done once every store was checked not to have the text any more. Only
 * fingerprints identify it, so that a text that comes back, from a source or an older dump, is recognised.
 */
export const erasures = pgTable("erasures", {
  /** As given in the request. */
  empreinte: text().primaryKey(),
  /** All fingerprints of the text and of its official bytes, this one included. */
  empreintes: jsonb().$type<readonly string[]>().notNull(),
  reason: text().notNull(),
  erasedAt: timestamp("erased_at", { withTimezone: true }).notNull(),
  /** When the stores were last asked to remove it; null before. */
  attemptedAt: timestamp("attempted_at", { withTimezone: true }),
  /** Stores not proved to be without it. */
  remains: jsonb().$type<readonly ErasedStore[]>().notNull(),
});
