import { boolean, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bytes, identifier } from "./columns.ts";

/** Plans are data: what a key may do is read here, never from its plan's name. */
export const plans = pgTable("plans", {
  code: identifier().primaryKey(),
  /** Charged answers a month, or null for no quota. */
  monthlyQuota: integer("monthly_quota"),
  minuteLimit: integer("minute_limit").notNull(),
  semantic: boolean().notNull(),
});

/** An API key; of the key itself only the SHA-256 and the first 12 characters are stored. */
export const apiKeys = pgTable("api_keys", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  plan: identifier()
    .notNull()
    .references(() => plans.code),
  visibleStart: identifier("visible_start").notNull().unique(),
  hash: bytes().notNull().unique(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  revokedAt: timestamp("revoked_at", { withTimezone: true }),
  /** First instant at which the key is refused, or null when it never expires. */
  expiresAt: timestamp("expires_at", { withTimezone: true }),
  /** In place of the plan's quota; null = the plan's. */
  monthlyQuota: integer("monthly_quota"),
  /** In place of the plan's minute limit; null = the plan's. */
  minuteLimit: integer("minute_limit"),
});

/** The sliding minute of a key: requests admitted in the current clock minute and in the previous one. */
export const keyWindows = pgTable("key_windows", {
  keyId: integer("key_id")
    .primaryKey()
    .references(() => apiKeys.id),
  minute: timestamp({ withTimezone: true }).notNull(),
  current: integer().notNull(),
  previous: integer().notNull(),
  /** Requests of the last batch that were admitted: lets a statement return the result of its own update. */
  granted: integer().notNull().default(0),
});

/** Charged answers of a key in a calendar month (UTC), by its first day. */
export const usageMonths = pgTable(
  "usage_months",
  {
    keyId: integer("key_id")
      .notNull()
      .references(() => apiKeys.id),
    month: date().notNull(),
    used: integer().notNull(),
    /** Requests of the last batch that were charged. */
    granted: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.month] })],
);

/** Charged answers of a key in a day (UTC). */
export const usageDays = pgTable(
  "usage_days",
  {
    keyId: integer("key_id")
      .notNull()
      .references(() => apiKeys.id),
    day: date().notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
);
