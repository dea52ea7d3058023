import { date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, identifier, type Seals } from "./columns.ts";

/** Announcements of the source; their identifiers are not the public documents' pattern. */
export const actualites = pgTable("actualites", {
  id: identifier().primaryKey(),
  titre: text().notNull(),
  date: date().notNull(),
  serie: identifier(),
  division: text(),
  url: text().notNull(),
  contenuHtml: text("contenu_html").notNull(),
  contenuTexte: text("contenu_texte").notNull(),
  raw: bytes().notNull(),
  recordHash: text("record_hash").notNull(),
  sourceHash: text("source_hash").notNull(),
  derivationVersion: integer("derivation_version").notNull(),
  /** Seals of its texts and of `raw`; null when written by a release without seals. */
  seals: jsonb().$type<Seals>(),
});

/** Documents named or linked by an actualité. */
export const actualiteReferences = pgTable(
  "actualite_references",
  {
    actualiteId: identifier("actualite_id")
      .notNull()
      .references(() => actualites.id),
    target: identifier().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actualiteId, table.target] }),
    index("actualite_references_target").on(table.target),
  ],
);
