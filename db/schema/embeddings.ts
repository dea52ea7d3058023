import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bytes } from "./columns.ts";

/** Models of the embedder trained on the corpus; a row is written once all its parts are. */
export const embeddingModels = pgTable("embedding_models", {
  version: text().primaryKey(),
  /** Passages it was trained on. */
  passages: integer().notNull(),
  trainedAt: timestamp("trained_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The bytes of a model, in parts small enough that no statement occupies PGlite for long. */
export const embeddingModelParts = pgTable(
  "embedding_model_parts",
  {
    version: text().notNull(),
    part: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.part] })],
);

/** Vectors that a language model makes beside the corpus model's, which answer until these are complete. */
export const fillings = pgTable("fillings", {
  /** Version of the encoder. */
  encoder: text().primaryKey(),
  /** Version of its vectors, as completed by the corpus model in use. */
  version: text().notNull(),
  /** All passages of the documents in force, then those without a vector yet. */
  passages: integer().notNull(),
  missing: integer().notNull(),
  /** Since when some are missing; null when none are. */
  since: timestamp({ withTimezone: true }),
  /** Whether questions are compared with these vectors, by the processes that have the encoder. */
  isServing: boolean("is_serving").notNull().default(false),
});

/**
 * How far the vectors of past texts are filled, in a version: a row once they were compared with what is stored. Readers
 * are told of what is missing.
 */
export const pastFillings = pgTable("past_fillings", {
  version: text().primaryKey(),
  /** Past texts with a passage that has no vector. */
  lacking: integer().notNull(),
});
