import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ArticleRank } from "../../bofip/law/citation.ts";
import type { LawEntry, LawOccurrence } from "../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../bofip/law/cited/keys.ts";
import { editions } from "./documents.ts";

/** Columns of something cited: one entry for each thing, by kind, then in the order of its first mention. */
export const citedLawColumns = () => ({
  position: integer().notNull(),
  genre: text().$type<CitedKind>().notNull(),
  /** Null when the text does not identify one thing. */
  cle: text(),
  /** Of a norm, the article cited; null for the whole. */
  article: text(),
  /** What is known of it beside those: its fields in the public contract. */
  champs: jsonb().$type<LawEntry["champs"]>().notNull(),
  rang: text().$type<ArticleRank>().notNull(),
  /** In the order of the text, the title's first. */
  occurrences: jsonb().$type<readonly LawOccurrence[]>().notNull(),
});

/** Decisions, norms and ministerial answers cited by an edition. Derived, as `edition_articles`. */
export const editionCitedLaw = pgTable(
  "edition_cited_law",
  {
    editionId: integer("edition_id")
      .notNull()
      .references(() => editions.id),
    ...citedLawColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.position] }),
    index("edition_cited_law_key").on(table.genre, table.cle),
  ],
);
