import { type Static, Type } from "@sinclair/typebox";
import { eq } from "drizzle-orm";
import { Nullable } from "../engine/parse-json.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, type Statements } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import { runs } from "../schema/ingestion.ts";

/** What is to be removed by law, and why. */
export interface ErasureRequest {
  /** Fingerprint of a text of the doctrine, or of its official bytes. */
  readonly empreinte: string;
  readonly reason: string;
}

/** How many wordings were erased; null while a run, which may be deriving that very text, is under way. */
export const ErasureOutcome = Type.Object({ wordings: Nullable(Type.Integer()) });
export type ErasureOutcome = Readonly<Static<typeof ErasureOutcome>>;

/**
 * Removes a text from every edition that says it, with its official bytes and what former derivations made of it;
 * fingerprints and dates stay, with the reason. An edition that answered with it has no text any more, until its source
 * gives other words. The derived stores follow at the next run.
 */
export async function eraseWording(
  database: Database,
  { empreinte, reason }: ErasureRequest,
  now: Date,
): Promise<ErasureOutcome> {
  const [running] = await database
    .select({ id: runs.id })
    .from(runs)
    .where(eq(runs.status, "running"))
    .limit(1);
  if (running !== undefined) return { wordings: null };
  const at = now.toISOString();
  await inTransaction(database, (sql) => [
    sql`
      update wordings w set erased_at = ${at}, erasure_reason = ${reason}
      from (
        select edition_id, empreinte from wordings where empreinte = ${empreinte} or empreinte_source = ${empreinte}
        union
        select held.edition_id, held.empreinte from kept_texts t join wordings held on held.id = t.wording_id
        where t.empreinte = ${empreinte}) as named
      where w.edition_id = named.edition_id and w.empreinte = named.empreinte and w.erased_at is null`,
    ...emptyKept(sql, at),
    ...emptyShown(sql, at),
    raiseRevision(sql),
  ]);
  const [row] = await database.$client<{ wordings: number }[]>`
    select count(*)::int as wordings from wordings where erased_at = ${at}`;
  return { wordings: row?.wordings ?? 0 };
}

/** Rows of texts stay, for the fingerprints that former derivations gave. */
function emptyKept(sql: Statements, at: string): readonly Promise<unknown>[] {
  return [
    sql`
      update kept_texts t set contenu_html = '', contenu_texte = '', paragraphes = '[]', reserves = '[]',
        images = '[]', cited_documents = '[]', cited_articles = '[]'
      from wordings w
      where w.erased_at = ${at} and t.edition_id = w.edition_id
        and (t.wording_id = w.id or t.empreinte = w.empreinte)`,
    sql`delete from kept_sources k using wordings w where w.erased_at = ${at} and k.wording_id = w.id`,
  ];
}

function emptyShown(sql: Statements, at: string): readonly Promise<unknown>[] {
  const shown = sql`(select edition_id from wordings where current and erased_at = ${at})`;
  return [
    sql`
      delete from passage_vectors v using passages p
      where p.edition_id in ${shown} and v.text_hash = p.text_hash and not exists (
        select from passages other where other.text_hash = p.text_hash and other.edition_id not in ${shown})`,
    sql`delete from passages where edition_id in ${shown}`,
    sql`delete from edition_references where edition_id in ${shown}`,
    sql`delete from edition_articles where edition_id in ${shown}`,
    sql`delete from edition_pgp_links where edition_id in ${shown}`,
    sql`
      update edition_contents set contenu_html = '', contenu_texte = '', paragraphes = '[]', reserves = '[]',
        images = '[]', raw = ''
      where edition_id in ${shown}`,
    sql`
      update editions set text_hash = encode(sha256(''), 'base64') where id in ${shown}`,
  ];
}
