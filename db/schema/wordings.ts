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
import type { CitedArticle } from "../../bofip/law/citation.ts";
import type { LawEntry } from "../../bofip/law/cited/entries.ts";
import type { ParagraphRange, ParagraphSpan } from "../../bofip/paragraphs/paragraphs.ts";
import { bytes, identifier, type Seals } from "./columns.ts";
import { type editionReferences, editions, type ImageSource, type SourceKind } from "./documents.ts";

/**
 * The fact « from here on, a kind of source gives this text of this edition » (docs/decisions.md, « Wordings »): a row
 * each time that the text differs from the previous one, never removed. Two kinds with the same text are one wording to
 * readers.
 */
export const wordings = pgTable(
  "wordings",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    sourceKind: text("source_kind").$type<SourceKind>().notNull(),
    /** Position of its source among those of its kind, as a sortable string that starts with the day described. */
    sourceOrder: identifier("source_order").notNull(),
    titre: text().notNull(),
    /** Fingerprint of its text under `derivationVersion`. */
    empreinte: text().notNull(),
    /**
     * SHA-256 of its official bytes. Null when they are not kept: those of an archive stored before they were, and
     * those of a source whose text the other kind had already given.
     */
    empreinteSource: text("empreinte_source"),
    /** When it was received; null for wordings older than this column. */
    recueLe: timestamp("recue_le", { withTimezone: true }),
    /** Name of the file that contained it, and SHA-256 of that file; null for older wordings. */
    fichier: text(),
    empreinteFichier: text("empreinte_fichier"),
    /** The day that this file describes. */
    dateSource: date("date_source"),
    /**
     * First and last day on which a source of its kind showed it, before another text of that kind; null for wordings
     * older than these columns, until a source shows them again.
     */
    shownFrom: date("shown_from"),
    shownUntil: date("shown_until"),
    derivationVersion: integer("derivation_version").notNull(),
    /** One per edition: the text of `edition_contents`. */
    current: boolean().notNull(),
    /** When and why its text was removed by law; null for a stored text. */
    erasedAt: timestamp("erased_at", { withTimezone: true }),
    erasureReason: text("erasure_reason"),
  },
  (table) => [
    index("wordings_edition").on(table.editionId),
    index("wordings_empreinte").on(table.empreinte),
    index("wordings_empreinte_source").on(table.empreinteSource),
  ],
);

/** A reference of a text kept aside, in the form of `edition_references`. */
export type KeptReference = Omit<typeof editionReferences.$inferSelect, "editionId" | "position">;

/**
 * Texts of an edition other than the one in `edition_contents`: those of its other wordings, and those of previous
 * derivations, when the fingerprint of the text or of one of its § was different.
 */
export const keptTexts = pgTable(
  "kept_texts",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    empreinte: text().notNull(),
    derivationVersion: integer("derivation_version").notNull(),
    /** A wording that has this text, or had it under that derivation; every row has one. */
    wordingId: integer("wording_id").references(() => wordings.id),
    contenuHtml: text("contenu_html").notNull(),
    contenuTexte: text("contenu_texte").notNull(),
    paragraphes: jsonb().$type<readonly ParagraphSpan[]>().notNull(),
    reserves: jsonb().$type<readonly ParagraphRange[]>().notNull(),
    images: jsonb().$type<readonly ImageSource[]>().notNull(),
    /** In the order of their first mention, like the articles. */
    citedDocuments: jsonb("cited_documents").$type<readonly KeptReference[]>().notNull(),
    citedArticles: jsonb("cited_articles").$type<readonly CitedArticle[]>().notNull(),
    /** Decisions, norms and ministerial answers; null for texts kept before they were read. */
    citedLaw: jsonb("cited_law").$type<readonly LawEntry[]>(),
    /** As those of `edition_contents`. */
    seals: jsonb().$type<Seals>(),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.empreinte, table.derivationVersion] }),
    index("kept_texts_empreinte").on(table.empreinte),
    index("kept_texts_wording").on(table.wordingId),
  ],
);

/** Official records of wordings, in the form of `edition_contents.raw`, once that has another one. */
export const keptSources = pgTable("kept_sources", {
  wordingId: integer("wording_id")
    .primaryKey()
    .references(() => wordings.id),
  raw: bytes().notNull(),
});
