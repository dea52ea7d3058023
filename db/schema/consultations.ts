import { date, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { SubmittedPart } from "../../bofip/news/consultations/submitted.ts";
import { identifier } from "./columns.ts";

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
