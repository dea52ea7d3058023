import { DamagedText } from "../../integrity/damage.ts";
import { unpackRecord } from "../../integrity/stored-record.ts";
import type { Database } from "../../postgres/database.ts";
import { officialContent } from "../../records/official-content.ts";
import type { SourceKind } from "../../schema/documents.ts";
import { textIsHeldSql } from "./text-is-held.ts";

/** The official bytes of a wording, and where they came from. */
interface OfficialSource {
  /** Their SHA-256. */
  readonly empreinte_source: string;
  /** As published; its UTF-8 is the official bytes. */
  readonly contenu: string;
  readonly provenance: {
    readonly genre: SourceKind;
    /** Name of the file, and its SHA-256; null for content older than this record. */
    readonly fichier: string | null;
    readonly empreinte_fichier: string | null;
    /** Instant, ISO 8601. */
    readonly recue_le: string | null;
  };
}

interface Row extends Omit<OfficialSource, "contenu" | "provenance"> {
  readonly genre: SourceKind;
  readonly fichier: string | null;
  readonly empreinte_fichier: string | null;
  readonly recue_le: string | null;
  readonly raw: Uint8Array;
}

/**
 * The official bytes of a document's wording, by their own fingerprint or by that of its text, previous derivations
 * included; of several the latest edition's, first received first. Null when none are kept.
 * @throws {DamagedText} when they no longer match `empreinte_source`.
 */
export async function findOfficialSource(
  database: Database,
  boiId: string,
  empreinte: string,
): Promise<OfficialSource | null> {
  const sql = database.$client;
  const [row] = await sql<Row[]>`
    select w.empreinte_source, w.source_kind as genre, w.fichier, w.empreinte_fichier,
      to_char(w.recue_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recue_le, coalesce((
        select k.raw from wordings same join kept_sources k on k.wording_id = same.id
        where same.edition_id = e.id and same.empreinte_source = w.empreinte_source limit 1), c.raw) as raw
    from editions e
      join wordings w on w.edition_id = e.id and w.erased_at is null and w.empreinte_source is not null
      left join edition_contents c on c.edition_id = e.id and exists (
        select from wordings shown
        where shown.edition_id = e.id and shown.current and shown.empreinte_source = w.empreinte_source)
    where e.boi_id = ${boiId} and ${sql.unsafe(textIsHeldSql("e"))} and (w.empreinte_source = ${empreinte}
      or w.empreinte = ${empreinte} or exists (
        select from kept_texts t where t.wording_id = w.id and t.empreinte = ${empreinte}))
    order by e.debut_de_validite desc, e.pgp desc, w.recue_le nulls first, w.id limit 1`;
  if (row === undefined || row.raw === null) return null;
  const { empreinte_source, genre, fichier, empreinte_fichier, recue_le } = row;
  const record = unpackRecord({
    raw: row.raw,
    sourceKind: genre,
    seal: null,
    empreinteSource: empreinte_source,
  });
  if (record === null) throw new DamagedText(boiId);
  const contenu = officialContent(genre, record);
  return { empreinte_source, contenu, provenance: { genre, fichier, empreinte_fichier, recue_le } };
}
