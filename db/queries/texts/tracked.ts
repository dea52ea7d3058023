import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraph-index.ts";
import { assertIntact, editionProof, keptProof, type StoredProof } from "../../integrity/proof.ts";
import type { Database } from "../../postgres/database.ts";
import { anyNumberOf, anyOf } from "../../postgres/statements.ts";
import type { DocumentStatut, Statut } from "../../schema/documents.ts";
import { isContested, isVersion, textIsHeld } from "./edition-columns.ts";

/** An edition of a document whose reference is tracked. */
export interface TrackedEdition {
  readonly id: number;
  readonly boiId: string;
  readonly date_debut: string;
  /** Excluded; null when no end of it is known. */
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Statut of its document, today. */
  readonly documentStatut: DocumentStatut;
  /** Latest day on which sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** Whether its document shows it. */
  readonly isShown: boolean;
  /** False for the mere notice of a withdrawal or of a move. */
  readonly hasText: boolean;
  /** Whether its start of validity leaves a choice between texts. */
  readonly isContested: boolean;
}

/** The versions of documents, by identifier, newest first, the higher PGP number first at one date. */
export async function readTrackedEditions(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, TrackedEdition[]>> {
  const sql = database.$client;
  const rows = await sql<TrackedEdition[]>`
    select e.id, e.boi_id as "boiId", e.debut_de_validite as date_debut, e.date_fin, e.statut,
      d.statut as "documentStatut", e.attested_until as attestee_jusqu_au, e.id = d.edition_id as "isShown",
      ${textIsHeld(sql)} as "hasText", ${isContested(sql)} as "isContested"
    from editions e join documents d on d.boi_id = e.boi_id
    where d.boi_id = ${anyOf(sql, boiIds)} and ${isVersion(sql)}
    order by e.debut_de_validite desc, e.pgp desc`;
  return Map.groupBy(rows, ({ boiId }) => boiId);
}

/** A text of an edition: of its current wording, of another one, or from a previous derivation of either. */
export interface TrackedText {
  readonly empreinte: string;
  /** Fingerprint of the same wording under the present derivation. */
  readonly presentEmpreinte: string;
  /** Whether the edition answers with it. */
  readonly isCurrent: boolean;
  readonly texte: string;
  readonly spans: readonly ParagraphSpan[];
}

/** The same as it was read, not compared with its proof yet. */
export type UnprovenText = TrackedText & { readonly edition: number; readonly proof: StoredProof | null };

/** Every stored text of editions, the current one first, then the latest derivation; one statement. */
export async function readTrackedTexts(
  database: Database,
  editionIds: readonly number[],
): Promise<UnprovenText[]> {
  const sql = database.$client;
  const [only = 0, ...others] = editionIds;
  // Nearly always there is one: the planner expects more of a list, and reads the tables through.
  const asked = others.length === 0 ? sql`${only}` : anyNumberOf(sql, editionIds);
  return await sql<UnprovenText[]>`
    select edition, empreinte, "presentEmpreinte", "isCurrent", texte, spans, proof
    from (
      select w.edition_id as edition, w.empreinte, w.empreinte as "presentEmpreinte", true as "isCurrent",
        c.contenu_texte as texte, c.paragraphes as spans, null as version,
        ${editionProof(sql)} as proof
      from wordings w join edition_contents c on c.edition_id = w.edition_id
      where w.edition_id = ${asked} and w.current and w.erased_at is null
      union all
      select t.edition_id, t.empreinte, w.empreinte, false, t.contenu_texte, t.paragraphes, t.derivation_version,
        ${keptProof(sql)}
      from kept_texts t join wordings w on w.id = t.wording_id
      where t.edition_id = ${asked} and w.erased_at is null) texts
    order by version desc nulls first`;
}

/** @throws {DamagedText} for one that no longer reads as it was written. */
export function provenText(boiId: string, { edition: _, proof, ...text }: UnprovenText): TrackedText {
  assertIntact(boiId, proof, { contenu_texte: text.texte, paragraphes: text.spans });
  return text;
}

/**
 * The fingerprints of all texts that documents have, or had under a previous derivation, erased ones included, by
 * identifier.
 */
export async function readSaidFingerprints(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (boiIds.length === 0) return new Map();
  const sql = database.$client;
  const rows = await sql<{ readonly boiId: string; readonly empreinte: string }[]>`
    select e.boi_id as "boiId", said.empreinte
    from editions e join wordings w on w.edition_id = e.id
    cross join lateral (
      select w.empreinte union select t.empreinte from kept_texts t where t.wording_id = w.id) said
    where e.boi_id = ${anyOf(sql, boiIds)} and ${textIsHeld(sql)}`;
  const said = Map.groupBy(rows, ({ boiId }) => boiId);
  return new Map([...said].map(([boiId, own]) => [boiId, new Set(own.map(({ empreinte }) => empreinte))]));
}
