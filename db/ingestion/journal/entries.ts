import type { ChangeSummary, TextScope } from "../../../bofip/comparison/compare.ts";
import type { DeducedScope } from "../../../bofip/news/scope.ts";
import type { Leaf } from "../../../bofip/proof/leaf.ts";
import { jsonRows, type Statements } from "../../postgres/statements.ts";
import { leafRow } from "../../proof/leaves.ts";
import type { DocumentType } from "../../schema/documents.ts";
import type { JournalEvent, NamedNews } from "../../schema/journal.ts";

/** An event that has no number yet. */
export interface NewEntry {
  readonly evenement: JournalEvent;
  readonly boiId: string | null;
  readonly titre: string;
  readonly domaine: string | null;
  readonly type: DocumentType | null;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly porteeAnnoncee: TextScope | null;
  readonly porteeDeduite: DeducedScope | null;
  readonly porteeTexte: TextScope | null;
  readonly paragraphes: ChangeSummary["paragraphes"];
  readonly empreinteAvant: string | null;
  readonly empreinteApres: string | null;
  readonly actualite: NamedNews | null;
  readonly documents: readonly string[];
  /** See `journal.champs`. */
  readonly champs: readonly string[] | null;
  /** Its leaf in the log of proof; null for an event that brings or drops no text. */
  readonly leaf: Leaf | null;
}

/**
 * Appends entries to the journal, in order, in the transaction of the changes that they describe. Their numbers follow
 * the greatest one given, and are never below the clock in microseconds: a store restored from a backup, which does not
 * know the numbers given since, starts above them. The row of `corpus` stays locked until the transaction ends: until
 * then no other transaction can take these numbers, nor publish later ones. Their leaves go to the open log of proof, if
 * there is one, in the same order.
 */
export function writeEntries(sql: Statements, entries: readonly NewEntry[]): Promise<unknown> {
  const rows = entries.map(({ leaf, ...entry }) => ({ ...entry, ...(leaf === null ? null : leafRow(leaf)) }));
  return sql`
    with written as (select ${jsonRows(rows)}::text::json as entries),
    numbered as (
      update corpus set last_sequence = json_array_length(written.entries) - 1
        + greatest(last_sequence + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
      from written where json_array_length(written.entries) > 0
      returning last_sequence - json_array_length(written.entries) as before),
    leaves as (
      select l.*, numbered.before + item.rank as sequence, row_number() over (order by item.rank) - 1 as position
      from numbered, written, json_array_elements(written.entries) with ordinality as item(entry, rank),
        json_to_record(item.entry) as l(leaf text, "leafHash" text, "leafPrint" text)
      where l.leaf is not null),
    grown as (
      update proof_logs set size = size + (select count(*) from leaves)
      where closed_at is null and exists (select from leaves)
      returning id, size - (select count(*) from leaves) as before),
    logged as (
      insert into proof_leaves (log, rank, leaf, hash, empreinte, sequence)
      select grown.id, grown.before + position, leaf, decode("leafHash", 'hex'), "leafPrint", sequence
      from grown, leaves)
    insert into journal (sequence, detecte_le, evenement, boi_id, titre, domaine, type, date, portee_annoncee,
      portee_deduite, portee_texte, paragraphes, empreinte_avant, empreinte_apres, actualite, documents, champs)
    select numbered.before + rank, now(), e.evenement, e."boiId", e.titre, e.domaine, e.type, e.date,
      e."porteeAnnoncee", e."porteeDeduite", e."porteeTexte", e.paragraphes, e."empreinteAvant", e."empreinteApres",
      e.actualite, e.documents, e.champs
    from numbered, written, json_array_elements(written.entries) with ordinality as item(entry, rank),
      json_to_record(item.entry) as e(evenement text, "boiId" text, titre text, domaine text, type text, date date,
        "porteeAnnoncee" text, "porteeDeduite" jsonb, "porteeTexte" text, paragraphes jsonb, "empreinteAvant" text,
        "empreinteApres" text, actualite jsonb, documents jsonb, champs jsonb)`;
}
