import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
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

/** Vectors that a language model makes beside those of the corpus model, which answer until these are whole. */
export const fillings = pgTable("fillings", {
  /** Version of the encoder. */
  encoder: text().primaryKey(),
  /** Version of its vectors as the corpus model in use completes them. */
  version: text().notNull(),
  /** Of the documents in force, and those of them without a vector yet. */
  passages: integer().notNull(),
  missing: integer().notNull(),
  /** Since when there are such; null when there are none. */
  since: timestamp({ withTimezone: true }),
  /** Whether questions are compared with these vectors, by the processes that hold the encoder. */
  isServing: boolean("is_serving").notNull().default(false),
});
