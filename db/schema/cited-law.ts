import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ArticleRank } from "../../bofip/law/citation.ts";
import type { CitedEntry } from "../../bofip/law/cited/entries.ts";
import { actualites } from "./actualites.ts";
import { identifier } from "./columns.ts";
import { editions } from "./documents.ts";

/**
 * The law that an edition or an actualité cites: one row for each thing, by kind, then in the order of its first
 * mention. The key of an article is its code; one of a norm has its own article, or null for the whole.
 *
 * `edition_articles` and `edition_cited_law` are views of it (`0035_one_cited_law.sql`): 1.5.0 reads and writes there,
 * and texts kept aside have the articles and the rest of the law in their forms.
 */
export const citedLaw = pgTable(
  "cited_law",
  {
    editionId: integer("edition_id").references(() => editions.id),
    actualiteId: identifier("actualite_id").references(() => actualites.id),
    genre: text().$type<CitedEntry["genre"]>().notNull(),
    position: integer().notNull(),
    /** Null when the text does not identify one thing. */
    cle: text(),
    article: text(),
    /** What is known of it beside those. */
    champs: jsonb().$type<CitedEntry["champs"]>().notNull(),
    rang: text().$type<ArticleRank>().notNull(),
    /** In the order of the text, the title's first; `mentions` is their number, apart so that lists never read them. */
    occurrences: jsonb().$type<CitedEntry["occurrences"]>().notNull(),
    mentions: integer().notNull().generatedAlwaysAs(sql`jsonb_array_length("occurrences")`),
  },
  (table) => [
    uniqueIndex("cited_law_edition").on(table.editionId, table.genre, table.position),
    uniqueIndex("cited_law_actualite")
      .on(table.actualiteId, table.genre, table.position)
      .where(sql`"actualite_id" is not null`),
    index("cited_law_key").on(table.genre, table.cle, table.article),
    index("cited_law_ranges").on(table.cle).where(sql`"champs" ->> 'etendue' is not null`),
    check("cited_law_source", sql`num_nonnulls("edition_id", "actualite_id") = 1`),
  ],
);
