import { and, desc, eq, sql } from "drizzle-orm";
import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraph-text.ts";
import { assertIntact, editionProofSql, KEPT_PROOF_SQL, type StoredProof } from "../../integrity/proof.ts";
import { anyOf } from "../../postgres/any-of.ts";
import type { Database } from "../../postgres/database.ts";
import { type DocumentStatut, documents, editions, type Statut } from "../../schema/documents.ts";
import { isVersion } from "../versions.ts";
import { isContested } from "./contested.ts";
import { textIsHeld } from "./text-is-held.ts";

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
  const rows = await database
    .select({
      id: editions.id,
      boiId: editions.boiId,
      date_debut: editions.debutDeValidite,
      date_fin: editions.dateFin,
      statut: editions.statut,
      documentStatut: documents.statut,
      isShown: sql<boolean>`${editions.id} = ${documents.editionId}`,
      hasText: textIsHeld,
      isContested,
    })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .where(and(anyOf(documents.boiId, boiIds), isVersion))
    .orderBy(desc(editions.debutDeValidite), desc(editions.pgp))
    .prepare("tracked editions")
    .execute();
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

/**
 * Every stored text of an edition, the current one first, then the latest derivation.
 * @throws {DamagedText}
 */
export async function readTrackedTexts(
  database: Database,
  { id, boiId }: Pick<TrackedEdition, "id" | "boiId">,
): Promise<TrackedText[]> {
  const client = database.$client;
  const rows = await client<(TrackedText & { readonly proof: StoredProof | null })[]>`
    select empreinte, "presentEmpreinte", "isCurrent", texte, spans, proof
    from (
      select w.empreinte, w.empreinte as "presentEmpreinte", true as "isCurrent", c.contenu_texte as texte,
        c.paragraphes as spans, null as version, ${client.unsafe(editionProofSql("c"))} as proof
      from wordings w join edition_contents c on c.edition_id = w.edition_id
      where w.edition_id = ${id} and w.current and w.erased_at is null
      union all
      select t.empreinte, w.empreinte, false, t.contenu_texte, t.paragraphes, t.derivation_version,
        ${client.unsafe(KEPT_PROOF_SQL)}
      from kept_texts t join wordings w on w.id = t.wording_id
      where t.edition_id = ${id} and w.erased_at is null) texts
    order by version desc nulls first`;
  return rows.map(({ proof, ...text }) => {
    assertIntact(boiId, proof, { contenu_texte: text.texte, paragraphes: text.spans });
    return text;
  });
}
