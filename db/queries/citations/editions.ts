import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraph-index.ts";
import type { ParagraphRange } from "../../../bofip/paragraphs/paragraph-number.ts";
import { assertIntact, editionProofSql, KEPT_PROOF_SQL, type StoredProof } from "../../integrity/proof.ts";
import type { Database } from "../../postgres/database.ts";
import { anyOf } from "../../postgres/statements.ts";
import { documents, editionContents, editions, type Statut } from "../../schema/documents.ts";
import { wordings } from "../../schema/wordings.ts";
import { isContested } from "../texts/edition-columns.ts";
import { textIsHeld } from "../texts/text-is-held.ts";
import { isVersion } from "../versions.ts";

/** A version of a document, as a possible target of a citation. */
export interface CitedEdition {
  readonly editionId: number;
  readonly boiId: string;
  readonly titre: string;
  /** Number of the source. */
  readonly pgp: number;
  /** Start of validity. */
  readonly date_debut: string;
  /** When the next edition or the withdrawal took effect; null while it is in force. */
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Whether its document shows it. */
  readonly isShown: boolean;
  /** Where the document moved, if it did. */
  readonly transfereVers: string | null;
  /** Official page. */
  readonly url: string;
  /** False for the mere notice of a withdrawal or of a move. */
  readonly hasText: boolean;
  /** Whether its text was removed by law. */
  readonly isErased: boolean;
  /** Latest day on which sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** Fingerprint of its text. */
  readonly empreinte: string;
  /** Whether its start of validity leaves a choice between texts. */
  readonly isContested: boolean;
}

/** The versions of documents, by identifier, newest first, the higher PGP number first at one date. */
export async function readCitedEditions(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, CitedEdition[]>> {
  if (boiIds.length === 0) return new Map();
  const rows = await database
    .select({
      editionId: editions.id,
      boiId: editions.boiId,
      titre: editions.titre,
      pgp: editions.pgp,
      date_debut: editions.debutDeValidite,
      date_fin: editions.dateFin,
      statut: editions.statut,
      isShown: sql<boolean>`${editions.id} = ${documents.editionId}`,
      transfereVers: documents.transfereVers,
      url: editions.url,
      hasText: textIsHeld,
      isErased: sql<boolean>`${wordings.erasedAt} is not null`,
      attestee_jusqu_au: editions.attestedUntil,
      empreinte: wordings.empreinte,
      isContested,
    })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .innerJoin(wordings, and(eq(wordings.editionId, editions.id), wordings.current))
    .where(and(anyOf(documents.boiId, boiIds), isVersion))
    .orderBy(asc(editions.boiId), desc(editions.debutDeValidite), desc(editions.pgp))
    .prepare("cited editions")
    .execute();
  return Map.groupBy(rows, ({ boiId }) => boiId);
}

/** The spans of the § of an edition, and the numbers that it reserves. */
export interface EditionParagraphs {
  readonly spans: readonly ParagraphSpan[];
  readonly reserves: readonly ParagraphRange[];
}

/**
 * The § of editions, by the edition's own number.
 * @throws {DamagedText}
 */
export async function readEditionParagraphs(
  database: Database,
  editionIds: readonly number[],
): Promise<Map<number, EditionParagraphs>> {
  if (editionIds.length === 0) return new Map();
  const rows = await database
    .select({
      id: editionContents.editionId,
      spans: editionContents.paragraphes,
      reserves: editionContents.reserves,
      ...proved,
    })
    .from(editionContents)
    .innerJoin(editions, eq(editions.id, editionContents.editionId))
    .where(isOneOf(editionIds))
    .prepare("edition paragraphs")
    .execute();
  return new Map(
    rows.map(({ id, boiId, proof, spans, reserves }) => {
      assertIntact(boiId, proof, { paragraphes: spans, reserves });
      return [id, { spans, reserves }];
    }),
  );
}

/**
 * The texts of editions, by the edition's own number.
 * @throws {DamagedText}
 */
export async function readEditionTexts(
  database: Database,
  editionIds: readonly number[],
): Promise<Map<number, string>> {
  if (editionIds.length === 0) return new Map();
  const rows = await database
    .select({ id: editionContents.editionId, texte: editionContents.contenuTexte, ...proved })
    .from(editionContents)
    .innerJoin(editions, eq(editions.id, editionContents.editionId))
    .where(isOneOf(editionIds))
    .prepare("edition texts")
    .execute();
  return new Map(
    rows.map(({ id, boiId, proof, texte }) => {
      assertIntact(boiId, proof, { contenu_texte: texte });
      return [id, texte];
    }),
  );
}

const proved = {
  boiId: editions.boiId,
  proof: sql<StoredProof | null>`${sql.raw(editionProofSql("edition_contents"))}`,
};

/** A text of an edition, of its current wording or of another, under this derivation or a previous one. */
export interface CitedText extends EditionParagraphs {
  readonly editionId: number;
  readonly empreinte: string;
  readonly texte: string;
  /** Whether its edition's current wording has it. */
  readonly isCurrent: boolean;
  /** Whether it was removed by law: only its fingerprint is kept. */
  readonly isErased: boolean;
}

/**
 * Every text that editions have, or had, to match a fingerprint against; for each the one it shows first.
 * @throws {DamagedText}
 */
export async function readCitedTexts(
  database: Database,
  editionIds: readonly number[],
): Promise<CitedText[]> {
  const sql = database.$client;
  const ids = editionIds.join(" ");
  const rows = await sql<(CitedText & { readonly boiId: string; readonly proof: StoredProof | null })[]>`
    select "editionId", empreinte, texte, spans, reserves, "isCurrent", "isErased", proof,
      (select boi_id from editions where id = "editionId") as "boiId"
    from (
      select w.edition_id as "editionId", w.empreinte, c.contenu_texte as texte, c.paragraphes as spans, c.reserves,
        true as "isCurrent", w.erased_at is not null as "isErased", null as version,
        ${sql.unsafe(editionProofSql("c"))} as proof
      from wordings w join edition_contents c on c.edition_id = w.edition_id
      where w.current and w.edition_id = any(string_to_array(${ids}, ' ')::int[])
      union all
      select t.edition_id, t.empreinte, t.contenu_texte, t.paragraphes, t.reserves,
        w.current, w.erased_at is not null, t.derivation_version,
        case when w.erased_at is null then ${sql.unsafe(KEPT_PROOF_SQL)} end
      from kept_texts t join wordings w on w.id = t.wording_id
      where t.edition_id = any(string_to_array(${ids}, ' ')::int[])) texts
    order by "editionId", version desc nulls first, "isCurrent" desc, empreinte`;
  return rows.map(({ boiId, proof, ...text }) => {
    const { texte: contenu_texte, spans: paragraphes, reserves } = text;
    assertIntact(boiId, proof, { contenu_texte, paragraphes, reserves });
    return text;
  });
}

/** A single text parameter for any number of editions, as in `anyOf`. */
function isOneOf(editionIds: readonly number[]) {
  return sql`${editionContents.editionId} = any(string_to_array(${editionIds.join(" ")}, ' ')::int[])`;
}
