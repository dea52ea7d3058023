import { pgTable, timestamp } from "drizzle-orm/pg-core";
import { bytes } from "./columns.ts";

/** Sessions of the dashboard ended before their expiry: their signature alone would still be accepted. */
export const endedSessions = pgTable("ended_sessions", {
  /** SHA-256 of the cookie. */
  hash: bytes().primaryKey(),
  /** When the session expires by itself: the row is then useless. */
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});
