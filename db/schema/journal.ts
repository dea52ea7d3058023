import { bigint, date, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { ChangeSummary, TextScope } from "../../bofip/comparison/compare.ts";
import type { DeducedScope } from "../../bofip/news/scope.ts";
import { identifier } from "./columns.ts";
import type { DocumentType } from "./documents.ts";

/** Events of the stored corpus (docs/decisions.md, « Journal »). */
export const JOURNAL_EVENTS = [
  "edition",
  "rectification",
  "retrait",
  "transfert",
  "retablissement",
  "actualite",
  "effacement",
  "source",
] as const;

export type JournalEvent = (typeof JOURNAL_EVENTS)[number];

/** An actualité, as an entry names it. */
export interface NamedNews {
  readonly id: string;
  readonly titre: string;
  readonly url: string;
}

/**
 * Events, in the order in which the store recorded them. Written in the transaction of the change, and never changed
 * nor removed, except that a migration moved to `porteeDeduite` what was no announcement. Numbers are given under the
 * lock of the row of `corpus`, so that an entry becomes visible only with all the smaller ones.
 */
export const journal = pgTable(
  "journal",
  {
    sequence: bigint({ mode: "number" }).primaryKey(),
    /** Null for content older than the journal. */
    detecteLe: timestamp("detecte_le", { withTimezone: true }),
    evenement: text().$type<JournalEvent>().notNull(),
    /** Null for an actualité, like the domain and the type. */
    boiId: identifier("boi_id"),
    titre: text().notNull(),
    domaine: identifier(),
    type: text().$type<DocumentType>(),
    /** Start of validity, or day of the withdrawal, or of the actualité. */
    date: date().notNull(),
    porteeAnnoncee: text("portee_annoncee").$type<TextScope>(),
    /** Guessed from the words of the announcement, when they state no scope. */
    porteeDeduite: jsonb("portee_deduite").$type<DeducedScope>(),
    porteeTexte: text("portee_texte").$type<TextScope>(),
    paragraphes: jsonb().$type<ChangeSummary["paragraphes"]>().notNull(),
    empreinteAvant: text("empreinte_avant"),
    empreinteApres: text("empreinte_apres"),
    actualite: jsonb().$type<NamedNews>(),
    /** Documents named by an actualité. */
    documents: jsonb().$type<readonly string[]>().notNull(),
    /** Fields of the record changed by a source whose text is unchanged; null for other events. */
    champs: jsonb().$type<readonly string[]>(),
  },
  (table) => [index("journal_boi_id").on(table.boiId)],
);
