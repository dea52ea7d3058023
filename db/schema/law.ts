import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Amendment, ListedVersion } from "../../bofip/law/versions.ts";
import { bytes, identifier, type Seals } from "./columns.ts";

/** Archives of LEGI that were seen, applied or not: one that is missing or refused is a gap of the law's coverage. */
export const lawArchives = pgTable("law_archives", {
  /** `LEGI_20260527-213012.tar.gz`. */
  name: identifier().primaryKey(),
  /** `20260527-213012`: the order in which archives apply. */
  stamp: identifier().notNull(),
  /** A global archive holds everything; an increment, what changed since the previous one. */
  kind: text().$type<"global" | "increment">().notNull(),
  /** LEGITEXT identifiers of the codes read from it, by spaces; empty until it is applied. */
  codes: text().notNull().default(""),
  /** SHA-256 of the file that was applied, or refused. */
  empreinteFichier: text("empreinte_fichier"),
  appliedAt: timestamp("applied_at", { withTimezone: true }),
  /** Why it was refused, in French; null when it was not. */
  fault: text(),
});

/**
 * Files of LEGI for the codes held, by path: one version may have two, in folders of texts in force and of others. The
 * newest holds; once it is deleted, the older one does again.
 */
export const lawFiles = pgTable(
  "law_files",
  {
    /** In the archive, without the folder of an increment. */
    path: identifier().primaryKey(),
    legiarti: identifier().notNull(),
    /** The code, as citations name it: `CGI, ann. II`. */
    code: text().notNull(),
    /** Date of the file in the archive. */
    modifiedAt: timestamp("modified_at", { withTimezone: true }).notNull(),
    /** The XML as received, compressed by zstd, and its SHA-256; null for a file that was never readable. */
    record: bytes(),
    recordHash: text("record_hash"),
    /** Every version of the article, as this file lists them. */
    listed: jsonb().$type<readonly ListedVersion[]>().notNull(),
    /** The archive that brought it. */
    archive: identifier().notNull(),
    /** Why its latest delivery could not be read, in French; what it held before stays. */
    fault: text(),
  },
  (table) => [
    index("law_files_legiarti").on(table.legiarti),
    index("law_files_listed").using("gin", sql`"listed" jsonb_path_ops`),
  ],
);

/** Versions of articles, derived from `law_files`; the still-born are not among them. */
export const lawVersions = pgTable(
  "law_versions",
  {
    legiarti: identifier().primaryKey(),
    code: text().notNull(),
    /** As LEGI writes it: `L80 A`; empty for an article without number. */
    num: text().notNull(),
    /** As citations write it: `L. 80 A`; null without number. */
    article: text(),
    /** Key of the article in its code: `R. 196-1` and `R.* 196-1` are one. */
    articleKey: text("article_key").generatedAlwaysAs(sql`replace("article", '.*', '.')`),
    /** `VIGUEUR`, `ABROGE`…; empty when LEGI has none. */
    etat: text().notNull(),
    /** First day; `UNKNOWN_DAY` or `NO_DAY` when it is not known. */
    dateDebut: date("date_debut").notNull(),
    /** The day after the last one; null without a known end. */
    dateFin: date("date_fin"),
    /** File that it comes from; null for a version that LEGI lists without its file, which has no text. */
    path: identifier(),
    /** Titles of the sections that hold it, widest first, and LEGISCTA of the last one. */
    section: jsonb().$type<readonly string[]>().notNull(),
    sectionId: text("section_id"),
    contenuTexte: text("contenu_texte"),
    contenuHtml: text("contenu_html"),
    nota: text(),
    modifiePar: jsonb("modifie_par").$type<readonly Amendment[]>().notNull(),
    /** Fingerprint of the text. */
    empreinte: text(),
    /** Hash of the text's words: two texts with the same differ in form alone (`substanceHash`). */
    substance: text(),
    derivationVersion: integer("derivation_version").notNull(),
    seals: jsonb().$type<Seals>(),
  },
  (table) => [
    index("law_versions_article").on(table.code, table.articleKey, table.dateDebut),
    index("law_versions_start").on(table.dateDebut),
    index("law_versions_end").on(table.dateFin),
    index("law_versions_section").on(table.sectionId),
  ],
);
