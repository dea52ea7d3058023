import type { Database } from "../postgres/database.ts";
import type { SourceKind } from "../schema/documents.ts";

/** An official record kept aside, as `edition_contents.raw` has that of a current wording. */
export interface KeptRecord {
  readonly raw: Uint8Array;
  readonly sourceKind: SourceKind;
  /** Hash of the last record of that kind of source for the edition; empty when it is not known. */
  readonly recordHash: string;
}

/** The official record of a wording, or of another of its edition and kind that says the same; null when none is kept. */
export async function readKeptRecord(database: Database, wordingId: number): Promise<KeptRecord | null> {
  const sql = database.$client;
  const [row] = await sql<KeptRecord[]>`
    select k.raw, w.source_kind as "sourceKind", coalesce(e.overruled_hash, '') as "recordHash"
    from wordings asked
      join wordings w on w.edition_id = asked.edition_id and w.empreinte = asked.empreinte
        and w.source_kind = asked.source_kind
      join kept_sources k on k.wording_id = w.id
      join editions e on e.id = w.edition_id
    where asked.id = ${wordingId} order by w.id = asked.id desc, w.id desc limit 1`;
  return row ?? null;
}
