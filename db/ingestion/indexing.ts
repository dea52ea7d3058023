import { eq } from "drizzle-orm";
import { ANALYZER_VERSION } from "../fulltext/analyzer/index.ts";
import type { Database } from "../postgres/database.ts";
import { pages, type Statements } from "../postgres/statements.ts";
import { storeDebts } from "../schema/ingestion.ts";

/** What a derived store must hold of a document in force, without its text. */
export interface IndexableDocument {
  readonly boiId: string;
  readonly titre: string;
  readonly domaine: string;
  /** Of all that is indexed of it, and of the analyzer's version. */
  readonly hash: string;
}

export type DerivedStore = (typeof storeDebts.$inferSelect)["store"];

const PAGE_ROWS = 500;

/** Every document in force, by identifier, a page at a time. */
export function readIndexable(database: Database): AsyncGenerator<readonly IndexableDocument[]> {
  const sql = database.$client;
  return pages(
    "",
    (after) => sql<(IndexableDocument & { position: string })[]>`
      select d.boi_id as position, d.boi_id as "boiId", d.titre, d.domaine, ${indexedHash(sql)} as hash
      from documents d join editions e on e.id = d.edition_id
      where d.statut = 'en_vigueur' and d.boi_id > ${after} order by d.boi_id limit ${PAGE_ROWS}`,
  );
}

/** `IndexableDocument.hash` in SQL, of a document `d` with its edition `e`. */
export function indexedHash(sql: Statements) {
  const content = sql`${String(ANALYZER_VERSION)}::text || E'\\n' || d.titre || E'\\n' || d.domaine || E'\\n' || e.text_hash`;
  return sql`encode(sha256(convert_to(${content}, 'UTF8')), 'base64')`;
}

/** The text that a document answers with, or null when it has left since; one short statement. */
export async function readText(database: Database, boiId: string): Promise<string | null> {
  const sql = database.$client;
  const [row] = await sql<{ texte: string }[]>`
    select c.contenu_texte as texte from documents d join edition_contents c on c.edition_id = d.edition_id
    where d.boi_id = ${boiId}`;
  return row?.texte ?? null;
}

/** Keeps in mind that a derived store could not be brought in step, and why. */
export async function recordDebt(
  database: Database,
  store: DerivedStore,
  reason: string,
  now: Date,
): Promise<void> {
  await database
    .insert(storeDebts)
    .values({ store, since: now, reason })
    .onConflictDoUpdate({ target: storeDebts.store, set: { reason } });
}

export async function settleDebt(database: Database, store: DerivedStore): Promise<void> {
  await database.delete(storeDebts).where(eq(storeDebts.store, store));
}
