import type { ChangeSummary, TextScope } from "../../../bofip/comparison/compare.ts";
import type { DeducedScope } from "../../../bofip/news/scope.ts";
import { jsonRows, type Statements } from "../../postgres/statements.ts";
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
}

/**
 * Appends entries to the journal, in order, in the transaction of the changes that they describe. Their numbers follow
 * the greatest one given, and are never below the clock in microseconds: a store restored from a backup, which does not
 * know the numbers given since, starts above them. The row of `corpus` stays locked until the transaction ends: until
 * then no other transaction can take these numbers, nor publish later ones.
 */
export function writeEntries(sql: Statements, entries: readonly NewEntry[]): Promise<unknown> {
  return sql`
    with written as (select ${jsonRows(entries)}::text::json as entries),
    numbered as (
      update corpus set last_sequence = json_array_length(written.entries) - 1
        + greatest(last_sequence + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
      from written where json_array_length(written.entries) > 0
      returning last_sequence - json_array_length(written.entries) as before)
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
