import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { ParagraphRange } from "../../bofip/paragraphs/paragraph-number.ts";
import type { ParagraphSpan } from "../../bofip/paragraphs/paragraph-text.ts";
import type { Seals } from "../integrity/seals.ts";
import { bytes, identifier } from "./columns.ts";
import {
  type editionArticles,
  type editionReferences,
  editions,
  type ImageSource,
  type SourceKind,
} from "./documents.ts";

/**
 * The fact « a kind of source came to say this of this edition » (docs/decisions.md, « Wordings »): a row each time it
 * says something else than before, never removed. Two kinds that say the same are one wording to readers.
 */
export const wordings = pgTable(
  "wordings",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    sourceKind: text("source_kind").$type<SourceKind>().notNull(),
    /** Where its source stands among those of its kind, as a string that sorts: the day that it shows comes first. */
    sourceOrder: identifier("source_order").notNull(),
    titre: text().notNull(),
    /** Fingerprint of its text under `derivationVersion`. */
    empreinte: text().notNull(),
    /**
     * SHA-256 of its official bytes. Null when they are not kept: those of an archive stored before they were, and
     * those of a source that says the same as the other kind had said.
     */
    empreinteSource: text("empreinte_source"),
    /** When it was received; null for what was held before this was kept. */
    recueLe: timestamp("recue_le", { withTimezone: true }),
    /** Name of the file that brought it, and SHA-256 of that file; null for what was held before. */
    fichier: text(),
    empreinteFichier: text("empreinte_fichier"),
    /** The day that this file speaks of. */
    dateSource: date("date_source"),
    /**
     * First and last day on which a source of its kind showed it, before other words of that kind; null for what was held
     * before this was kept, until a source shows it again.
     */
    shownFrom: date("shown_from"),
    shownUntil: date("shown_until"),
    derivationVersion: integer("derivation_version").notNull(),
    /** One an edition: what `edition_contents` holds. */
    current: boolean().notNull(),
    /** When its text was removed by law, and why; null for a text that is held. */
    erasedAt: timestamp("erased_at", { withTimezone: true }),
    erasureReason: text("erasure_reason"),
  },
  (table) => [
    index("wordings_edition").on(table.editionId),
    index("wordings_empreinte").on(table.empreinte),
    index("wordings_empreinte_source").on(table.empreinteSource),
  ],
);

/** A reference of a text kept aside, as `edition_references` has those of the current one. */
export type KeptReference = Omit<typeof editionReferences.$inferSelect, "editionId" | "position">;

/** An article cited by a text kept aside, as `edition_articles` has those of the current one. */
export type KeptArticle = Omit<typeof editionArticles.$inferSelect, "editionId" | "position">;

/**
 * Texts of an edition other than the one that `edition_contents` holds: those of its other wordings, and those that a
 * former derivation gave, as long as the fingerprint of the text or of one of its § was another.
 */
export const keptTexts = pgTable(
  "kept_texts",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    empreinte: text().notNull(),
    derivationVersion: integer("derivation_version").notNull(),
    /** A wording that has, or had under that derivation, this text; every row has it. */
    wordingId: integer("wording_id").references(() => wordings.id),
    contenuHtml: text("contenu_html").notNull(),
    contenuTexte: text("contenu_texte").notNull(),
    paragraphes: jsonb().$type<readonly ParagraphSpan[]>().notNull(),
    reserves: jsonb().$type<readonly ParagraphRange[]>().notNull(),
    images: jsonb().$type<readonly ImageSource[]>().notNull(),
    /** In the order of their first mention, like the articles. */
    citedDocuments: jsonb("cited_documents").$type<readonly KeptReference[]>().notNull(),
    citedArticles: jsonb("cited_articles").$type<readonly KeptArticle[]>().notNull(),
    /** As those of `edition_contents`. */
    seals: jsonb().$type<Seals>(),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.empreinte, table.derivationVersion] }),
    index("kept_texts_empreinte").on(table.empreinte),
    index("kept_texts_wording").on(table.wordingId),
  ],
);

/** Official records of wordings, in the form of `edition_contents.raw`, once that no longer holds them. */
export const keptSources = pgTable("kept_sources", {
  wordingId: integer("wording_id")
    .primaryKey()
    .references(() => wordings.id),
  raw: bytes().notNull(),
});
