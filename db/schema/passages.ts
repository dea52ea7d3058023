import { integer, jsonb, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { bytes } from "./columns.ts";
import { editions } from "./documents.ts";

/** Position of a passage in its edition's text, and the headings above it. */
export interface PassageSpan {
  /** Number of its first §; null in a text without numbered paragraphs. */
  readonly paragraphe: string | null;
  /** Headings above its start, from the widest to the narrowest. */
  readonly section: readonly string[];
  /** UTF-16 offsets in `contenu_texte`. */
  readonly start: number;
  readonly end: number;
  /** Offsets of the caption and header row of the table that it starts within, or null. */
  readonly tableStart: number | null;
  readonly tableEnd: number | null;
}

/** The stretches of an edition's text that semantic search finds, in order. Derived, as references are. */
export const passages = pgTable(
  "passages",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    position: integer().notNull(),
    paragraphe: text(),
    section: jsonb().$type<readonly string[]>().notNull(),
    start: integer("start_offset").notNull(),
    end: integer("end_offset").notNull(),
    tableStart: integer("table_start"),
    tableEnd: integer("table_end"),
    /** Hash of the embedded text: title, headings and words. */
    textHash: text("text_hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.position] })],
);

/**
 * Vectors of the texts embedded so far, by the embedder's version: a text that comes back, in any edition, is not
 * embedded again. A text with nothing to embed has no components.
 */
export const passageVectors = pgTable(
  "passage_vectors",
  {
    textHash: text("text_hash").notNull(),
    version: text().notNull(),
    /** Int8 components, each to be multiplied by `scale`. */
    components: bytes(),
    scale: real().notNull(),
    /** Made of all the other columns (`vectorSeal`). */
    seal: text(),
  },
  (table) => [primaryKey({ columns: [table.version, table.textHash] })],
);
