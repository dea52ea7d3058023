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

/** An API key; of the key itself only the SHA-256 and the first 12 characters are kept. */
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
  /** First instant at which the key is refused, or null for a key without term. */
  expiresAt: timestamp("expires_at", { withTimezone: true }),
  /** In place of the plan's quota; null = the plan's. */
  monthlyQuota: integer("monthly_quota"),
  /** In place of the plan's minute limit; null = the plan's. */
  minuteLimit: integer("minute_limit"),
});

/** The sliding minute of a key: requests let through in the current clock minute and in the one before. */
export const keyWindows = pgTable("key_windows", {
  keyId: integer("key_id")
    .primaryKey()
    .references(() => apiKeys.id),
  minute: timestamp({ withTimezone: true }).notNull(),
  current: integer().notNull(),
  previous: integer().notNull(),
  /** Of the requests of the last batch, how many were let through: what a statement returns of its own update. */
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
    /** Of the requests of the last batch, how many were charged. */
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
