import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { bytes, identifier } from "./columns.ts";

/** Plans are data: what a key may do is read here, never from its plan's name. */
export const plans = pgTable("plans", {
  code: identifier().primaryKey(),
  /** Charged answers a month, or null for no quota. */
  monthlyQuota: integer("monthly_quota"),
  minuteLimit: integer("minute_limit").notNull(),
  semantic: boolean().notNull(),
});

/**
 * An API key; of the key itself only the SHA-256 and the first 12 characters are stored. Keys of one account have the
 * same plan and terms, and are counted together, under the id of its first key.
 */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    plan: identifier()
      .notNull()
      .references(() => plans.code),
    visibleStart: identifier("visible_start").notNull().unique(),
    hash: bytes().notNull().unique(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** First instant at which the key is refused; in the future for one that was replaced. */
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
    /** First instant at which the keys of the account are refused, or null when they never expire. */
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    /** In place of the plan's quota; null = the plan's. */
    monthlyQuota: integer("monthly_quota"),
    /** In place of the plan's minute limit; null = the plan's. */
    minuteLimit: integer("minute_limit"),
    /** The first key of its account; null for that one. */
    accountId: integer("account_id").references((): AnyPgColumn => apiKeys.id),
  },
  (table) => [index().on(table.accountId)],
);

/** The sliding minute of an account, by its first key: requests admitted in the current clock minute and in the previous one. */
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

/** Charged answers of an account, by its first key, in a calendar month (UTC), by its first day. */
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

/** Charged answers of an account, by its first key, in a day (UTC). */
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

/** Refusals of the requests of an account in a day (UTC), by error code; thirty days are kept. */
export const accountRefusals = pgTable(
  "account_refusals",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => apiKeys.id),
    day: date().notNull(),
    code: text().notNull(),
    refusals: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.code] })],
);

/** Sessions of the dashboard ended before their expiry: their signature alone would still be accepted. */
export const endedSessions = pgTable("ended_sessions", {
  /** SHA-256 of the cookie. */
  hash: bytes().primaryKey(),
  /** When the session expires by itself: the row is then useless. */
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});
