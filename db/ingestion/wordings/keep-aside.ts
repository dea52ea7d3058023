import { editionSealedOf, ownSeals } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import { inTransaction, jsonRows, type Statements } from "../../postgres/statements.ts";
import { textIsHeld } from "../../queries/texts/edition-columns.ts";
import type { DerivedEdition } from "../derived-edition.ts";
import { type EditionKey, editionIds, keyOf, named } from "./edition-key.ts";

/** Statements that copy the texts and records of editions before they are overwritten. */
export function keepAside(sql: Statements, editions: readonly DerivedEdition[]): readonly Promise<unknown>[] {
  const rows = editions.map(({ row, isNew, empreinte, empreinteSource, paragraphes }) => ({
    ...keyOf(row),
    isNew,
    empreinte,
    empreinteSource,
    spans: paragraphes.map(({ numero, start, end }) => [numero, start, end]),
  }));
  return [keepTexts(sql, jsonRows(rows)), keepSources(sql, jsonRows(rows))];
}

/** A text stays findable by all its fingerprints: its own, and those of its §. Its seals are copied too. */
function keepTexts(sql: Statements, rows: string): Promise<unknown> {
  return sql`
    insert into kept_texts (edition_id, empreinte, derivation_version, wording_id, contenu_html, contenu_texte,
      paragraphes, reserves, images, cited_documents, cited_articles, cited_law,
      seals)
    select e.id, w.empreinte, w.derivation_version, w.id, c.contenu_html, c.contenu_texte, c.paragraphes, c.reserves,
      c.images, coalesce((
        select jsonb_agg(to_jsonb(cited) - 'edition_id' - 'position' order by position)
        from edition_references cited where edition_id = e.id), '[]'), coalesce((
        select jsonb_agg(to_jsonb(cited) - 'edition_id' - 'position' order by position)
        from edition_articles cited where edition_id = e.id), '[]'), coalesce((
        select jsonb_agg(to_jsonb(cited) - 'edition_id' - 'position' order by position)
        from edition_cited_law cited where edition_id = e.id), '[]'),
      jsonb_set(${ownSeals(sql, "c", editionSealedOf(sql))}, '{of}',
        to_jsonb(concat_ws(' ', w.empreinte, w.derivation_version)))
    from json_to_recordset(${rows}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      empreinte text, spans jsonb)
    ${named(sql)}
    join wordings w on w.edition_id = any(${editionIds(sql, rows)}) and w.edition_id = e.id
      and w.current and w.erased_at is null
      and w.derivation_version = e.derivation_version
    join edition_contents c on c.edition_id = e.id
    where ${textIsHeld(sql)} and (w.empreinte <> r.empreinte or r.spans <> coalesce((
        select jsonb_agg(jsonb_build_array(span -> 'numero', span -> 'start', span -> 'end'))
        from jsonb_array_elements(c.paragraphes) as span), '[]'))
    on conflict do nothing`;
}

/** Official bytes are stored once, as first received. */
function keepSources(sql: Statements, rows: string): Promise<unknown> {
  return sql`
    insert into kept_sources (wording_id, raw)
    select w.id, c.raw
    from json_to_recordset(${rows}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      "isNew" boolean, "empreinteSource" text)
    ${named(sql)}
    join wordings w on w.edition_id = any(${editionIds(sql, rows)}) and w.edition_id = e.id
      and w.current and w.erased_at is null
      and w.empreinte_source is not null
    join edition_contents c on c.edition_id = e.id
    where r."isNew" and w.empreinte_source is distinct from r."empreinteSource" and not exists (
      select from kept_sources kept join wordings other on other.id = kept.wording_id
      where other.edition_id = e.id and other.empreinte_source = w.empreinte_source)
    on conflict do nothing`;
}

/** The last record of the kind of source whose wording an edition does not answer with. */
export interface OtherRecord extends EditionKey {
  readonly hash: string;
}

/** Notes the records, so that the next run knows them without parsing them; readers see no difference. */
export async function noteOtherRecords(database: Database, records: readonly OtherRecord[]): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      update editions e set overruled_hash = r.hash
      from json_to_recordset(${jsonRows(records)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
        hash text)
      where e.boi_id = any(array(select json_array_elements_text(
          ${jsonRows(records.map(({ boiId }) => boiId))}::text::json)))
        and e.boi_id = r."boiId" and e.debut_de_validite = r."debutDeValidite" and e.pgp = r.pgp`,
  ]);
}
