import type { Database } from "../postgres/database.ts";
import type { EditionKind, Nature, Statut } from "../schema/documents.ts";

/** The fact « this edition was published », as far as it determines the state of its document. */
export interface EditionFact {
  /** `YYYY-MM-DD`. */
  readonly debutDeValidite: string;
  readonly pgp: number;
  readonly kind: EditionKind;
  readonly transfereVers: string | null;
  /** Whether an archive contains it. */
  readonly isArchived: boolean;
}

/** All that is known of a document, in any order. */
export interface DocumentFacts {
  readonly boiId: string;
  readonly editions: readonly EditionFact[];
  /** As-of dates of the exports since which the document was missing. */
  readonly absences: readonly string[];
}

/** What readers see of a document, as its facts determine it. */
export interface DocumentProjection {
  readonly boiId: string;
  /** The edition that the document answers with. */
  readonly shown: Pick<EditionFact, "debutDeValidite" | "pgp">;
  readonly statut: Exclude<Statut, "remplace">;
  readonly transfereVers: string | null;
  readonly dateMiseAJour: string | null;
  readonly editions: readonly EditionProjection[];
  readonly changes: readonly ChangeProjection[];
}

export interface EditionProjection {
  readonly debutDeValidite: string;
  readonly pgp: number;
  readonly statut: Statut;
  /** Start of the next edition, or date of the withdrawal. */
  readonly dateFin: string | null;
  readonly current: boolean;
  /** Whether its end is known from an absence alone. */
  readonly finConstatee: boolean;
}

export interface ChangeProjection {
  readonly date: string;
  readonly nature: Nature;
  /** The edition that begins, or that the withdrawal ends. */
  readonly pgp: number;
}

/** The facts of a document, and its statut in the store (null: not known yet). */
export interface StoredFacts extends DocumentFacts {
  readonly statut: Statut | null;
}

/** The facts of the documents named; empty lists for a document without any. */
export async function readFacts(
  { $client: sql }: Database,
  boiIds: readonly string[],
): Promise<Map<string, StoredFacts>> {
  const rows = await sql<StoredFacts[]>`
    select named."boiId", (select d.statut from documents d where d.boi_id = named."boiId") as statut,
      coalesce((
        select json_agg(json_build_object(
          'debutDeValidite', e.debut_de_validite, 'pgp', e.pgp, 'kind', e.kind,
          'transfereVers', e.transfere_vers, 'isArchived', e.source_kind = 'archive' or exists (
            select from wordings w where w.edition_id = e.id and w.source_kind = 'archive')))
        from editions e where e.boi_id = named."boiId"), '[]') as editions,
      coalesce((select json_agg(a.since) from absences a where a.boi_id = named."boiId"), '[]') as absences
    from json_array_elements_text(${JSON.stringify(boiIds)}::text::json) as named("boiId")`;
  return new Map(rows.map((row) => [row.boiId, row]));
}
