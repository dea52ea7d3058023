import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/**
 * What the service answered, all its processes together: a row per minute for a day, a row per day (UTC) for thirty.
 */
export const serviceTraffic = pgTable(
  "service_traffic",
  {
    period: text().$type<"minute" | "day">().notNull(),
    /** Its first instant. */
    start: timestamp({ withTimezone: true }).notNull(),
    requests: integer().notNull(),
    /** Responses among them that refuse a key, its plan, its quota or a limit: 401, 402, 403, 429. */
    refusals: integer().notNull(),
    /** Responses among them that are faults of the service: 5xx. */
    faults: integer().notNull(),
    /** Requests by response time, one count per step of `db/measures/traffic.ts`. */
    durations: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.period, table.start] })],
);
