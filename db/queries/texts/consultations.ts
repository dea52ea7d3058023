import { sql } from "drizzle-orm";
import type { SubmittedPart } from "../../../bofip/news/consultations/submitted.ts";
import { editions } from "../../schema/documents.ts";

/** A public consultation on an edition, under the names of the contract. */
export interface EditionConsultation {
  readonly actualite: string;
  readonly debut: string;
  readonly fin: string | null;
  /** Null for the whole document. */
  readonly parties: readonly SubmittedPart[] | null;
  readonly prevaloir: string | null;
  readonly definitive_le: string | null;
  readonly actualite_definitive: string | null;
}

/** The consultations that began while a row of `editions` was in force, from the first. */
export const editionConsultations = sql<EditionConsultation[]>`(
  select coalesce(json_agg(json_build_object('actualite', held.actualite, 'debut', held.debut, 'fin', held.fin,
    'parties', held.parties, 'prevaloir', held.prevaloir, 'definitive_le', held.definitive_le,
    'actualite_definitive', held.actualite_definitive) order by held.debut, held.actualite), '[]')
  from consultations held where held.boi_id = ${editions.boiId} and held.debut >= ${editions.debutDeValidite}
    and (${editions.dateFin} is null or held.debut < ${editions.dateFin}))`;
