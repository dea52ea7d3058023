import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bytes } from "./columns.ts";

/** Models of the embedder that is trained on the corpus; the row is written once all the parts are. */
export const embeddingModels = pgTable("embedding_models", {
  version: text().primaryKey(),
  /** Passages it was trained on. */
  passages: integer().notNull(),
  trainedAt: timestamp("trained_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The bytes of a model, in parts small enough for one statement never to hold PGlite for long. */
export const embeddingModelParts = pgTable(
  "embedding_model_parts",
  {
    version: text().notNull(),
    part: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.part] })],
);
