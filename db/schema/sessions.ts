import { pgTable, timestamp } from "drizzle-orm/pg-core";
import { bytes } from "./columns.ts";

/** Sessions of the dashboard that were ended before their term: their signature alone would still open it. */
export const endedSessions = pgTable("ended_sessions", {
  /** SHA-256 of the cookie. */
  hash: bytes().primaryKey(),
  /** When the session ends by itself: the row is of no use any more. */
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});
