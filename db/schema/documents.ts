import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { ParagraphRange, ParagraphSpan } from "../../bofip/paragraphs/paragraphs.ts";
import { bytes, identifier, type Seals } from "./columns.ts";

/** An image of the source; the text has its words. */
export interface ImageSource {
  readonly alt: string | null;
  readonly url: string | null;
}

/** Kinds of documents, in the order of lists. */
export const DOCUMENT_TYPES = [
  "commentaire",
  "rescrit",
  "bareme",
  "formulaire",
  "lettre_type",
  "annexe",
  "cartographie",
] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** State of a document or of one of its editions (docs/decisions.md, « Versions »). */
export type Statut = "en_vigueur" | "remplace" | "retire" | "transfere";

/** What a source record is: doctrine, or the tombstone that announces a withdrawal or a move. */
export type EditionKind = "contenu" | "retire" | "transfere";

export type SourceKind = "export" | "archive";

/**
 * The fact « this edition was published »: identity, provenance, and the hashes by which new content is recognised.
 * `statut`, `dateFin` and `current` are the projection of all facts of its document.
 */
export const editions = pgTable(
  "editions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    boiId: identifier("boi_id").notNull(),
    debutDeValidite: date("debut_de_validite").notNull(),
    pgp: integer().notNull(),
    kind: text().$type<EditionKind>().notNull(),
    transfereVers: identifier("transfere_vers"),
    /** Notice of a tombstone, in the source's words; null for content. */
    avis: text(),
    /** Every document that a move names, the first being `transfereVers`. */
    transferts: jsonb().$type<readonly string[]>().notNull().default([]),
    titre: text().notNull(),
    type: text().$type<DocumentType>().notNull(),
    domaine: identifier().notNull(),
    division: text(),
    url: text().notNull(),
    /** Kind of source of the current wording. */
    sourceKind: text("source_kind").$type<SourceKind>().notNull(),
    /** Hash of the record as received: an unchanged line is recognised without being parsed. */
    recordHash: text("record_hash").notNull(),
    /** Hash of the latest record of the other kind of source: recognised likewise. */
    otherRecordHash: text("overruled_hash"),
    /** Hash of the canonical content: decides whether there is a change. */
    sourceHash: text("source_hash").notNull(),
    derivationVersion: integer("derivation_version").notNull(),
    /** Hash of the derived text: what the derived stores compare. */
    textHash: text("text_hash").notNull(),
    statut: text().$type<Statut>().notNull(),
    dateFin: date("date_fin"),
    /** Whether its end is known only from an absence from an export. */
    finConstatee: boolean("fin_constatee").notNull().default(false),
    /**
     * Latest day, within its interval, on which sources show it in force, counting the days after it that they cover
     * without a change; null when none does yet.
     */
    attestedUntil: date("attested_until"),
    current: boolean().notNull(),
  },
  (table) => [
    unique("editions_key").on(table.boiId, table.debutDeValidite, table.pgp),
    index("editions_pgp").on(table.pgp),
    index("editions_derivation").on(table.derivationVersion),
  ],
);

/** The heavy part of an edition, apart so that lists never read it. */
export const editionContents = pgTable("edition_contents", {
  editionId: integer("edition_id")
    .primaryKey()
    .references(() => editions.id),
  contenuHtml: text("contenu_html").notNull(),
  contenuTexte: text("contenu_texte").notNull(),
  paragraphes: jsonb().$type<readonly ParagraphSpan[]>().notNull(),
  /** Numbers reserved by the text for later paragraphs. */
  reserves: jsonb().$type<readonly ParagraphRange[]>().notNull().default([]),
  images: jsonb().$type<readonly ImageSource[]>().notNull().default([]),
  renvoisInternes: jsonb("renvois_internes").$type<readonly InternalReference[]>().notNull().default([]),
  /** The source record as received, zstd-compressed JSON: every derivation starts from it. */
  raw: bytes().notNull(),
  /** Seals of the columns above; null when written by a release without seals. */
  seals: jsonb().$type<Seals>(),
});

/** One place where an edition cites a document. */
export interface ReferenceTarget {
  /** § that contains the mention; null outside. */
  readonly depuis: string | null;
  /** § named by the mention; null when none is. */
  readonly vers: string | null;
  /** Last § of a range, else null. */
  readonly jusqua: string | null;
  /** Day of the edition named, `YYYY-MM-DD`, or null. */
  readonly edition: string | null;
  readonly texte: string;
}

/** A § of itself that an edition refers to. */
export interface InternalReference {
  readonly depuis: string | null;
  readonly vers: string;
  readonly texte: string;
}

/** Documents cited by an edition, in the order of their first mention. */
export const editionReferences = pgTable(
  "edition_references",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    target: identifier().notNull(),
    position: integer().notNull(),
    paragraphe: text(),
    mentions: integer().notNull(),
    /** In the order of the text. */
    cibles: jsonb().$type<readonly ReferenceTarget[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.target] }),
    index("edition_references_target").on(table.target),
  ],
);

/**
 * PGP numbers that an edition links to without naming the document, and the document each was resolved to when its
 * references were derived; null when no edition of that number was known.
 */
export const editionPgpLinks = pgTable(
  "edition_pgp_links",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    pgp: integer().notNull(),
    target: identifier(),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.pgp] })],
);

/** One row per `boi_id`: the projection of its editions and of its absences from the exports. */
export const documents = pgTable(
  "documents",
  {
    boiId: identifier("boi_id").primaryKey(),
    editionId: integer("edition_id")
      .notNull()
      .references((): AnyPgColumn => editions.id),
    titre: text().notNull(),
    type: text().$type<DocumentType>().notNull(),
    domaine: identifier().notNull(),
    division: text(),
    statut: text().$type<Exclude<Statut, "remplace">>().notNull(),
    transfereVers: identifier("transfere_vers"),
    datePublication: date("date_publication").notNull(),
    dateMiseAJour: date("date_mise_a_jour"),
    url: text().notNull(),
  },
  (table) => [
    unique("documents_edition").on(table.editionId),
    index("documents_domaine").on(table.domaine, table.statut),
  ],
);

export type Nature = "creation" | "modification" | "retrait";

/** Entries of /v1/changes: a projection, rebuilt with its document. */
export const changes = pgTable(
  "changes",
  {
    boiId: identifier("boi_id").notNull(),
    date: date().notNull(),
    nature: text().$type<Nature>().notNull(),
    pgp: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.boiId, table.date, table.nature, table.pgp] }),
    index("changes_date").on(table.date.desc(), table.boiId),
  ],
);

/** Nodes of the classification with a document in force, at the node or below: a projection. */
export const classificationNodes = pgTable(
  "plan_nodes",
  {
    chemin: identifier().primaryKey(),
    parent: identifier().notNull(),
    segment: identifier().notNull(),
    titre: text().notNull(),
    documents: integer().notNull(),
  },
  (table) => [index("plan_nodes_parent").on(table.parent)],
);

/** State of a document, as opposed to one of its editions. */
export type DocumentStatut = (typeof documents.$inferSelect)["statut"];

/**
 * What names the tables of an edition, by which they are listed; their cells are read from its HTML. Derived, as
 * references are.
 */
export const editionTables = pgTable(
  "edition_tables",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    /** From 1, in the order of the text. */
    rang: integer().notNull(),
    /** § that contains it; null outside. */
    paragraphe: text(),
    /** Headings above it, from the widest to the narrowest. */
    section: jsonb().$type<readonly string[]>().notNull(),
    titre: text(),
    /** Texts of its header cells, each once. */
    intitules: jsonb().$type<readonly string[]>().notNull(),
    lignes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.rang] })],
);
