import { date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { SubmittedPart } from "../../bofip/news/consultations/submitted.ts";
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

/** Public consultations on documents, joined from the actualités about them; rebuilt by every run. */
export const consultations = pgTable(
  "consultations",
  {
    boiId: identifier("boi_id").notNull(),
    /** The actualité that opened it. */
    actualite: identifier().notNull(),
    /** Days on which remarks are accepted, both included; the last is null when none is given. */
    debut: date().notNull(),
    fin: date(),
    /** Null for the whole document. */
    parties: jsonb().$type<readonly SubmittedPart[]>(),
    /** The sentence of the actualité on who may rely on the text meanwhile. */
    prevaloir: text(),
    definitiveLe: date("definitive_le"),
    actualiteDefinitive: identifier("actualite_definitive"),
  },
  (table) => [primaryKey({ columns: [table.boiId, table.actualite] })],
);
