import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** What the service answered, all its processes together: a row a minute for a day, a row a day (UTC) for thirty. */
export const serviceTraffic = pgTable(
  "service_traffic",
  {
    period: text().$type<"minute" | "day">().notNull(),
    /** Its first instant. */
    start: timestamp({ withTimezone: true }).notNull(),
    requests: integer().notNull(),
    /** Of them, those refused for their key, their plan, their quota or a limit: 401, 402, 403, 429. */
    refusals: integer().notNull(),
    /** Of them, those that the service failed: 5xx. */
    faults: integer().notNull(),
    /** Requests by the time that their answers took, one count a step of `db/traffic/durations.ts`. */
    durations: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.period, table.start] })],
);
